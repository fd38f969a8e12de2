import { errorLog, type LoggedError } from '#/web/kernel/errors.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { texts } from './error-texts.ts'

function ErrorItem({ error }: { readonly error: LoggedError }) {
  const t = useText()
  return (
    <li className="s-error">
      <div className="k-row k-spread">
        <span className="k-note">
          {formatDateTimeSeconds(error.at)} · {error.page}
        </span>
        {error.count > 1 ? <span className="k-note">{t(texts.times, { count: error.count })}</span> : null}
      </div>
      <strong>{error.message}</strong>
      {error.requestId ? (
        <span className="k-note">
          {t(texts.requestId)} <code>{error.requestId}</code>
        </span>
      ) : null}
      {error.stack ? (
        <details>
          <summary>{t(texts.stack)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <pre tabIndex={0}>{error.stack}</pre>
        </details>
      ) : null}
    </li>
  )
}

export function ErrorDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const log = useSignal(errorLog)
  const clear = () => {
    onClose()
    errorLog.set([])
  }
  return (
    <Dialog title={t(texts.title)} onClose={onClose} width={720} confirm={{ text: t(texts.clear), onPress: clear, isDangerous: true }}>
      <ul className="s-errors">
        {log.map((error) => (
          <ErrorItem key={error.key} error={error} />
        ))}
      </ul>
    </Dialog>
  )
}
