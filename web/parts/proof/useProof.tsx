import { Form, Input, type InputRef } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { proofTexts } from './proof.texts.ts'

interface Proof {
  /** Does what may need the login password: when the server asks for it, the dialog opens and the same is done again after it. */
  readonly withProof: (work: () => Promise<void>) => Promise<void>
  /** The same for a quiet `useSubmit`: what failed is sent again after the password, and every other failure is shown. */
  readonly onFailed: (failure: ApiError, again: () => Promise<unknown>) => void
  readonly dialog: ReactNode
}

function ProofDialog({ onClose, onProved }: { readonly onClose: () => void; readonly onProved: () => void }) {
  const say = useText()
  const id = useId()
  const field = useRef<InputRef>(null)
  const [password, setPassword] = useState('')
  const prove = useSubmit(api.profile.prove, { isQuiet: true, onDone: onProved })
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

/** Asks for the login password only when the server does, once in a quarter of an hour. */
export function useProof(): Proof {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const onFailed = (failure: ApiError, again: () => Promise<unknown>, mayAsk = true) => {
    if (failure.error === 'proofNeeded' && mayAsk) setWaiting(() => again)
    else notify('error', failure.message)
  }
  const attempt = async (work: () => Promise<unknown>, mayAsk: boolean) => {
    try {
      await work()
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      onFailed(thrown, work, mayAsk)
    }
  }
  const proved = () => {
    setWaiting(null)
    if (waiting) void attempt(waiting, false)
  }
  return {
    withProof: (work) => attempt(work, true),
    onFailed: (failure, again) => onFailed(failure, again),
    dialog: waiting ? <ProofDialog onClose={() => setWaiting(null)} onProved={proved} /> : null,
  }
}
