import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { useResendCountdown } from '#/web/kernel/useResendCountdown.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { PasswordInput, TextArea } from '#/web/ui/TextInput.tsx'
import { closeTexts as texts } from './close.texts.ts'
import { MobileSandbox } from './MobileSandbox.tsx'

type RequestedCode = OutputOf<typeof api.closings.askCode>

/** Requests to close the account, with the login password and a code sent to the user's own number. */
export function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  const [typed, setTyped] = useState({ password: '', code: '', reason: '' })
  const secondsLeft = useResendCountdown(requested)
  const requestCode = useSubmit(api.closings.askCode, { onDone: setRequested })
  const request = useSubmit(api.closings.request, { onDone: onClose })
  const changeText = (field: keyof typeof typed) => (value: string) => setTyped((before) => ({ ...before, [field]: value }))
  return (
    <Dialog
      title={t(texts.title)}
      onClose={onClose}
      isDirty={typed.password !== ''}
      confirm={{
        text: t(texts.ask),
        onPress: () => void (requested && request.submit({ ...typed, ask: requested.ask, reason: typed.reason.trim() })),
        isBusy: request.isBusy,
        isDangerous: true,
        isDisabled: requested === null || typed.code.length !== 6 || typed.password === '',
      }}
    >
      <p className="k-note">{t(texts.note)}</p>
      <Form>
        <Field label={t(texts.password)} htmlFor="close-password" required>
          <PasswordInput
            id="close-password"
            autoComplete="current-password"
            maxLength={128}
            value={typed.password}
            onChange={(event) => changeText('password')(event.target.value)}
          />
        </Field>
        {requested ? (
          <Field label={t(texts.code, { mobile: requested.mobile })} htmlFor="close-code" required>
            <NumberInput
              id="close-code"
              kind="digits"
              className="p-code"
              maxLength={6}
              autoComplete="one-time-code"
              value={typed.code}
              onChange={changeText('code')}
            />
          </Field>
        ) : null}
        <Button loading={requestCode.isBusy} disabled={secondsLeft > 0} onClick={() => void requestCode.submit({})}>
          {secondsLeft > 0 ? `${t(texts.send)} (${secondsLeft})` : t(texts.send)}
        </Button>
        {requested?.isSandbox ? <MobileSandbox key={requested.ask} change={requested.ask} expected={1} /> : null}
        <Field label={t(texts.reason)} htmlFor="close-reason">
          <TextArea id="close-reason" rows={2} maxLength={200} value={typed.reason} onChange={(event) => changeText('reason')(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
