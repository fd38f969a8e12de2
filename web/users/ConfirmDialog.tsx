import { Input } from 'antd'
import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import type { Once } from './OncePassword.tsx'
import { texts } from './texts.ts'

export type Deed = 'reset' | 'unlock' | 'disable' | 'enable' | 'signOut'

/** Whom it is done to. */
interface Target {
  readonly id: number
  readonly name: string
  readonly username: string
}

interface ConfirmProps {
  readonly deed: Deed
  readonly user: Target
  readonly onClose: () => void
  readonly onOnce: (once: Once) => void
}

const asks = { reset: texts.resetAsk, unlock: texts.unlockAsk, disable: texts.disableAsk, enable: texts.enableAsk, signOut: texts.signOutAsk } as const
const dangerous: readonly Deed[] = ['reset', 'disable', 'signOut']

/** Asks before something is done to an account, naming it and what follows. */
export function ConfirmDialog({ deed, user, onClose, onOnce }: ConfirmProps) {
  const say = useText()
  const [reason, setReason] = useState('')
  const options = { done: say(texts.done), onDone: onClose }
  const reset = useSubmit(api.users.resetPassword, {
    onDone: ({ password }) => {
      onClose()
      onOnce({ name: user.name, username: user.username, password })
    },
  })
  const unlock = useSubmit(api.users.unlock, options)
  const disable = useSubmit(api.users.disable, options)
  const enable = useSubmit(api.users.enable, options)
  const signOut = useSubmit(api.users.signOut, options)
  const { id } = user
  const press = {
    reset: () => reset.submit({ id }),
    unlock: () => unlock.submit({ id }),
    disable: () => disable.submit({ id, reason: reason.trim() }),
    enable: () => enable.submit({ id }),
    signOut: () => signOut.submit({ id }),
  }[deed]
  const isBusy = { reset, unlock, disable, enable, signOut }[deed].isBusy
  return (
    <Dialog
      title={say(texts[deed])}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: say(texts[deed]),
        onPress: () => void press(),
        isBusy,
        isDangerous: dangerous.includes(deed),
        isDisabled: deed === 'disable' && reason.trim().length < 2,
      }}
    >
      <div className="k-stack">
        <p>{say(asks[deed], { name: user.name, username: user.username })}</p>
        {deed === 'disable' ? (
          <>
            <label htmlFor="disable-reason">{say(texts.reason)}</label>
            <Input.TextArea
              id="disable-reason"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              rows={2}
              maxLength={200}
              placeholder={say(texts.reasonHint)}
            />
          </>
        ) : null}
      </div>
    </Dialog>
  )
}
