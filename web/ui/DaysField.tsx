import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import type { DaysInputProps } from './DaysInput.tsx'
import { Icon } from './Icon.tsx'
import { CalendarOutlined } from './icons.ts'
import { createLoadHook } from './onDemand.tsx'
import { texts } from './texts.ts'

const load = () => import('./DaysInput.tsx')
const useDaysInput = createLoadHook(async () => (await load()).DaysInput)

/** A filter field for a period, whose two inputs load on focus or hover. */
export function DaysField(props: DaysInputProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const DaysInput = useDaysInput(isOpen)
  const { id, from, to } = props
  const closedContent = (
    <button type="button" id={id} className="k-days" onPointerEnter={() => void load()} onFocus={() => void load()} onClick={() => setOpen(true)}>
      <span className={from ? '' : 'k-muted'}>{from || t(texts.startDay)}</span>
      <span aria-hidden="true">→</span>
      <span className={to ? '' : 'k-muted'}>{to || t(texts.endDay)}</span>
      <Icon of={CalendarOutlined} />
    </button>
  )
  return isOpen && DaysInput ? <DaysInput {...props} startsOpen /> : closedContent
}
