import { useText } from '#/web/kernel/i18n.ts'
import { stayOnPage } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { texts } from './texts.ts'

/** Asks once, however many calls were refused. Staying keeps the page unchanged; signing in again reloads it. */
export function SessionOverDialog() {
  const say = useText()
  const leave = () => {
    session.clear()
    location.reload()
  }
  return (
    <Dialog
      title={say(texts.confirmLogout)}
      isOpen
      width={420}
      isLast
      onClose={stayOnPage}
      cancelText={say(texts.cancel)}
      confirm={{ text: say(texts.reLogin), onPress: leave }}
    >
      {say(texts.loggedOut)}
    </Dialog>
  )
}
