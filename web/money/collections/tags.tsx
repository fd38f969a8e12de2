import { claimStateNames, invoiceStatusNames, objectionStateNames, receivedStateNames, taxStatusNames } from '#/api/money/collections.texts.ts'
import type { ClaimState, ObjectionState } from '#/domain/money/collection.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

/** A claim with its results and available actions. */
export type ClaimDetail = OutputOf<typeof api.collections.get>
export type Objection = OutputOf<typeof api.collections.objections>['rows'][number]

const claimTones: Readonly<Record<ClaimState, StatusTone>> = {
  draft: 'grey',
  pending: 'gold',
  confirmed: 'gold',
  paying: 'blue',
  paid: 'green',
  returned: 'red',
  cancelled: 'grey',
}
const objectionTones: Readonly<Record<ObjectionState, StatusTone>> = { open: 'gold', answered: 'gold', upheld: 'red', rejected: 'green', withdrawn: 'grey' }

/** The state of a claim, including a returned payment. */
export function ClaimTag({ claim }: { readonly claim: { readonly state: ClaimState; readonly cameBack: boolean } }) {
  const t = useText()
  const name = t(claimStateNames[claim.state])
  return <StatusTag tone={claimTones[claim.state]}>{claim.cameBack ? `${name} · ${t(texts.cameBack)}` : name}</StatusTag>
}

/** The state of an objection. Overdue ones are marked. */
export function ObjectionTag({ state, isLate = false }: { readonly state: ObjectionState; readonly isLate?: boolean }) {
  const t = useText()
  const name = t(objectionStateNames[state])
  return <StatusTag tone={isLate ? 'red' : objectionTones[state]}>{isLate ? `${name} · ${t(texts.late)}` : name}</StatusTag>
}

export const ReceivedTag = stateTag(receivedStateNames, { underway: 'blue', arrived: 'green', failed: 'red', returned: 'purple' })

export const TaxTag = stateTag(taxStatusNames, {
  none: 'grey',
  waiting: 'grey',
  withheld: 'blue',
  closed: 'blue',
  declared: 'blue',
  certified: 'green',
})

export const InvoiceTag = stateTag(invoiceStatusNames, { none: 'grey', applied: 'blue', issued: 'green' })
