import { billStateNames, dayStateNames } from '#/api/money/commissions.texts.ts'
import type { BillState } from '#/domain/money/commission.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

/** A bill with its history. */
export type BillDetail = OutputOf<typeof api.commissions.get>

const billTones: Readonly<Record<BillState, StatusTone>> = { generated: 'gold', disputed: 'red', confirmed: 'blue', invoiced: 'blue', paid: 'green' }

/** The state of a bill, including a payment that awaits a second person. */
export function BillTag({ bill }: { readonly bill: { readonly state: BillState; readonly isPrepared: boolean } }) {
  const t = useText()
  if (bill.isPrepared) return <StatusTag tone="gold">{t(texts.prepared)}</StatusTag>
  return <StatusTag tone={billTones[bill.state]}>{t(billStateNames[bill.state])}</StatusTag>
}

export const DayTag = stateTag(dayStateNames, { accruing: 'grey', billed: 'blue', paid: 'green' })
