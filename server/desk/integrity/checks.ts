import { signatureViolations, trailInvariants } from '#/server/desk/audit/public.ts'
import { reportChecks } from '#/server/desk/reports/public.ts'
import type { Db } from '#/server/kernel/context.ts'
import { type CheckedUntil, type Invariant, violationsOf } from '#/server/kernel/declarations/invariant.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'

/** An invariant with its query; runs as the database owner. */
export interface IntegrityCheck {
  readonly name: string
  readonly title: string
  /**
   * Whether the check concerns a copy that can be rebuilt from the books. A failed check of a copy does not stop
   * payouts.
   */
  readonly isCopy?: boolean
  /** Returns at most twenty offending rows; with `since`, only recent ones. */
  broken(db: Db, since: CheckedUntil | null, real: Date): Promise<string[]>
}

const checkOf = (invariant: Invariant): IntegrityCheck => ({
  name: invariant.name,
  title: invariant.title,
  broken: (db, since) => violationsOf(db, invariant, since),
})

export const trailChecks = (signer: StatementSigner): readonly IntegrityCheck[] => [
  ...trailInvariants.map(checkOf),
  { name: 'INV-30', title: 'the chains of the trail are what was signed of them, day by day', broken: (db, _, real) => signatureViolations(db, signer, real) },
]

/** Returns all checks: those of the books, of the reports and of the audit trail. */
export function allChecks({ invariants, signer }: { readonly invariants: readonly Invariant[]; readonly signer: StatementSigner }): readonly IntegrityCheck[] {
  const bookInvariants = invariants.filter((invariant) => !trailInvariants.includes(invariant))
  return [...bookInvariants.map(checkOf), ...reportChecks, ...trailChecks(signer)]
}
