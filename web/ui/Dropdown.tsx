import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { Floating, usePopup } from './Floating.tsx'
import type { PopupSide } from './placing.ts'

/** An entry of a menu: an action, a separator or a heading. */
export interface MenuItem {
  readonly key: string
  readonly kind?: 'action' | 'words' | 'line'
  readonly label?: ReactNode
  readonly onClick?: () => void
  readonly disabled?: boolean
  readonly danger?: boolean
  /** Reason why the entry is disabled. */
  readonly title?: string | undefined
}

interface Handlers {
  readonly onPointerDown?: () => void
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void
  readonly onContextMenu?: (event: MouseEvent<HTMLElement>) => void
  readonly 'aria-expanded'?: boolean
  readonly 'aria-haspopup'?: 'menu'
}

interface DropdownProps {
  readonly items: readonly MenuItem[]
  /** Called for every choice, after the item's own `onClick`. */
  readonly onChoose?: (key: string) => void
  readonly chosen?: string
  readonly opensBy?: 'click' | 'contextMenu'
  readonly side?: PopupSide
  readonly children: ReactElement<Handlers>
}

const moveByKey: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A menu that opens at its button or at the pointer on a right click. Arrows move, Enter chooses, Escape closes. */
export function Dropdown({ items, onChoose, chosen, opensBy = 'click', side = 'below', children }: DropdownProps) {
  const menu = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const menuItems = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
    const next = moveByKey[event.key]?.(menuItems.indexOf(document.activeElement as HTMLElement), menuItems.length)
    if (next === undefined) return
    event.preventDefault()
    menuItems[next]?.focus()
  }
  const choose = (item: MenuItem) => {
    menu.current?.hidePopover()
    item.onClick?.()
    onChoose?.(item.key)
  }
  const { open, button } = usePopup((anchor, close) => (
    <Floating anchor={anchor} side={side} onClose={close} role="menu" className="k-menu" element={menu} onKeyDown={onKeyDown}>
      {items.map((item) =>
        item.kind === 'line' ? (
          <hr key={item.key} />
        ) : item.kind === 'words' ? (
          <div key={item.key} className="k-menu-words">
            {item.label}
          </div>
        ) : (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={item.disabled ?? false}
            title={item.title || undefined}
            className={[item.danger ? 'k-menu-danger' : '', item.key === chosen ? 'k-menu-on' : ''].join(' ')}
            onClick={() => choose(item)}
          >
            {item.label}
          </button>
        ),
      )}
    </Floating>
  ))
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    open(new DOMRect(event.clientX, event.clientY))
  }
  return cloneElement(children, opensBy === 'click' ? { ...button, 'aria-haspopup': 'menu' } : { onContextMenu })
}
