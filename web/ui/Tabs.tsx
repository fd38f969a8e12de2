import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** A tab. The page renders the contents of a tab without `content`. */
export interface Tab {
  readonly key: string
  readonly label: ReactNode
  readonly children?: ReactNode
  /** Renders before it is chosen, because a form reads its fields. */
  readonly forceRender?: boolean
}

interface TabsProps {
  readonly items: readonly Tab[]
  readonly activeKey?: string
  readonly onChange?: (key: string) => void
  /** Unmounts a tab when it is left. Otherwise it stays mounted and hidden. */
  readonly destroyOnHidden?: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Scrolls a row of tabs, and nothing else, until the chosen tab is visible. */
function revealTab(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!list || !tab || list.scrollWidth <= list.clientWidth) return
  const [box, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  list.scrollLeft += Math.min(0, own.left - box.left) || Math.max(0, own.right - box.right)
}

/** Tabs. Arrow keys move the focus and open the focused tab. */
export function Tabs({ items, activeKey, onChange, destroyOnHidden = false }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(items[0]?.key)
  const activeTab = activeKey ?? own
  const [seen, setSeen] = useState<readonly (string | undefined)[]>([activeTab])
  if (!seen.includes(activeTab)) setSeen([...seen, activeTab])
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab scrolls into view.
  useEffect(() => {
    const frame = requestAnimationFrame(() => revealTab(list.current))
    return () => cancelAnimationFrame(frame)
  }, [activeTab])
  const choose = (key: string) => {
    setOwn(key)
    onChange?.(key)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = items.findIndex((item) => item.key === activeTab)
    const endIndexes: Readonly<Record<string, number>> = { Home: 0, End: items.length - 1 }
    const step = steps[event.key]
    const next = step === undefined ? endIndexes[event.key] : (at + step + items.length) % items.length
    const nextTab = next === undefined ? undefined : items[next]
    if (!nextTab) return
    event.preventDefault()
    choose(nextTab.key)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }
  const isRendered = (tab: Tab) => tab.children !== undefined && (tab.key === activeTab || tab.forceRender || (!destroyOnHidden && seen.includes(tab.key)))
  return (
    <div className="k-tabs">
      <div ref={list} role="tablist" className="k-tablist" onKeyDown={handleKeyDown} tabIndex={-1}>
        {items.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === activeTab}
            tabIndex={tab.key === activeTab ? 0 : -1}
            {...(tab.children === undefined ? {} : { 'aria-controls': `${id}-${tab.key}-pane` })}
            onClick={() => choose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {items.filter(isRendered).map((tab) => (
        <div key={tab.key} role="tabpanel" id={`${id}-${tab.key}-pane`} aria-labelledby={`${id}-${tab.key}`} hidden={tab.key !== activeTab}>
          {tab.children}
        </div>
      ))}
    </div>
  )
}
