import { entityStateNames, obligationStateNames } from '#/api/people/entities.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts, urgencyNames } from './texts.ts'

export type Entity = OutputOf<typeof api.entities.get>
export type EntityRow = OutputOf<typeof api.entities.list>['rows'][number]
export type Obligation = Entity['obligations'][number]

export const EntityState = stateTag(entityStateNames, {
  editing: 'grey',
  registering: 'blue',
  bank: 'blue',
  tax: 'blue',
  operating: 'green',
  abnormal: 'red',
  cancelling: 'gold',
  cancelled: 'grey',
})

/** How soon an obligation is due. */
export const UrgencyTag = stateTag(urgencyNames, { early: 'grey', far: 'blue', soon: 'gold', near: 'red', over: 'red' })

/** The state of an obligation: settled, void, or how soon it is due. */
export function ObligationState({ obligation }: { readonly obligation: Pick<Obligation, 'state' | 'urgency'> }) {
  const t = useText()
  if (obligation.state === 'done' || obligation.state === 'void')
    return <StatusTag tone={obligation.state === 'done' ? 'green' : 'grey'}>{t(obligationStateNames[obligation.state])}</StatusTag>
  const urgency = obligation.state === 'overdue' ? 'over' : obligation.urgency
  return <UrgencyTag state={urgency} />
}

/** Whether the annual reports are up to date. */
export function ReportState({ row }: { readonly row: Pick<EntityRow, 'overdue' | 'reportedYear'> }) {
  const t = useText()
  if (row.overdue > 0) return <StatusTag tone="red">{t(texts.overdue, { count: row.overdue })}</StatusTag>
  if (row.reportedYear === null) return <span className="k-muted">{t(texts.notReported)}</span>
  return <StatusTag tone="green">{t(texts.reported, { year: String(row.reportedYear) })}</StatusTag>
}
