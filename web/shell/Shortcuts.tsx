import { useEffect, useState } from 'react'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { shellSettings } from './settings.ts'

const ShortcutSheet = onDemand(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet)

/** Returns whether the focused field or an open overlay handles the key. */
const isKeyTaken = ({ target }: KeyboardEvent) =>
  document.querySelector('.k-layer') !== null || (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))

/** Opens the sheet of keyboard shortcuts with the question mark, unless the user disabled the shortcut. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!shellSettings.hasShortcutKey.get() || isKeyTaken(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return isOpen ? <ShortcutSheet onClose={() => setOpen(false)} /> : null
}
