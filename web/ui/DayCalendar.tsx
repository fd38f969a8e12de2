import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import './calendar-day.ts'

/** A day (yyyy-MM-dd) or a month (yyyy-MM); '' for none. */
export interface DayProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly picker?: 'date' | 'month'
  readonly min?: string
  readonly max?: string
  /** The value cannot be cleared. */
  readonly isNeeded?: boolean
}

/** The calendar of a day or month field. A separate chunk because it is large. */
export function DayCalendar({ id, value = '', onChange, picker = 'date', min, max, isNeeded = false }: DayProps) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      className="k-day"
      picker={picker}
      value={value ? dayjs(value) : null}
      allowClear={!isNeeded}
      {...(min ? { minDate: dayjs(min) } : {})}
      {...(max ? { maxDate: dayjs(max) } : {})}
      onChange={(_, text) => onChange?.(typeof text === 'string' ? text : '')}
    />
  )
}
