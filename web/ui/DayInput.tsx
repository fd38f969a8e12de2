import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { DayProps } from './DayCalendar.tsx'

const DayCalendar = lazy(async () => ({ default: (await import('./DayCalendar.tsx')).DayCalendar }))

/** Takes a day or a month, written the same way whatever the machine's own language is; works inside `Form.Item`. */
export function DayInput(props: DayProps) {
  return (
    <Suspense fallback={<Input className="k-day" readOnly value={props.value ?? ''} {...(props.id ? { id: props.id } : {})} />}>
      <DayCalendar {...props} />
    </Suspense>
  )
}
