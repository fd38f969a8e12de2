import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import './calendar-day.ts'

/** A day (yyyy-MM-dd) or a month (yyyy-MM); an empty text for none. */
export interface DayProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly picker?: 'date' | 'month'
  readonly min?: string
  readonly max?: string
  /** Cannot be emptied. */
  readonly isNeeded?: boolean
}

/** The calendar of one day or month. A chunk of its own, because the calendar is large. */
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
