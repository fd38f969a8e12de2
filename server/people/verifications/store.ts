import { type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { VerificationState } from '#/api/people/verifications.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { countOf, type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cardTail } from '#/server/people/operators/public.ts'

export interface VerificationRow
  extends Row<
    'hand_verification',
    'id' | 'state' | 'operator_id' | 'card_id' | 'centre_id' | 'file_id' | 'reason' | 'asked_by' | 'asked_at' | 'decided_at' | 'decision'
  > {
  state: VerificationState
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  card_tail: Row<'operator_card'>['card_tail'] | null
  asker: Row<'app_user'>['name']
  decider: Row<'app_user'>['name'] | null
}

const selection = sql`select hand.id, hand.state, hand.operator_id, hand.card_id, hand.centre_id, hand.file_id, hand.reason, hand.asked_by, hand.asked_at, hand.decided_at,
    hand.decision, operator.name as operator_name, operator.code as operator_code, ${cardTail(sql`hand.card_id`)} as card_tail, asker.name as asker, decider.name as decider
  from hand_verification hand join operator on operator.id = hand.operator_id
    join app_user asker on asker.id = hand.asked_by left join app_user decider on decider.id = hand.decided_by`

type Filter = FilterOf<Modules['verifications']['list']>

function listing(ctx: Context, { state, operatorId, isForMe }: Filter): Listing {
  const where = sql<SqlBool>`${inScope(ctx.scope, 'hand')} and ${state === undefined ? sql`true` : sql`hand.state = ${state}`}
    and ${operatorId === undefined ? sql`true` : sql`hand.operator_id = ${operatorId}`}
    and ${isForMe ? sql`hand.state = 'waiting' and hand.asked_by <> ${ctx.actor.userId}` : sql`true`}`
  return { table: sql`hand_verification hand`, where, id: sql`hand.id`, places: operatorId === undefined ? placesInScope(ctx, 'hand') : null }
}

/** Returns manual verifications in the caller's scope, newest first, and the number pending. */
export async function list(
  ctx: Context,
  filter: Filter,
  page: PageRequest,
): Promise<{ rows: VerificationRow[]; next: number | null; count: number; waiting: number }> {
  const filteredListing = listing(ctx, filter)
  const found = await pageOf(ctx, filteredListing, page, sql<VerificationRow>`${selection}`)
  return { ...found, waiting: await countOf(ctx, listing(ctx, { ...filter, state: 'waiting' })) }
}

/** Returns a verification in the caller's scope, locked. */
export const lock = (ctx: Context, id: number): Promise<VerificationRow | undefined> =>
  ctx.row<VerificationRow>`${selection} where hand.id = ${id} and ${inScope(ctx.scope, 'hand')} for no key update of hand`

/** Returns whether a verification of this identity or card is pending. */
export const hasPendingVerification = async (ctx: Context, operatorId: number, cardId: number | null): Promise<boolean> =>
  (await ctx.rows`select from hand_verification where operator_id = ${operatorId} and coalesce(card_id, 0) = ${cardId ?? 0} and state = 'waiting'`).length > 0

export async function insert(
  ctx: Context,
  row: { readonly centreId: number; readonly operatorId: number; readonly cardId: number | null; readonly fileId: string; readonly reason: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('hand_verification')
    .values({
      centre_id: row.centreId,
      operator_id: row.operatorId,
      card_id: row.cardId,
      file_id: row.fileId,
      reason: row.reason,
      asked_by: ctx.actor.userId,
      asked_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function closeVerification(ctx: Context, id: number, state: VerificationState, decision: string): Promise<void> {
  await ctx.db.updateTable('hand_verification').set({ state, decision, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}
