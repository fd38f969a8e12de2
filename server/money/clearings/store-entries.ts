import { sql } from 'kysely'
import type { ClearingEntry } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type ClearingRow, change } from '#/server/money/clearings/store.ts'

export type EntryRow = Row<'tax_clearing_entry'>

type NewEntry = Pick<EntryRow, 'of_day' | 'file_id'> &
  Partial<Pick<EntryRow, 'amount_fen' | 'serial' | 'choice' | 'reason' | 'clearing_version'>> & { readonly kind: ClearingEntry }

/** Returns whether the centre already has a transfer, or an entry that was not rejected, with this bank reference. */
export async function isSerialUsed(ctx: Context, centreId: number, serial: string): Promise<boolean> {
  const at = { centre_id: centreId, serial }
  const [paid, entered] = await Promise.all([
    ctx.db.selectFrom('tax_clearing_payment').select('id').where('centre_id', '=', at.centre_id).where('serial', '=', serial).executeTakeFirst(),
    ctx.db
      .selectFrom('tax_clearing_entry')
      .select('id')
      .where('centre_id', '=', at.centre_id)
      .where('serial', '=', serial)
      .where('state', '<>', 'rejected')
      .executeTakeFirst(),
  ])
  return paid !== undefined || entered !== undefined
}

/** Adds an entry by the caller and increments the version of the clearing, so a repeated request is refused. */
export async function add(ctx: Context, row: Pick<ClearingRow, 'id' | 'version' | 'centre_id' | 'operator_id'>, entry: NewEntry): Promise<void> {
  const place = { clearing_id: row.id, centre_id: row.centre_id, operator_id: row.operator_id }
  await ctx.db
    .insertInto('tax_clearing_entry')
    .values({ ...place, ...entry, created_by: ctx.actor.userId ?? 0, created_at: ctx.now })
    .execute()
  await change(ctx, row, {})
}

/** Returns the unconfirmed entry of a clearing. */
export async function pendingOf(ctx: Context, clearingId: number): Promise<EntryRow | undefined> {
  return ctx.db.selectFrom('tax_clearing_entry').selectAll().where('clearing_id', '=', clearingId).where('state', '=', 'pending').executeTakeFirst()
}

/** Confirms or rejects an entry as the caller. The calling function updates the clearing. */
export async function decide(
  ctx: Context,
  { id }: Pick<EntryRow, 'id'>,
  { state, answer }: { readonly state: 'confirmed' | 'rejected'; readonly answer: string },
): Promise<void> {
  await ctx.db.updateTable('tax_clearing_entry').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}

/** Returns whether the caller's mobile number is the person's. The person may have no account to compare. */
export async function isMobileOfPerson(ctx: Context, { operator_id }: Pick<ClearingRow, 'operator_id'>): Promise<boolean> {
  const { rows } = await sql<{ mobile: string | null }>`select app.own_mobile() as mobile`.execute(ctx.db)
  const mobile = rows[0]?.mobile
  if (!mobile) return false
  const person = await ctx.db.selectFrom('operator').select('mobile_index').where('id', '=', operator_id).executeTakeFirst()
  return person?.mobile_index === ctx.vault.index('mobile', mobile)
}
