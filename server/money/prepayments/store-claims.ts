import { sql } from 'kysely'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { creditState, isUnclaimed } from '#/server/money/prepayments/store-credits.ts'

export interface OpenCredit
  extends Row<'bank_credit', 'id' | 'centre_id' | 'mode' | 'unit_id' | 'serial' | 'amount_fen' | 'payer_name' | 'payer_account' | 'credited_at' | 'state'> {
  mode: Mode
}

const columns = sql`credit.id, credit.centre_id, credit.mode, credit.unit_id, credit.serial, credit.amount_fen, credit.payer_name, credit.payer_account, credit.credited_at,
  ${creditState} as state`

/** Returns whether this is the unit's own name, compared by `app.comparable_name`. */
export const isUnitName = async (ctx: Context, unitId: number, name: string): Promise<boolean> =>
  (await ctx.rows`select from unit where id = ${unitId} and comparable_name = app.comparable_name(${name}::text)`).length > 0

/** Finds the centre's unclaimed credit with exactly these values, unless it is tied to another unit. */
export async function findExactCredit(
  ctx: Context,
  stated: { centreId: number; unitId: number; serial: string; amount: number; payerName: string },
): Promise<OpenCredit | undefined> {
  return ctx.row<OpenCredit>`select ${columns} from bank_credit credit where credit.serial = ${stated.serial} and credit.centre_id = ${stated.centreId}
    and credit.amount_fen = ${stated.amount} and ${isUnclaimed} and (credit.unit_id is null or credit.unit_id = ${stated.unitId})
    and credit.comparable_payer = app.comparable_name(${stated.payerName}::text)`
}

/** Locks and returns a credit of the caller's centre. */
export async function lockCredit(ctx: Context, id: number): Promise<OpenCredit | undefined> {
  await ctx.run`select id from bank_credit where id = ${id} for no key update`
  return ctx.row<OpenCredit>`select ${columns} from bank_credit credit where credit.id = ${id} and ${inScope(ctx.scope, 'credit', { mode: true })}`
}

/** Assigns an unclaimed credit to a unit. Returns false after a concurrent claim. */
export async function assignToUnit(ctx: Context, id: number, { unitId, mode }: { unitId: number; mode: Mode }): Promise<boolean> {
  const result = await ctx.db
    .updateTable('bank_credit')
    .set({ state: 'matched', unit_id: unitId, mode })
    .where('id', '=', id)
    .where('state', '=', 'unclaimed')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Inserts the application that claims the credit. Returns null if its serial was submitted before. */
export async function insertClaim(
  ctx: Context,
  { no, unitId, mode, reason, fileId, credit }: { no: string; unitId: number; mode: Mode; reason: string; fileId: string; credit: OpenCredit },
): Promise<number | null> {
  const row = await ctx.row<
    Row<'topup', 'id'>
  >`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, state, bank_credit_id, claim_reason, claim_file_id, submitted_by, submitted_at)
    values (${no}, ${credit.centre_id}, ${unitId}, ${mode}, ${credit.amount_fen}, ${credit.payer_name}, ${credit.payer_account}, ${credit.serial}, 'submitted', ${credit.id},
      ${reason}, ${fileId}, ${ctx.actor.userId}, ${ctx.now}) on conflict do nothing returning id`
  const id = row?.id
  if (id === undefined) return null
  await ctx.run`update topup set state = 'matched', version = version + 1 where id = ${id}`
  return id
}

/** Adds the return of a credit and returns its id. */
export async function addReturn(
  ctx: Context,
  credit: OpenCredit,
  { reason, paidOn, bankSerial, fileId }: { reason: string; paidOn: string; bankSerial: string; fileId: string },
): Promise<number> {
  const creditKey = { credit_id: credit.id, centre_id: credit.centre_id, mode: credit.mode }
  const { id } = await ctx.db
    .insertInto('credit_return')
    .values({ ...creditKey, reason, paid_on: paidOn, bank_serial: bankSerial, slip_file_id: fileId, proposed_by: ctx.actor.userId, proposed_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the pending return of a credit. */
export async function findPendingReturn(ctx: Context, creditId: number): Promise<Row<'credit_return', 'id' | 'proposed_by' | 'bank_serial'> | undefined> {
  return ctx.db
    .selectFrom('credit_return')
    .select(['id', 'proposed_by', 'bank_serial'])
    .where('credit_id', '=', creditId)
    .where('state', '=', 'proposed')
    .executeTakeFirst()
}

export async function decideReturn(ctx: Context, id: number, state: 'confirmed' | 'declined', answer: string): Promise<void> {
  await ctx.db.updateTable('credit_return').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}

export async function setCreditState(ctx: Context, id: number, state: 'returning' | 'returned' | 'unclaimed'): Promise<void> {
  await ctx.db.updateTable('bank_credit').set({ state }).where('id', '=', id).execute()
}
