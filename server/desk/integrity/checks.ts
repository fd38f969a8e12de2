import { brokenSignatures } from '#/server/desk/audit/public.ts'
import { reportChecks } from '#/server/desk/reports/public.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Signer } from '#/server/lib/vault/statements.ts'
import { invariants, offendersOf, type Since } from '#/server/money/ledger/public.ts'

/** Something that must hold, and how it is asked; the database is read as its owner. */
export interface Check {
  readonly name: string
  readonly title: string
  /** It is about a copy that can be made anew from the books: payouts go on without it. */
  readonly isCopy?: boolean
  /** What breaks it, at most twenty of them; with `since`, among what is recent. */
  broken(db: Db, since: Since | null, real: Date): Promise<string[]>
}

/** All checks, or the trail's alone. */
export function checksWith(signer: Signer, only: 'all' | 'trail' = 'all'): readonly Check[] {
  return [
    ...invariants(only).map(
      (each): Check => ({
        name: each.name,
        title: each.title,
        broken: (db, since) => offendersOf(db, each, since),
      }),
    ),
    ...(only === 'all' ? reportChecks : []),
    { name: 'INV-30', title: 'the chains of the trail are what was signed of them, day by day', broken: (db, _, real) => brokenSignatures(db, signer, real) },
  ]
}
