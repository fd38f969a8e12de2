import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { titleOf } from '#/web/kernel/area.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CloseOutlined } from '#/web/ui/icons.ts'
import { isClosable, type PageTag } from './tags.ts'
import { texts } from './texts.ts'

interface TagBarProps {
  readonly tags: readonly PageTag[]
  readonly path: string
  readonly onClose: (what: 'one' | 'others' | 'all', path: string) => void
  /** Moves a tab to the position of another. */
  readonly onMove: (path: string, place: string) => void
  readonly onRefresh: (path: string) => void
}

/** Returns the handlers of a tab that can be dragged, or moved with Ctrl or ⌘, Shift and an arrow key. */
function useDragToMove(tags: readonly PageTag[], onMove: TagBarProps['onMove']) {
  const draggedPath = useRef<string | null>(null)
  return (tag: PageTag) => {
    if (!isClosable(tag)) return {}
    const at = tags.indexOf(tag)
    return {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        draggedPath.current = tag.path
        event.dataTransfer.effectAllowed = 'move'
      },
      onDragOver: (event: DragEvent) => {
        if (draggedPath.current !== null) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (draggedPath.current !== null) onMove(draggedPath.current, tag.path)
      },
      onDragEnd: () => {
        draggedPath.current = null
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
        const next = tags[at + step]
        if (step === 0 || !event.shiftKey || !(event.ctrlKey || event.metaKey) || !next) return
        event.preventDefault()
        onMove(tag.path, next.path)
        // Moving the element removes the focus from the link.
        const link = event.target as HTMLElement
        requestAnimationFrame(() => link.focus())
      },
    }
  }
}

/**
 * The tabs of the visited pages. The context menu refreshes and closes, a middle click closes, and a drag moves a tab.
 * Pinned tabs do not move.
 */
export function TagBar({ tags, path, onClose, onMove, onRefresh }: TagBarProps) {
  const t = useText()
  const bar = useRef<HTMLElement>(null)
  const dragProps = useDragToMove(tags, onMove)
  const tagLabels = tags.map((tag) => (tag.title ? `${t(titleOf(tag.page))} ${tag.title}` : t(titleOf(tag.page))))
  const row = tagLabels.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, and other or longer tabs before it, scroll its tab into view.
  useEffect(() => {
    const current = bar.current?.querySelector('.s-tag-on')
    if (!bar.current || !current) return
    // Runs right after each layout, first when the tab is shown. Rotating the phone or loading a font runs it again.
    const observer = new ResizeObserver(() => current.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    observer.observe(bar.current)
    observer.observe(current)
    return () => observer.disconnect()
  }, [path, row])
  return (
    <nav ref={bar} className="s-tags" aria-label={t(texts.tags)}>
      {tags.map((tag, at) => {
        const title = tagLabels[at] ?? ''
        return (
          <Dropdown
            key={tag.path}
            opensBy="contextMenu"
            items={[
              { key: 'refresh', label: t(texts.refresh), onClick: () => onRefresh(tag.path) },
              ...(isClosable(tag) ? [{ key: 'one', label: t(texts.close), onClick: () => onClose('one', tag.path) }] : []),
              { key: 'others', label: t(texts.closeOthers), onClick: () => onClose('others', tag.path) },
              { key: 'all', label: t(texts.closeAll), onClick: () => onClose('all', tag.path) },
            ]}
          >
            <span
              {...dragProps(tag)}
              className={tag.path === path ? 's-tag s-tag-on' : 's-tag'}
              onAuxClick={(event) => {
                if (event.button !== 1) return
                // The browser's default middle click would open the link in a new tab.
                event.preventDefault()
                if (isClosable(tag)) onClose('one', tag.path)
              }}
            >
              <Link to={tag.url} {...(tag.path === path ? { 'aria-current': 'page' as const } : {})}>
                {title}
              </Link>
              {isClosable(tag) ? (
                <button type="button" aria-label={t(texts.closeTag, { title })} onClick={() => onClose('one', tag.path)}>
                  <Icon of={CloseOutlined} />
                </button>
              ) : null}
            </span>
          </Dropdown>
        )
      })}
    </nav>
  )
}
