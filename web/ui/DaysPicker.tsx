import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useText } from '#/web/kernel/i18n.ts'
import './calendar-day.ts'
import { Themed } from './Themed.tsx'
import { texts } from './texts.ts'

/** Both ends of a period, yyyy-MM-dd; '' for an open end. */
export interface DaysProps {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
}

/** The open calendar of a period. A separate chunk because it is large and few users open it. */
export function DaysPicker({ id, from, to, onChange }: DaysProps) {
  const say = useText()
  return (
    <Themed>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-to` }}
        autoFocus
        defaultOpen
        allowEmpty={[true, true]}
        placeholder={[say(texts.startDay), say(texts.endDay)]}
        style={{ width: 236 }}
        value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
        onChange={(_, days) => onChange(days?.[0] ?? '', days?.[1] ?? '')}
      />
    </Themed>
  )
}
