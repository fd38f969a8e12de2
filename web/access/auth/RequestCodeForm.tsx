import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { parseContact } from '#/domain/base/contact.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { Field } from './Field.tsx'
import type { CodeRequest } from './ForgetPage.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'
import { texts as loginTexts } from './texts.ts'
import { useAttempt } from './useAttempt.ts'

interface RequestCodeFormProps {
  readonly ways: OutputOf<typeof api.recovery.ways>
  readonly earlier: CodeRequest | null
  readonly onAsked: (requested: CodeRequest) => void
}

function contactTexts({ mail, sms }: RequestCodeFormProps['ways']) {
  if (mail && sms) return { label: texts.contactBoth, need: texts.needContactBoth }
  return mail ? { label: texts.contactMail, need: texts.needContactMail } : { label: texts.contactSms, need: texts.needContactSms }
}

/** The first step: the account, and where to send the code. */
export function RequestCodeForm({ ways, earlier, onAsked }: RequestCodeFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState(earlier?.username ?? '')
  const [contact, setContact] = useState(earlier?.contact ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, attempt } = useAttempt()
  const labels = contactTexts(ways)
  const way = parseContact(contact)?.way
  const isUsableContact = way !== undefined && ways[way]
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[name=username]')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!username.trim() || !isUsableContact) {
      form.current?.querySelector<HTMLInputElement>(username.trim() ? 'input[name=contact]' : 'input[name=username]')?.focus()
      return
    }
    void attempt(async () => {
      const request = { username: username.trim(), contact: contact.trim() }
      const { ask, resendSeconds } = await api.recovery.ask(request)
      onAsked({ ...request, ask, resendSeconds })
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.forget)}</h1>
      <p className="l-lead">{inCurrentLanguage(texts.forgetMore)}</p>
      <Field
        label={inCurrentLanguage(loginTexts.username)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        value={username}
        problem={isSubmitted && !username.trim() ? inCurrentLanguage(loginTexts.needUsername) : ''}
        describedBy={`${id}failure`}
        onChange={setUsername}
      />
      <Field
        label={inCurrentLanguage(labels.label)}
        name="contact"
        autoComplete={ways.mail ? 'email' : 'tel'}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={ways.mail ? 'email' : 'tel'}
        maxLength={254}
        value={contact}
        problem={isSubmitted && !isUsableContact ? inCurrentLanguage(labels.need) : ''}
        describedBy={`${id}failure`}
        onChange={setContact}
      />
      <p id={`${id}failure`} role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.sending : texts.sendCode)}
      </button>
      <p className="l-note">{inCurrentLanguage(ways.isSandbox ? texts.sandboxHint : texts.lostContact)}</p>
      {ways.support && !ways.isSandbox ? (
        <p className="l-note">
          {inCurrentLanguage(texts.support)}
          {ways.support}
        </p>
      ) : null}
    </form>
  )
}
