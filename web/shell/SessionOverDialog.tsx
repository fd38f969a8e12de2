import { useText } from '#/web/kernel/i18n.ts'
import { stayOnPage } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { texts } from './texts.ts'

/** Asks once, however many calls were refused. Staying keeps the page unchanged; signing in again reloads it. */
export function SessionOverDialog() {
  const t = useText()
  const signInAgain = () => {
    session.clear()
    location.reload()
  }
  return (
    <Dialog
      title={t(texts.confirmLogout)}
      width={420}
      isLast
      onClose={stayOnPage}
      cancelText={t(texts.cancel)}
      confirm={{ text: t(texts.reLogin), onPress: signInAgain }}
    >
      {t(texts.loggedOut)}
    </Dialog>
  )
}
