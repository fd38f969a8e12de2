import type { ClearingEntryKind } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type ClearingRow, update } from '#/server/money/clearings/store.ts'

export type EntryRow = Row<'tax_clearing_entry'>

type NewEntry = Pick<EntryRow, 'of_day' | 'file_id'> &
  Partial<Pick<EntryRow, 'amount_fen' | 'serial' | 'choice' | 'reason' | 'clearing_version' | 'payment_id'>> & { readonly kind: ClearingEntryKind }

/** Adds an entry by the caller and returns its id. Increments the version of the clearing, so a repeated request is refused. */
export async function insert(ctx: Context, row: Pick<ClearingRow, 'id' | 'version' | 'centre_id' | 'operator_id'>, entry: NewEntry): Promise<number> {
  const clearingKey = { clearing_id: row.id, centre_id: row.centre_id, operator_id: row.operator_id }
  const { id } = await ctx.db
    .insertInto('tax_clearing_entry')
    .values({ ...clearingKey, ...entry, created_by: ctx.actor.userId ?? 0, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await update(ctx, row, {})
  return id
}

/** Returns the unconfirmed entry of a clearing. */
export async function pendingEntryOf(ctx: Context, clearingId: number): Promise<EntryRow | undefined> {
  return ctx.db.selectFrom('tax_clearing_entry').selectAll().where('clearing_id', '=', clearingId).where('state', '=', 'pending').executeTakeFirst()
}

/** Confirms or rejects an entry as the caller. The calling function updates the clearing. */
export async function decideEntry(
  ctx: Context,
  { id }: Pick<EntryRow, 'id'>,
  { state, answer }: { readonly state: 'confirmed' | 'rejected'; readonly answer: string },
): Promise<void> {
  await ctx.db.updateTable('tax_clearing_entry').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}

/** Returns whether the caller's mobile number is the person's. The person may have no account to compare. */
export async function isMobileOfPerson(ctx: Context, { operator_id }: Pick<ClearingRow, 'operator_id'>): Promise<boolean> {
  const rows = await ctx.rows<{ mobile: string | null }>`select app.own_mobile() as mobile`
  const mobile = rows[0]?.mobile
  if (!mobile) return false
  const person = await ctx.db.selectFrom('operator').select('mobile_index').where('id', '=', operator_id).executeTakeFirst()
  return person?.mobile_index === ctx.vault.index('mobile', mobile)
}
