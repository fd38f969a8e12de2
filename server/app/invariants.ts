import { invariants as roles } from '#/server/access/roles/invariants.ts'
import { invariants as audit } from '#/server/desk/audit/invariants.ts'
import { invariants as integrity } from '#/server/desk/integrity/invariants.ts'
import { invariants as reports } from '#/server/desk/reports/invariants.ts'
import type { Db } from '#/server/kernel/context.ts'
import { type Invariant, violationsOf } from '#/server/kernel/declarations/invariant.ts'
import { invariants as clearings } from '#/server/money/clearings/invariants.ts'
import { invariants as collections } from '#/server/money/collections/invariants.ts'
import { invariants as commissions } from '#/server/money/commissions/invariants.ts'
import { invariants as ledger } from '#/server/money/ledger/invariants.ts'
import { invariants as payments } from '#/server/money/payments/invariants.ts'
import { invariants as payouts } from '#/server/money/payouts/invariants.ts'
import { invariants as prepayments } from '#/server/money/prepayments/invariants.ts'
import { invariants as reconciliation } from '#/server/money/reconciliation/invariants.ts'
import { invariants as residences } from '#/server/money/residences/invariants.ts'
import { invariants as tax } from '#/server/money/tax/invariants.ts'
import { invariants as applications } from '#/server/onboarding/applications/invariants.ts'
import { invariants as imports } from '#/server/onboarding/imports/invariants.ts'
import { invariants as disputes } from '#/server/people/disputes/invariants.ts'
import { invariants as accounting } from '#/server/taxation/accounting/invariants.ts'
import { invariants as businessFilings } from '#/server/taxation/businessfilings/invariants.ts'
import { invariants as businessInvoices } from '#/server/taxation/businessinvoices/invariants.ts'
import { invariants as invoices } from '#/server/taxation/invoices/invariants.ts'
import { invariants as periods } from '#/server/taxation/periods/invariants.ts'
import { invariants as platform } from '#/server/taxation/platformreports/invariants.ts'
import { invariants as policies } from '#/server/taxation/policies/invariants.ts'

export const invariants: readonly Invariant[] = [
  ...ledger,
  ...payments,
  ...tax,
  ...clearings,
  ...payouts,
  ...commissions,
  ...reconciliation,
  ...applications,
  ...imports,
  ...residences,
  ...disputes,
  ...periods,
  ...platform,
  ...businessFilings,
  ...policies,
  ...collections,
  ...prepayments,
  ...invoices,
  ...businessInvoices,
  ...accounting,
  ...reports,
  ...roles,
  ...audit,
  ...integrity,
]

export interface InvariantFinding {
  readonly name: string
  readonly title: string
  readonly offenders: readonly string[]
}

/** Runs the invariants one after another and returns the broken ones. `db` must be connected as the database owner. */
export async function checkInvariants(db: Db, only: readonly Invariant[] = invariants): Promise<InvariantFinding[]> {
  const brokenFindings: InvariantFinding[] = []
  for (const each of only) {
    const offenders = await violationsOf(db, each, null)
    if (offenders.length > 0) brokenFindings.push({ name: each.name, title: each.title, offenders })
  }
  return brokenFindings
}
