import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface MergeRow extends Row<'candidate_merge'> {
  /** Null when the operator did not have the card. */
  card_was_verified: boolean | null
  /** Null when the operator was not linked to the unit. */
  link_was_active: boolean | null
}

/** Returns the state that a merge is about to change. */
export async function stateBeforeMerge(
  ctx: Context,
  of: { operatorId: number; unitId: number; cardIndex: string },
): Promise<Pick<MergeRow, 'card_was_verified' | 'card_verified_at' | 'link_was_active' | 'identity_was_verified'>> {
  const card = await ctx.db
    .selectFrom('operator_card')
    .select(['is_verified', 'verified_at'])
    .where('operator_id', '=', of.operatorId)
    .where('card_no_index', '=', of.cardIndex)
    .executeTakeFirst()
  const link = await ctx.db
    .selectFrom('unit_operator')
    .select('is_active')
    .where('operator_id', '=', of.operatorId)
    .where('unit_id', '=', of.unitId)
    .executeTakeFirst()
  const operator = await ctx.db.selectFrom('operator').select('is_identity_verified').where('id', '=', of.operatorId).executeTakeFirst()
  return {
    card_was_verified: card?.is_verified ?? null,
    card_verified_at: card?.verified_at ?? null,
    link_was_active: link?.is_active ?? null,
    identity_was_verified: operator?.is_identity_verified ?? false,
  }
}

export async function insertMerge(
  ctx: Context,
  merge: Omit<MergeRow, 'id' | 'line_ids' | 'merged_by' | 'merged_at' | 'undone_by' | 'undone_at'>,
): Promise<void> {
  await ctx.db
    .insertInto('candidate_merge')
    .values({ ...merge, merged_by: ctx.actor.userId, merged_at: ctx.now })
    .execute()
}

/** Returns the candidate's current merge. */
export async function lastMerge(ctx: Context, candidateId: number): Promise<(MergeRow & { operator_name: Row<'operator'>['name'] | null }) | undefined> {
  return ctx.row<MergeRow & { operator_name: Row<'operator'>['name'] | null }>`select made.*, operator.name as operator_name from candidate_merge made
    left join operator on operator.id = made.operator_id where made.candidate_id = ${candidateId} and made.undone_at is null order by made.id desc limit 1`
}

/** Stores the lines that received the operator's name and number. */
export async function recordMergedLines(ctx: Context, mergeId: number, lineIds: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('candidate_merge')
    .set({ line_ids: [...lineIds] })
    .where('id', '=', mergeId)
    .execute()
}

/** Returns the candidate's latest undone merge. */
export const lastUndoneMerge = (ctx: Context, candidateId: number): Promise<MergeRow | undefined> =>
  ctx.row<MergeRow>`select * from candidate_merge where candidate_id = ${candidateId} and undone_at is not null order by id desc limit 1`

/** Returns whether the person is under review for the unit again. */
export const hasPendingCandidate = async (ctx: Context, unitId: number, idIndex: string): Promise<boolean> =>
  (await ctx.rows`select from candidate where unit_id = ${unitId} and id_number_index = ${idIndex} and state in ('open', 'waiting')`).length > 0

/** Undoes a merge of the last day with its cards and links. Returns false when it is too late or the card is in use. */
export const undoMerge = async (ctx: Context, mergeId: number): Promise<boolean> =>
  (await ctx.row<{ done: boolean }>`select app.undo_merge(${mergeId}, ${ctx.actor.userId}, ${ctx.now}) as done`)?.done ?? false
