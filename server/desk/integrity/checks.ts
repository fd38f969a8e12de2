import { brokenSignatures } from '#/server/desk/audit/public.ts'
import { lostBroken } from '#/server/desk/integrity/store-behind.ts'
import { reportChecks } from '#/server/desk/reports/public.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Signer } from '#/server/lib/vault/statements.ts'
import { type CheckedUntil, invariants, offendersOf } from '#/server/money/ledger/public.ts'

/** An invariant with its query; runs as the database owner. */
export interface Check {
  readonly name: string
  readonly title: string
  /** Whether it concerns a copy that can be rebuilt from the books; such a failure does not stop payouts. */
  readonly isCopy?: boolean
  /** Returns at most twenty offenders; with `since`, only among recent rows. */
  broken(db: Db, since: CheckedUntil | null, real: Date): Promise<string[]>
}

/** The check that the database has everything that servers committed and sent to banks. */
export const lostCheck = 'INV-76'

/** Returns all checks, or only those of the trail. */
export function checksWith(signer: Signer, only: 'all' | 'trail' = 'all'): readonly Check[] {
  return [
    ...invariants(only).map(
      (each): Check => ({
        name: each.name,
        title: each.title,
        broken: (db, since) => offendersOf(db, each, since),
      }),
    ),
    ...(only === 'all'
      ? [...reportChecks, { name: lostCheck, title: 'every order that the database lost is brought back as an exception', broken: lostBroken }]
      : []),
    { name: 'INV-30', title: 'the chains of the trail are what was signed of them, day by day', broken: (db, _, real) => brokenSignatures(db, signer, real) },
  ]
}
