import { useText } from '#/web/kernel/i18n.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** Where an answer should be and is not: the message, the request id, and another try. */
export function Failure({ error, onRetry, title }: { readonly error: unknown; readonly onRetry?: () => void; readonly title?: string }) {
  const say = useText()
  const requestId = error instanceof ApiError ? error.requestId : ''
  return (
    <div className="k-state" role="alert">
      <strong>{title ?? say(texts.failedTitle)}</strong>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {requestId ? <p className="k-note k-masked">{say(texts.requestId, { id: requestId })}</p> : null}
      {onRetry ? <Button onClick={onRetry}>{say(texts.retry)}</Button> : null}
    </div>
  )
}
