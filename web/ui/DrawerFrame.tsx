import type { ReactNode } from 'react'
import { Overlay } from './Overlay.tsx'
import { Tabs } from './Tabs.tsx'
import { UnsavedContext } from './unsaved.ts'
import { useConfirmedClose } from './useConfirmedClose.ts'

interface DetailDrawerProps {
  /** False leaves the drawer closed. */
  readonly isOpen?: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly width?: number
  /** Actions to the right of the title. */
  readonly actions?: ReactNode
  /** A function gets the close function of the drawer, which asks before it discards input. */
  readonly footer?: ReactNode | ((close: () => void) => ReactNode)
  /** Closing asks for confirmation. Forms, file fields and reasons report input themselves. */
  readonly isDirty?: boolean
  readonly children?: ReactNode
  /** Tabs (基本信息, 明细, …) below the children. The page stores the open one in its URL. */
  readonly panes?: readonly { readonly key: string; readonly label: ReactNode; readonly content: ReactNode }[]
  readonly pane?: string
  readonly onPane?: (pane: string) => void
}

/** The details of a row, to the right of its list, or full-screen on a phone. Closing asks before discarding input. */
export function DrawerFrame(props: DetailDrawerProps) {
  const { isOpen = true, title, onClose, width = 760, actions, footer, isDirty = false, children, panes, pane, onPane } = props
  const { inputs, close } = useConfirmedClose(isDirty, onClose)
  return (
    <UnsavedContext value={inputs}>
      <Overlay
        kind="drawer"
        isOpen={isOpen}
        onClose={close}
        title={title}
        width={width}
        extra={actions}
        footer={typeof footer === 'function' ? footer(close) : footer}
        closesOutside
      >
        {children}
        {panes ? (
          <Tabs
            items={panes.map((each) => ({ key: each.key, label: each.label, children: each.content }))}
            activeKey={panes.some((each) => each.key === pane) ? (pane ?? '') : (panes[0]?.key ?? '')}
            onChange={(key) => onPane?.(key)}
          />
        ) : null}
      </Overlay>
    </UnsavedContext>
  )
}
