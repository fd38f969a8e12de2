import { type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { type LoggedChange, loggedChanges } from '#/server/kernel/request/store-trail.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'

/** Locks the operator until the transaction ends. */
export const lock = (ctx: Context, operatorId: number): Promise<void> => ctx.run`select from operator where id = ${operatorId} for no key update`

export async function setStatus(ctx: Context, operatorId: number, status: number, reason: string): Promise<void> {
  await ctx.db.updateTable('operator').set({ status, status_reason: reason }).where('id', '=', operatorId).execute()
}

export async function setMobile(ctx: Context, operatorId: number, mobile: string): Promise<void> {
  await ctx.db.updateTable('operator').set(sealedColumns(ctx, { mobile })).where('id', '=', operatorId).execute()
}

/** Locks the operator. Returns its number and centre, and whether another operator has this mobile number. */
export async function lockForMobile(ctx: Context, operatorId: number, mobile: string): Promise<Row<'operator', 'code' | 'centre_id'> & { is_taken: boolean }> {
  return (await ctx.row<Row<'operator', 'code' | 'centre_id'> & { is_taken: boolean }>`select code, centre_id,
    exists (select from operator other where other.mobile_index = ${ctx.vault.index('mobile', mobile)} and other.id <> operator.id) as is_taken
    from operator where id = ${operatorId} for no key update`) as Row<'operator', 'code' | 'centre_id'> & { is_taken: boolean }
}

/** Ends the link between a unit and a person. Returns false if there was none. */
export async function endUnitLink(ctx: Context, operatorId: number, unitId: number): Promise<boolean> {
  const result = await ctx.db
    .updateTable('unit_operator')
    .set({ is_active: false })
    .where('operator_id', '=', operatorId)
    .where('unit_id', '=', unitId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns the confirmed default card. */
export async function confirmedDefaultCard(ctx: Context, operatorId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('operator_card')
    .select('card_no_sealed')
    .where('operator_id', '=', operatorId)
    .where('is_default', '=', true)
    .where('is_verified', '=', true)
    .executeTakeFirst()
  return row ? ctx.vault.open('card_no', row.card_no_sealed) : null
}

/** Returns the default cards of visible operators. */
export async function defaultCards(ctx: Context, operators: readonly { id: number }[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('operator_card')
    .select(['operator_id', 'card_no_sealed'])
    .where('operator_id', 'in', operators.length === 0 ? [0] : operators.map((operator) => operator.id))
    .where('is_default', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.operator_id, ctx.vault.open('card_no', row.card_no_sealed)]))
}

/** Returns trail entries about an operator or candidate, newest first, within the caller's scope. */
export function changes(
  ctx: Context,
  of: { type: 'operator' | 'candidate'; id: number },
  page: { page: number; size: number },
): Promise<{ rows: LoggedChange[]; count: number }> {
  const { scope } = ctx
  const scopeCondition = scope.all
    ? sql`true`
    : scope.unitIds.length > 0
      ? sql`log.unit_id = any(${[...scope.unitIds]}::bigint[])`
      : sql`(log.centre_id is null or log.centre_id = ${scope.centreId})`
  return loggedChanges(ctx, sql<SqlBool>`log.ref_id = ${String(of.id)} and log.ref_type = ${of.type} and ${scopeCondition}`, page)
}
