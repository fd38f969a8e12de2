import { Modal } from 'antd'
import { useText } from '#/web/kernel/i18n.ts'
import { isSessionOver, stayOnPage } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { texts } from './texts.ts'

/** Said once, however many calls were refused: staying keeps the page as it is, signing in again starts over. */
export function SessionOver() {
  const say = useText()
  return (
    <Modal
      open={useSignal(isSessionOver)}
      title={say(texts.confirmLogout)}
      okText={say(texts.reLogin)}
      cancelText={say(texts.cancel)}
      width={420}
      zIndex={3000}
      onOk={() => {
        session.clear()
        location.reload()
      }}
      onCancel={stayOnPage}
    >
      {say(texts.loggedOut)}
    </Modal>
  )
}
