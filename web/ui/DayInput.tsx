import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { DayProps } from './DayCalendar.tsx'
import { Themed } from './Themed.tsx'

const DayCalendar = lazy(async () => ({ default: (await import('./DayCalendar.tsx')).DayCalendar }))

/** An input for a day or a month, in one format for every locale. Works inside `Form.Item` and outside dialogs. */
export function DayInput(props: DayProps) {
  return (
    <Themed>
      <Suspense fallback={<Input className="k-day" readOnly value={props.value ?? ''} {...(props.id ? { id: props.id } : {})} />}>
        <DayCalendar {...props} />
      </Suspense>
    </Themed>
  )
}
