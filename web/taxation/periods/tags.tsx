import { periodStateNames } from '#/api/taxation/periods.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

/** A period with its history. */
export type PeriodDetail = OutputOf<typeof api.periods.get>
export type PeriodRow = OutputOf<typeof api.periods.list>['rows'][number]

export const PeriodTag = stateTag(periodStateNames, {
  open: 'grey',
  closing: 'gold',
  closed: 'gold',
  confirmed: 'blue',
  declared: 'blue',
  correcting: 'red',
  paid: 'green',
  certified: 'green',
  archived: 'grey',
})

/** The days left to declare, pay or correct. */
export function DueDay({ period }: { readonly period: Pick<PeriodRow, 'dueOn' | 'daysLeft'> & Partial<Pick<PeriodRow, 'dueStep'>> }) {
  const t = useText()
  const { dueOn, daysLeft, dueStep } = period
  if (daysLeft === null) return dueOn
  const dueText = daysLeft > 0 ? t(texts.daysLeft, { days: daysLeft }) : daysLeft === 0 ? t(texts.dueToday) : t(texts.overdue, { days: -daysLeft })
  return (
    <span>
      {dueOn}{' '}
      <StatusTag tone={daysLeft < 0 ? 'red' : daysLeft <= 5 ? 'gold' : 'grey'}>
        {dueStep === 'pay' || dueStep === 'correct' ? `${t(texts.dueStep, { step: dueStep })} ${dueText}` : dueText}
      </StatusTag>
    </span>
  )
}
