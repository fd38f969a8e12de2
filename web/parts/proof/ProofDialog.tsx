import { Form, Input, type InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { proofTexts } from './proof.texts.ts'

/** Asks for the login password again. */
export function ProofDialog({ onClose, onProved }: { readonly onClose: () => void; readonly onProved: () => void }) {
  const say = useText()
  const id = useId()
  const field = useRef<InputRef>(null)
  const [password, setPassword] = useState('')
  const prove = useSubmit(api.profile.prove, { onDone: onProved })
  const submit = () => void (password !== '' && prove.submit({ password }))
  return (
    <Dialog
      title={say(proofTexts.title)}
      isOpen
      onClose={onClose}
      width={420}
      onOpened={() => field.current?.focus()}
      confirm={{ text: say(proofTexts.confirm), onPress: submit, isBusy: prove.isBusy, isDisabled: password === '' }}
    >
      <Form layout="vertical" onFinish={submit}>
        <p className="k-note">{say(proofTexts.note)}</p>
        <Form.Item label={say(proofTexts.password)} htmlFor={id} help={prove.failure?.message} {...(prove.failure ? { validateStatus: 'error' as const } : {})}>
          <Input.Password
            ref={field}
            id={id}
            autoComplete="current-password"
            maxLength={64}
            value={password}
            aria-invalid={prove.failure !== null}
            onChange={(event) => {
              prove.reset()
              setPassword(event.target.value)
            }}
          />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Dialog>
  )
}
