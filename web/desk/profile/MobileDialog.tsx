import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { userType } from '#/domain/base/codes.ts'
import { anyMobileProblem } from '#/domain/base/contact.ts'
import { mobileProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { useResendCountdown } from '#/web/kernel/useResendCountdown.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field as FormField } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { MobileSandbox } from './MobileSandbox.tsx'
import { texts } from './texts.ts'

type RequestedCode = OutputOf<typeof api.profile.askMobileChange>

interface DigitsFieldProps {
  readonly name: string
  readonly label: string
  readonly length: number
  readonly isCode?: boolean
  /** Allows characters other than digits, for foreign numbers. */
  readonly isAnyNumber?: boolean
  readonly isFirst: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string
}

function DigitsField({ name, label, length, isCode = false, isAnyNumber = false, isFirst, value, onChange, problem }: DigitsFieldProps) {
  const id = useId()
  const inputProps = {
    id,
    name,
    autoFocus: isFirst,
    autoComplete: isCode ? 'one-time-code' : 'off',
    maxLength: length,
    value,
    'aria-invalid': problem !== '',
  }
  return (
    <FormField label={label} htmlFor={id} required problem={problem}>
      {isAnyNumber ? (
        <TextInput {...inputProps} inputMode="tel" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <NumberInput {...inputProps} kind="digits" onChange={onChange} {...(isCode && { className: 'p-code' })} />
      )}
    </FormField>
  )
}

const fields = ['mobile', 'oldCode', 'newCode'] as const
type Field = (typeof fields)[number]
type FieldErrors = Readonly<Record<Field, string>>
const noErrors: FieldErrors = { mobile: '', oldCode: '', newCode: '' }
// Errors of the number itself, which require another number.
const numberErrors: ReadonlySet<string> = new Set(['sameMobile', 'mobileTaken', 'mobileNotAtBank', 'noSms', 'foreignMobile'])

/** Returns the state of both steps and the server's errors. */
function useMobileChange(onClose: () => void) {
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  const [typed, setTyped] = useState(noErrors)
  const [problems, setProblems] = useState(noErrors)
  const [failure, setFailure] = useState('')
  const showErrors = (words: FieldErrors) => {
    setProblems(words)
    setFailure('')
  }
  const returnToNumber = (problem: string) => {
    setRequested(null)
    setTyped((before) => ({ ...noErrors, mobile: before.mobile }))
    showErrors({ ...noErrors, mobile: problem })
  }
  const onFailed = ({ error, message, issues }: ApiError) => {
    if (requested === null || numberErrors.has(error)) return returnToNumber(issues[0]?.message ?? message)
    const messageOf = (field: Field) => issues.find(({ path }) => path === field)?.message ?? ''
    showErrors({ mobile: '', oldCode: messageOf('oldCode'), newCode: messageOf('newCode') })
    setTyped((before) => ({ ...before, ...(messageOf('oldCode') && { oldCode: '' }), ...(messageOf('newCode') && { newCode: '' }) }))
    if (issues.length === 0) setFailure(message)
  }
  const showCodeStep = (answer: RequestedCode) => {
    setRequested(answer)
    setTyped((before) => ({ ...noErrors, mobile: before.mobile }))
    showErrors(noErrors)
  }
  const requestCodes = useSubmit(api.profile.askMobileChange, { onDone: showCodeStep, onFailed })
  const change = useSubmit(api.profile.changeMobile, { onDone: onClose, onFailed })
  return { requested, typed, setTyped, problems, failure, showErrors, returnToNumber, showCodeStep, requestCodes, change }
}

interface CodesProps {
  readonly codeRequest: RequestedCode
  readonly digits: (name: Field) => Pick<DigitsFieldProps, 'name' | 'value' | 'problem' | 'onChange'>
  readonly failure: string
  /** Seconds until the codes may be sent again. */
  readonly wait: number
  readonly isBusy: boolean
  readonly onAgain: () => void
  readonly onOther: () => void
}

function CodesForm({ codeRequest: requested, digits, failure, wait, isBusy, onAgain, onOther }: CodesProps) {
  const t = useText()
  const hasOldMobile = requested.oldMobile !== ''
  return (
    <div>
      {hasOldMobile ? (
        <DigitsField {...digits('oldCode')} key="old" label={t(texts.oldCode, { mobile: requested.oldMobile })} length={6} isCode isFirst />
      ) : null}
      <DigitsField {...digits('newCode')} key="new" label={t(texts.newCode, { mobile: requested.newMobile })} length={6} isCode isFirst={!hasOldMobile} />
      <p role="alert" className="k-problem">
        {failure}
      </p>
      <div className="k-row">
        <Button size="small" disabled={wait > 0 || isBusy} onClick={onAgain}>
          {wait > 0 ? `${t(texts.sendAgain)} (${wait})` : t(texts.sendAgain)}
        </Button>
        <Button size="small" disabled={isBusy} onClick={onOther}>
          {t(texts.otherNumber)}
        </Button>
      </div>
    </div>
  )
}

/** Moves the focus to the first field with an error. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, problems: FieldErrors): void {
  useEffect(() => {
    const invalidField = fields.find((field) => problems[field] !== '')
    if (invalidField) form.current?.querySelector<HTMLInputElement>(`input[name=${invalidField}]`)?.focus()
  }, [form, problems])
}

/** Changes the user's mobile number: the new number, then the codes sent to it and to the old one. */
export function MobileDialog({ hasMobile, onClose }: { readonly hasMobile: boolean; readonly onClose: () => void }) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { requested, typed, setTyped, problems, failure, showErrors, returnToNumber, showCodeStep, requestCodes, change } = useMobileChange(onClose)
  const { withProof } = useProof()
  const wait = useResendCountdown(requested)
  const hasOldMobile = requested !== null && requested.oldMobile !== ''
  // Some operators have a foreign document and number. The server knows which.
  const isOperator = useUser()?.usertype === userType.operator
  useFocusOnError(form, problems)
  // A user without a number proves the change with the login password instead of a code.
  const send = () => {
    const { mobile } = typed
    if (hasMobile) void requestCodes.submit({ mobile })
    else void withProof(async () => showCodeStep(await api.profile.askMobileChange({ mobile })))
  }
  const handlePress = () => {
    if (!requested) {
      const problem = (isOperator ? anyMobileProblem : mobileProblem)(typed.mobile)
      return problem ? showErrors({ ...noErrors, mobile: t(problem) }) : send()
    }
    const codeProblem = (code: string) => (code.length === 6 ? '' : t(texts.needCode))
    const faults = { mobile: '', oldCode: hasOldMobile ? codeProblem(typed.oldCode) : '', newCode: codeProblem(typed.newCode) }
    showErrors(faults)
    if (faults.oldCode || faults.newCode) return
    void change.submit({ change: requested.change, newCode: typed.newCode, ...(hasOldMobile && { oldCode: typed.oldCode }) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    handlePress()
  }
  const digitsProps = (name: Field) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onChange: (value: string) => setTyped((was) => ({ ...was, [name]: value })),
  })
  return (
    <Dialog
      title={t(texts.changeMobile)}
      isDirty={typed.mobile !== ''}
      onClose={onClose}
      onOpened={() => form.current?.querySelector<HTMLInputElement>('input')?.focus()}
      confirm={{ text: t(requested ? texts.changeMobile : texts.sendCodes), onPress: handlePress, isBusy: requestCodes.isBusy || change.isBusy }}
    >
      <form ref={form} className="k-stack" onSubmit={submit}>
        <Form isBare>
          {requested ? (
            <CodesForm
              codeRequest={requested}
              digits={digitsProps}
              failure={failure}
              wait={wait}
              isBusy={change.isBusy}
              onAgain={send}
              onOther={() => returnToNumber('')}
            />
          ) : (
            <DigitsField {...digitsProps('mobile')} key="mobile" label={t(texts.newMobile)} length={isOperator ? 24 : 11} isAnyNumber={isOperator} isFirst />
          )}
        </Form>
        {hasMobile ? <p className="k-note">{t(texts.changeMobileWhy)}</p> : null}
        {requested?.isSandbox ? <MobileSandbox key={requested.change} change={requested.change} expected={hasOldMobile ? 2 : 1} /> : null}
        <button type="submit" className="k-visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
