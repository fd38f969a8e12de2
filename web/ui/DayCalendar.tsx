import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import './calendar-day.ts'

/** A day (yyyy-MM-dd) or a month (yyyy-MM); '' for none. */
export interface DayProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly picker?: 'date' | 'month'
  /** The value is a day and a time (yyyy-MM-dd HH:mm). */
  readonly hasTime?: boolean
  readonly min?: string
  readonly max?: string
  /** The value cannot be cleared. */
  readonly isNeeded?: boolean
  readonly name?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** The calendar of a day or month field. A separate chunk because it is large. */
export function DayCalendar({ id, value = '', onChange, picker = 'date', hasTime = false, min, max, isNeeded = false, ...rest }: DayProps) {
  return (
    <DatePicker
      {...rest}
      {...(id ? { id } : {})}
      {...(hasTime ? { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm', needConfirm: false } : {})}
      {...(rest['aria-invalid'] ? { status: 'error' as const } : {})}
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
