import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Tabs } from './Tabs.tsx'
import { Themed } from './Themed.tsx'
import { texts } from './texts.ts'
import { useLayer } from './useLayer.ts'
import './drawer.css'

interface DetailDrawerProps {
  readonly isOpen: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly width?: number
  /** Actions to the right of the title. */
  readonly actions?: ReactNode
  readonly footer?: ReactNode
  readonly children?: ReactNode
  /** Tabs (基本信息, 明细, …) below the children. The page keeps the open one in its URL. */
  readonly panes?: readonly { readonly key: string; readonly label: ReactNode; readonly content: ReactNode }[]
  readonly pane?: string
  readonly onPane?: (pane: string) => void
}

/** The details of a row, to the right of its list, or full-screen on a phone. */
export function DrawerFrame({ isOpen, title, onClose, width = 760, actions, footer, children, panes, pane, onPane }: DetailDrawerProps) {
  const say = useText()
  const layer = useLayer(isOpen)
  return (
    <Themed>
      <Drawer
        {...layer}
        title={title}
        onClose={onClose}
        size={width}
        extra={actions}
        footer={footer ?? null}
        closable={{ 'aria-label': say(texts.close) }}
        destroyOnHidden
        className="k-drawer"
      >
        {children}
        {panes ? (
          <Tabs
            items={panes.map((each) => ({ key: each.key, label: each.label, children: each.content }))}
            activeKey={panes.some((each) => each.key === pane) ? (pane ?? '') : (panes[0]?.key ?? '')}
            onChange={(key) => onPane?.(key)}
          />
        ) : null}
      </Drawer>
    </Themed>
  )
}
