import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { CopyButton } from '#/web/ui/CopyButton.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { texts } from './texts.ts'

const POLL_MS = 1000

/**
 * Shows in the demo the message that the owner of an account would receive, so that a visitor can continue as the
 * owner.
 */
export function SentLink({ ask, onClose }: { readonly ask: string; readonly onClose: () => void }) {
  const t = useText()
  const messages = useRead(api.recovery.sandbox, { ask }, { everyMs: POLL_MS })
  const message = messages.data?.messages[0]
  const link = message?.text.match(/https?:\/\/\S+/)?.[0]
  return (
    <Dialog title={t(texts.sentTitle)} onClose={onClose}>
      <div className="k-stack">
        <Alert type="info" showIcon title={t(texts.sentNote)} />
        {message ? (
          <div role="status">
            <b>{message.to}</b> {link ? <CopyButton text={link} /> : null}
            <p className="u-sent">{message.text}</p>
          </div>
        ) : (
          <Skeleton />
        )}
      </div>
    </Dialog>
  )
}
