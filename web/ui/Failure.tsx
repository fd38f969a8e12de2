import { createContext, type ReactNode, useContext } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** Renders a replacement for failures that a surrounding component can explain better; null for the default. */
export const FailureContext = createContext<(error: unknown) => ReactNode>(() => null)

/** Shows a failed read in place of its data: the message, the request id and a retry button. */
export function Failure({ error, onRetry, title }: { readonly error: unknown; readonly onRetry?: () => void; readonly title?: string }) {
  const t = useText()
  const replacementNode = useContext(FailureContext)(error)
  if (replacementNode) return replacementNode
  const requestId = error instanceof ApiError ? error.requestId : ''
  return (
    <div className="k-state" role="alert">
      <strong>{title ?? t(texts.failedTitle)}</strong>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {requestId ? <p className="k-note k-masked">{t(texts.requestId, { id: requestId })}</p> : null}
      {onRetry ? <Button onClick={onRetry}>{t(texts.retry)}</Button> : null}
    </div>
  )
}
