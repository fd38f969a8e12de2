import { useEffect, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { errorLog, type LoggedError, reportErrors } from '#/web/kernel/errors.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { BugOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { texts } from './error-texts.ts'

const ErrorDialog = onDemand(async () => (await import('./ErrorDialog.tsx')).ErrorDialog)

/** Returns the build id: the name of the entry file, which contains a hash of the content. */
function version(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? ''
}

function send({ message, stack, page, requestId, at }: LoggedError): void {
  void api.errors.report({ message, stack, page, at, version: version(), ...(requestId ? { requestId } : {}) }, { isQuiet: true }).catch(() => undefined)
}

/**
 * Button for the error log of this browser (specification §2), visible when the log is not empty. The errors are also
 * reported to the server.
 */
export function ErrorLog() {
  const t = useText()
  const log = useSignal(errorLog)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => reportErrors(send), [])
  if (log.length === 0) return null
  return (
    <>
      <Badge count={log.length}>
        <Button
          type="text"
          icon={<Icon of={BugOutlined} />}
          aria-label={t(texts.errorLog, { count: log.length })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </Badge>
      {isOpen ? <ErrorDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
