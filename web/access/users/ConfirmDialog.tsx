import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { TemporaryPasswordOf } from './TemporaryPassword.tsx'
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
  readonly onOnce: (once: TemporaryPasswordOf) => void
}

const asks = { reset: texts.resetAsk, unlock: texts.unlockAsk, disable: texts.disableAsk, enable: texts.enableAsk, signOut: texts.signOutAsk } as const
const dangerous: readonly Deed[] = ['reset', 'disable', 'signOut']

/** Asks before something is done to an account, naming it and what follows. */
export function ConfirmDialog({ deed, user, onClose, onOnce }: ConfirmProps) {
  const say = useText()
  const options = { done: say(texts.done), onDone: onClose, isQuiet: true }
  const reset = useSubmit(api.users.resetPassword, {
    isQuiet: true,
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
    disable: (reason: string) => disable.submit({ id, reason }),
    enable: () => enable.submit({ id }),
    signOut: () => signOut.submit({ id }),
  }[deed]
  const { isBusy, failure } = { reset, unlock, disable, enable, signOut }[deed]
  return (
    <ReasonDialog
      title={say(texts[deed])}
      onClose={onClose}
      confirmText={say(texts[deed])}
      onConfirm={({ reason }) => void press(reason)}
      isDangerous={dangerous.includes(deed)}
      isBusy={isBusy}
      failure={failure}
      reason={deed === 'disable' ? {} : null}
    >
      <p>{say(asks[deed], { name: user.name, username: user.username })}</p>
    </ReasonDialog>
  )
}
