import { useText } from '#/web/kernel/i18n.ts'
import { type SessionChange, useUser } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { changedSessionTexts } from './other-session.texts.ts'
import { texts } from './texts.ts'

/** Explains why the page can no longer be used. The user can only reload it for the browser's current session. */
export function OtherSessionDialog({ difference }: { readonly difference: SessionChange }) {
  const t = useText()
  const name = useUser()?.name ?? ''
  const isOtherAccount = difference === 'account'
  return (
    <Dialog
      title={t(isOtherAccount ? changedSessionTexts.accountChanged : changedSessionTexts.placeChanged)}
      isFixed
      isLast
      width={420}
      focus="confirm"
      onClose={() => undefined}
      confirm={{ text: t(texts.reload), onPress: () => location.reload() }}
    >
      {t(isOtherAccount ? changedSessionTexts.accountChangedNote : changedSessionTexts.placeChangedNote, { name })}
    </Dialog>
  )
}
