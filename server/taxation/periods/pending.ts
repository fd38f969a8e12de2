import { sql } from 'kysely'
import { monthOf } from '#/domain/base/period.ts'
import type { PendingPeriodStep } from '#/domain/taxation/tax-declaration.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingKind, type PlaceSum, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/**
 * Counts the tax periods to declare, pay or correct, or those with a closing, payment or reversal of another user to
 * confirm.
 */
function sumPendingPeriods(ctx: Context, scope: Scope, what: PendingPeriodStep): Promise<PlaceSum[]> {
  const toDeclare = sql`((period.state in ('open', 'confirmed', 'declared', 'correcting') and period.month < ${monthOf(ctx.now)})
    or (period.state in ('declared', 'paid', 'certified', 'archived') and exists (select from tax_adjustment back where back.centre_id = period.centre_id
      and back.period = period.month and back.mode = 2 and back.kind = 'uncounted' and back.edition is null)))`
  const toConfirm = sql`((period.state = 'closed' and period.closed_by <> ${ctx.actor.userId})
    or exists (select from tax_entry entry where entry.declaration_id = period.id
      and ((entry.state = 'proposed' and entry.by_id <> ${ctx.actor.userId}) or (entry.state = 'reversing' and entry.reverse_by <> ${ctx.actor.userId}))))`
  const where = what === 'toDeclare' ? toDeclare : toConfirm
  return sumsByPlace(ctx, scope, { table: sql`tax_declaration period`, as: 'period', where, hasMode: true })
}

const page = 'taxListWtdz'

/** Pending tax periods: those to declare, and those that wait for a second person. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'taxPeriods',
    page,
    query: 'waits=toDeclare',
    rights: ['tax:edit'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => sumPendingPeriods(ctx, scope, 'toDeclare'),
  },
  {
    kind: 'taxToConfirm',
    page,
    query: 'waits=toConfirm',
    rights: ['tax:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => sumPendingPeriods(ctx, scope, 'toConfirm'),
  },
]
