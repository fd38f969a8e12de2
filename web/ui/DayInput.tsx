import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { DayProps } from './DayCalendar.tsx'
import { Themed } from './Themed.tsx'

const DayCalendar = lazy(async () => ({ default: (await import('./DayCalendar.tsx')).DayCalendar }))

/** Takes a day or a month, written the same way whatever the machine's own language is; works inside `Form.Item`, and outside of dialogs too. */
export function DayInput(props: DayProps) {
  return (
    <Themed>
      <Suspense fallback={<Input className="k-day" readOnly value={props.value ?? ''} {...(props.id ? { id: props.id } : {})} />}>
        <DayCalendar {...props} />
      </Suspense>
    </Themed>
  )
}
