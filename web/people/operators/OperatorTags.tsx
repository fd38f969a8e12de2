import { operatorMarks, operatorStatusNames } from '#/api/people/operators.texts.ts'
import { validityTexts } from '#/api/people/particulars.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'

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

const paperTones = { fine: 'green', soon: 'gold', over: 'red', unknown: 'grey' } as const

/** Warns that an operator's ID expires soon or has expired. Renders nothing for a valid ID or an unknown expiry. */
export function PaperMark({ paper }: { readonly paper: Operator['paper'] }) {
  const t = useText()
  return paper === 'soon' || paper === 'over' ? <StatusTag tone={paperTones[paper]}>{t(validityTexts[paper])}</StatusTag> : null
}

const markTones = { valid: 'green', expired: 'red', none: 'grey', verified: 'green', unverified: 'gold', authorised: 'green', unauthorised: 'grey' } as const

/** Whether the operator has a document or record. */
export function OperatorMark({ mark }: { readonly mark: keyof typeof operatorMarks }) {
  const t = useText()
  return <StatusTag tone={markTones[mark]}>{t(operatorMarks[mark])}</StatusTag>
}
