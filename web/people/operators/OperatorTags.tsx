import { operatorMarks, operatorStatusNames } from '#/api/people/operators.texts.ts'
import { validityTexts } from '#/api/people/particulars.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'

export type Operator = OutputOf<typeof api.operators.list>['rows'][number]
export type OperatorDetail = OutputOf<typeof api.operators.get>

const tones: Readonly<Record<number, 'gold' | 'grey' | 'red' | 'green'>> = { 3: 'gold', 5: 'grey', 6: 'red', 7: 'grey', 8: 'green' }

/** The status of an operator, with the reason as a tooltip. */
export function OperatorStatus({ operator }: { readonly operator: Pick<Operator, 'status' | 'statusReason'> }) {
  const t = useText()
  const name = operatorStatusNames[operator.status]
  return (
    <StatusTag tone={tones[operator.status] ?? 'grey'} title={operator.statusReason}>
      {name ? t(name) : String(operator.status)}
    </StatusTag>
  )
}

const ValidityTag = stateTag<'soon' | 'over'>(validityTexts, { soon: 'gold', over: 'red' })

/** Warns that an operator's ID expires soon or has expired. Renders nothing for a valid ID or an unknown expiry. */
export function PaperMark({ paper }: { readonly paper: Operator['paper'] }) {
  return paper === 'soon' || paper === 'over' ? <ValidityTag state={paper} /> : null
}

/** Whether the operator has a document or record. */
export const OperatorMark = stateTag(operatorMarks, {
  valid: 'green',
  expired: 'red',
  none: 'grey',
  verified: 'green',
  unverified: 'gold',
  authorised: 'green',
  unauthorised: 'grey',
})
