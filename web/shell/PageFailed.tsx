import { useEffect } from 'react'
import { useNavigate, useRouteError } from 'react-router'
import { recordError } from '#/web/kernel/errors.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { texts } from './texts.ts'

/** Returns whether a chunk could not be loaded. Online, the usual cause is that a newer version has replaced it. */
const isOutdatedChunk = (error: unknown) => error instanceof Error && /dynamically imported module|module script failed|Failed to fetch/i.test(error.message)

/** Shown for a page that crashed: the message, the request id if any, and a retry button. The frame stays. */
export function PageFailed() {
  const t = useText()
  const error = useRouteError()
  const navigate = useNavigate()
  useEffect(() => recordError(error), [error])
  const retry = () => void navigate(`${location.pathname}${location.search}`, { replace: true })
  if (isOutdatedChunk(error) && !navigator.onLine) return <Failure title={t(texts.pageFailed)} error={new Error(t(texts.pageOffline))} onRetry={retry} />
  if (isOutdatedChunk(error)) {
    return (
      <div className="k-state" role="alert">
        <strong>{t(texts.newVersion)}</strong>
        <Button type="primary" onClick={() => location.reload()}>
          {t(texts.reload)}
        </Button>
      </div>
    )
  }
  return <Failure title={t(texts.pageFailed)} error={error} onRetry={retry} />
}
