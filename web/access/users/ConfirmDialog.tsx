import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

export type AccountAction = 'reset' | 'unlock' | 'disable' | 'enable' | 'signOut'

interface Target {
  readonly id: number
  readonly name: string
  readonly username: string
}

interface ConfirmProps {
  readonly action: AccountAction
  readonly user: Target
  readonly onClose: () => void
  /** Called with the request id, under which the demo stores the message instead of sending it. */
  readonly onSent?: (ask: string) => void
}

const confirmTexts = { reset: texts.resetAsk, unlock: texts.unlockAsk, disable: texts.disableAsk, enable: texts.enableAsk, signOut: texts.signOutAsk } as const
const dangerousActions: readonly AccountAction[] = ['reset', 'disable', 'signOut']

/** Confirms an action on an account, with its name and the effect. */
export function ConfirmDialog({ action, user, onClose, onSent }: ConfirmProps) {
  const t = useText()
  const options = { onDone: onClose }
  const reset = useSubmit(api.users.resetPassword, {
    onDone: ({ sandboxAsk }) => {
      onClose()
      if (sandboxAsk !== null) onSent?.(sandboxAsk)
    },
  })
  const unlock = useSubmit(api.users.unlock, options)
  const disable = useSubmit(api.users.disable, options)
  const enable = useSubmit(api.users.enable, options)
  const signOut = useSubmit(api.users.signOut, options)
  const { id } = user
  const submitByAction = {
    reset: () => reset.submit({ id }),
    unlock: () => unlock.submit({ id }),
    disable: (reason: string) => disable.submit({ id, reason }),
    enable: () => enable.submit({ id }),
    signOut: () => signOut.submit({ id }),
  }[action]
  const submission = { reset, unlock, disable, enable, signOut }[action]
  return (
    <ReasonDialog
      title={t(texts[action])}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={({ reason }) => void submitByAction(reason)}
      isDangerous={dangerousActions.includes(action)}
      submission={submission}
      reason={action === 'disable' ? {} : null}
    >
      <p>{t(confirmTexts[action], { name: user.name, username: user.username })}</p>
    </ReasonDialog>
  )
}
