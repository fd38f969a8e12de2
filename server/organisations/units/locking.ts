import { unitRefusals } from '#/api/organisations/units.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { blockerOf, centreCountsOf, presentUnit, type UnitMove } from '#/server/organisations/units/blockers.ts'
import * as store from '#/server/organisations/units/store.ts'

/** Formats units with the actions that the caller may take. */
export async function present(ctx: Context, rows: readonly store.UnitRow[]) {
  const centreCountOf = await centreCountsOf(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => presentUnit(ctx, row, centreCountOf(row.id)))
}

/** Returns a unit. Refuses when the caller does not see it. */
export async function requireUnit(ctx: Context, id: number): Promise<store.UnitRow> {
  const [row] = await store.listByIds(ctx, [id])
  return row ?? refuse(unitRefusals, 'notFound')
}

/** Reads and formats a unit after a change. */
export async function unitResponse(ctx: Context, id: number) {
  const [unit] = await present(ctx, [await requireUnit(ctx, id)])
  return unit ?? refuse(unitRefusals, 'notFound')
}

/** A unit, and the version of it that the caller saw. */
interface Target {
  readonly id: number
  readonly version: number
}

/** Returns the unit. Refuses callers without permission or with a stale version. */
export async function expectAllowed(ctx: Context, of: Target, action: UnitMove): Promise<store.UnitRow> {
  const row = await requireUnit(ctx, of.id)
  const blocker = blockerOf(ctx, row, (await centreCountsOf(ctx, [of.id]))(of.id), action)
  if (blocker) refuse(unitRefusals, blocker)
  if (row.version !== of.version) refuse(unitRefusals, 'changedMeanwhile', { name: row.name })
  return row
}

/** Locks and returns the unit. Refuses callers without permission or with a stale version. */
export async function lockForUpdate(ctx: Context, of: Target, action: UnitMove): Promise<store.UnitRow> {
  await store.lock(ctx, [of.id], action === 'close')
  return expectAllowed(ctx, of, action)
}
