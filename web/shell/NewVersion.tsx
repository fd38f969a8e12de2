import { useEffect, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'

const POLL_MS = 10 * 60_000

/**
 * Returns the URLs of a page's start scripts, whose names contain the build hash; null for an unbuilt page
 * (development).
 */
function scriptsOf(html: string): string | null {
  const scripts = [...html.matchAll(/<script type="module"[^<>]* src="(\/assets\/[^"<>]+)"/g)].map((script) => script[1])
  return scripts.length > 0 ? scripts.join(' ') : null
}

const runningScripts = typeof document === 'undefined' ? null : scriptsOf(document.documentElement.outerHTML)

/** Returns the start scripts that the server delivers now; null when they cannot be fetched. */
async function fetchCurrentScripts(): Promise<string | null> {
  try {
    return scriptsOf(await (await fetch('/', { cache: 'no-cache' })).text())
  } catch {
    return null
  }
}

/** Detects a new build on the server and offers a reload. The user decides when, because a form may be half filled. */
export function NewVersion() {
  const t = useText()
  const [state, setState] = useState<'same' | 'new' | 'later'>('same')
  useEffect(() => {
    if (runningScripts === null || state !== 'same') return
    const checkVersion = async () => {
      const scripts = document.hidden ? null : await fetchCurrentScripts()
      if (scripts !== null && scripts !== runningScripts) setState('new')
    }
    const timer = setInterval(() => void checkVersion(), POLL_MS)
    const handleVisibility = () => void checkVersion()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [state])
  if (state !== 'new') return null
  return (
    <Alert
      type="info"
      title={t(texts.newVersion)}
      action={
        <span className="k-row">
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {t(texts.reload)}
          </Button>
          <Button size="small" onClick={() => setState('later')}>
            {t(texts.later)}
          </Button>
        </span>
      }
    />
  )
}
