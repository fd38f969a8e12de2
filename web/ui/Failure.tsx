import { createContext, type ReactNode, useContext } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** What stands in place of certain failures, for those who know more about them; null leaves them as they are. */
export const FailureContext = createContext<(error: unknown) => ReactNode>(() => null)

/** Where an answer should be and is not: the message, the request id, and another try. */
export function Failure({ error, onRetry, title }: { readonly error: unknown; readonly onRetry?: () => void; readonly title?: string }) {
  const say = useText()
  const instead = useContext(FailureContext)(error)
  if (instead) return instead
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
