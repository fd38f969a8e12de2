import { sql } from 'kysely'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { canWorkAt, inScope, scopeOfAllPlaces } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Tables whose rows belong to one centre. The value states whether their lists show one mode at a time. */
const hasModeByTable = { payment_batch: true, contract: true, service_order: true, payout_exception: false, candidate: false } as const

interface PlaceRow {
  centre_id: Row<'payment_batch'>['centre_id']
  centre_name: Row<'centre'>['name']
  mode: Mode | null
}

/**
 * Refuses with the row's place when the row is at another centre or mode that the caller may choose. The page then
 * offers to switch. Returns normally when the row is outside all the caller's places, so that its existence stays
 * hidden.
 */
export async function refuseOtherPlace(ctx: Context, table: keyof typeof hasModeByTable, id: number): Promise<undefined> {
  if (ctx.actor.places.length < 2) return
  const mode = hasModeByTable[table] ? sql`thing.mode` : sql`null::smallint`
  const rows = await ctx.widen(
    'the place of a record',
    () =>
      ctx.rows<PlaceRow>`select thing.centre_id, centre.name as centre_name, ${mode} as mode from ${sql.table(table)} thing join centre on centre.id = thing.centre_id
      where thing.id = ${id} and ${inScope(scopeOfAllPlaces(ctx), 'thing')}`,
  )
  const [at] = rows
  if (!at || !canWorkAt(ctx, at.centre_id, at.mode)) return
  if (at.centre_id === ctx.scope.centreId && (at.mode === null || at.mode === ctx.scope.mode)) return
  const place = { centreId: at.centre_id, mode: at.mode }
  throw new Refusal('other_place', kernelRefusals.otherPlace, { centre: at.centre_name, mode: String(at.mode) }, { place })
}
