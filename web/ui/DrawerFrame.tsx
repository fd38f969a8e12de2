import type { ReactNode } from 'react'
import { Overlay } from './Overlay.tsx'
import { Tabs } from './Tabs.tsx'

interface DetailDrawerProps {
  readonly isOpen: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly width?: number
  /** Actions to the right of the title. */
  readonly actions?: ReactNode
  readonly footer?: ReactNode
  readonly children?: ReactNode
  /** Tabs (基本信息, 明细, …) below the children. The page stores the open one in its URL. */
  readonly panes?: readonly { readonly key: string; readonly label: ReactNode; readonly content: ReactNode }[]
  readonly pane?: string
  readonly onPane?: (pane: string) => void
}

/** The details of a row, to the right of its list, or full-screen on a phone. */
export function DrawerFrame({ isOpen, title, onClose, width = 760, actions, footer, children, panes, pane, onPane }: DetailDrawerProps) {
  return (
    <Overlay kind="drawer" isOpen={isOpen} onClose={onClose} title={title} width={width} extra={actions} footer={footer} closesOutside>
      {children}
      {panes ? (
        <Tabs
          items={panes.map((each) => ({ key: each.key, label: each.label, children: each.content }))}
          activeKey={panes.some((each) => each.key === pane) ? (pane ?? '') : (panes[0]?.key ?? '')}
          onChange={(key) => onPane?.(key)}
        />
      ) : null}
    </Overlay>
  )
}
