import { useLayoutEffect, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SearchOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { texts } from './texts.ts'

const SearchBox = onDemand(async () => (await import('./SearchBox.tsx')).SearchBox)

/** Finds pages by title, path or the pinyin of the title. ⌘K or Ctrl-K opens it anywhere. */
export function MenuSearch() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  // The shortcut works as soon as the button is rendered.
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Tooltip title={`${t(texts.searchMenu)} (${/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'})`}>
        <Button type="text" icon={<Icon of={SearchOutlined} />} aria-label={t(texts.searchMenu)} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      </Tooltip>
      {isOpen ? <SearchBox onClose={() => setOpen(false)} /> : null}
    </>
  )
}
