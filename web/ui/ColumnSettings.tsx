import { lazy, Suspense } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import type { ColumnPanelProps } from './ColumnPanel.tsx'
import { Floating, usePopup } from './Floating.tsx'
import { Icon } from './Icon.tsx'
import { SettingOutlined } from './icons.ts'
import { Tooltip } from './Tooltip.tsx'
import { texts } from './texts.ts'

const ColumnPanel = lazy(async () => ({ default: (await import('./ColumnPanel.tsx')).ColumnPanel }))

/** The button for a table's column visibility, order, pinning and row height. */
export function ColumnSettings(props: ColumnPanelProps) {
  const t = useText()
  const { button } = usePopup((anchor, close) => (
    <Suspense fallback={null}>
      <Floating anchor={anchor} side="belowEnd" onClose={close} role="dialog" label={t(texts.columns)} className="k-popup k-columns">
        <ColumnPanel {...props} />
      </Floating>
    </Suspense>
  ))
  return (
    <Tooltip title={t(texts.columns)}>
      <Button type="text" icon={<Icon of={SettingOutlined} />} aria-label={t(texts.columns)} aria-haspopup="dialog" {...button} />
    </Tooltip>
  )
}
