import { useEffect, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'

const LOOK_MS = 10 * 60_000
const entryOf = (html: string) => /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? null

/** The entry of the build that this page runs; null when it was not built (development). */
const running = typeof document === 'undefined' ? null : entryOf(document.documentElement.outerHTML)

/** The entry that the server gives out now; null when it cannot be had. */
async function offered(): Promise<string | null> {
  try {
    return entryOf(await (await fetch('/', { cache: 'no-cache' })).text())
  } catch {
    return null
  }
}

/** Notices a new build on the server, and offers it: reloading is the person's decision, because something may be half entered. */
export function NewVersion() {
  const say = useText()
  const [state, setState] = useState<'same' | 'new' | 'later'>('same')
  useEffect(() => {
    if (running === null || state !== 'same') return
    const look = async () => {
      const entry = document.hidden ? null : await offered()
      if (entry !== null && entry !== running) setState('new')
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const onShown = () => void look()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [state])
  if (state !== 'new') return null
  return (
    <Alert
      type="info"
      title={say(texts.newVersion)}
      action={
        <span className="k-row">
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {say(texts.reload)}
          </Button>
          <Button size="small" onClick={() => setState('later')}>
            {say(texts.later)}
          </Button>
        </span>
      }
    />
  )
}
