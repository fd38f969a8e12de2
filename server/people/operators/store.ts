import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import type { Context } from '#/server/kernel/context.ts'
import { beginsWith } from '#/server/lib/database/prefix.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type SealedColumns, sealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'

type Numbers = keyof SealedColumns<'id_number' | 'mobile'>

/** A card with its verification; `verified_by` is empty when unverified. */
export interface CheckedCard {
  readonly operator_id: number
  readonly card_no: string
  readonly bank_name: string
  readonly is_verified: boolean
  readonly verified_by: string
}

/**
 * Stores the bank's answers about cards that a unit submitted (`unitId`), or the person or record keeper (null). A new
 * answer replaces the earlier one. A denial to a unit does not undo an earlier confirmation, and a missing answer
 * changes nothing.
 */
export async function saveCards(ctx: Context, cards: readonly CheckedCard[], unitId: number | null): Promise<void> {
  if (cards.length === 0) return
  const isUnitCard = sql.lit(unitId !== null)
  const rows = cards.map(({ card_no, ...card }) => ({ ...card, ...sealedColumns(ctx, { card_no }), card_tail: card_no.slice(-4) }))
  await ctx.run`insert into operator_card (operator_id, card_no_sealed, card_no_index, card_tail, bank_name, is_default, is_verified, verified_by, verified_at,
      brought_by)
    select operator_id, card_no_sealed, card_no_index, card_tail, bank_name, false, is_verified, verified_by, case when verified_by <> '' then ${ctx.now}::timestamptz end,
      ${unitId}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as fresh(operator_id bigint, card_no_sealed text, card_no_index text, card_tail text, bank_name text, is_verified boolean, verified_by text)
    on conflict (operator_id, card_no_index) do update set is_verified = excluded.is_verified, verified_by = excluded.verified_by, verified_at = excluded.verified_at
      where excluded.verified_by <> '' and not (${isUnitCard} and operator_card.is_verified)`
}

/** Returns whether the bank has confirmed this card of this person. */
export async function isConfirmed(ctx: Context, operatorId: number, cardNo: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('operator_card')
    .select('is_verified')
    .where('operator_id', '=', operatorId)
    .where('card_no_index', '=', ctx.vault.index('card_no', cardNo))
    .executeTakeFirst()
  return row?.is_verified ?? false
}

/** Returns who confirmed this card of this person; empty when unconfirmed. */
export async function verifierOf(ctx: Context, operatorId: number, cardNo: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('operator_card')
    .select('verified_by')
    .where('operator_id', '=', operatorId)
    .where('card_no_index', '=', ctx.vault.index('card_no', cardNo))
    .where('is_verified', '=', true)
    .executeTakeFirst()
  return row?.verified_by ?? ''
}

/** Returns whether the person works with the unit. */
export async function worksWithUnit(ctx: Context, operatorId: number, unitId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('unit_operator')
    .select('is_active')
    .where('operator_id', '=', operatorId)
    .where('unit_id', '=', unitId)
    .executeTakeFirst()
  return row?.is_active ?? false
}

/** Makes a confirmed card the one that this unit uses for the person; other units are unaffected. */
export async function setUnitCard(ctx: Context, of: { operatorId: number; unitId: number; cardNo: string }): Promise<void> {
  await ctx.run`update unit_operator link set card_id = card.id from operator_card card
    where link.unit_id = ${of.unitId} and link.operator_id = ${of.operatorId} and card.operator_id = ${of.operatorId}
      and card.card_no_index = ${ctx.vault.index('card_no', of.cardNo)} and card.is_verified`
}

/** Returns an operator with the data for verifying a card. */
export async function findOperator(
  ctx: Context,
  id: number,
): Promise<{ id: number; name: string; id_kind: IdKind; id_number: string; mobile: string; status: number; cards: string[] } | undefined> {
  const row = await ctx.row<
    Row<'operator', 'id' | 'id_kind' | 'name' | 'status' | Numbers> & { id_kind: IdKind; cards: Row<'operator_card'>['card_no_sealed'][] }
  >`
    select id, name, id_kind, id_number_sealed, id_number_index, mobile_sealed, mobile_index, status,
      array(select card_no_sealed from operator_card where operator_id = operator.id) as cards
    from operator where id = ${id}`
  return row && { ...unsealRow(ctx, row, ['id_number', 'mobile']), cards: row.cards.map((sealed) => ctx.vault.open('card_no', sealed)) }
}

/** Sets the default card: the person's own, which every unit follows; for a new person the unit's card. */
export async function setDefaultCard(ctx: Context, operatorId: number, cardNo: string, unitId: number | null = null): Promise<void> {
  const index = ctx.vault.index('card_no', cardNo)
  await ctx.db
    .updateTable('operator_card')
    .set({ is_default: false })
    .where('operator_id', '=', operatorId)
    .where('is_default', '=', true)
    .where('card_no_index', '<>', index)
    .execute()
  await ctx.db
    .updateTable('operator_card')
    .set({ is_default: true, brought_by: unitId })
    .where('operator_id', '=', operatorId)
    .where('card_no_index', '=', index)
    .execute()
  await ctx.db.updateTable('unit_operator').set({ card_id: null }).where('operator_id', '=', operatorId).where('card_id', 'is not', null).execute()
}

/** Returns the identity numbers that already have an operator. */
export async function registeredIdNumbers(ctx: Context, idNumbers: readonly string[]): Promise<Set<string>> {
  const byIndex = new Map(idNumbers.map((idNumber) => [ctx.vault.index('id_number', idNumber), idNumber]))
  const rows = await ctx.rows<{
    index: Row<'operator'>['id_number_index']
  }>`select id_number_index as index from operator where id_number_index = any(${[...byIndex.keys()]}::text[])`
  return new Set(rows.flatMap((row) => byIndex.get(row.index) ?? []))
}

/** Links a person to a unit. */
export async function linkUnit(ctx: Context, unitId: number, operatorId: number): Promise<void> {
  await ctx.run`insert into unit_operator (unit_id, operator_id, created_at) values (${unitId}, ${operatorId}, ${ctx.now})
    on conflict (unit_id, operator_id) do update set is_active = true`
}

/** Marks an operator's identity as verified, with the verifier. */
export async function markIdentityVerified(ctx: Context, operatorId: number, by: string): Promise<void> {
  await ctx.db.updateTable('operator').set({ is_identity_verified: true, identity_verified_by: by }).where('id', '=', operatorId).execute()
}

function callerCondition(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.all) return sql<SqlBool>`true`
  if (scope.unitIds.length === 0) return sql<SqlBool>`centre_id = any(${[...scope.centreIds]}::bigint[])`
  return sql<SqlBool>`exists (select from unit_operator link where link.operator_id = operator.id and link.is_active
    and link.unit_id = any(${[...scope.unitIds]}::bigint[]))`
}

/** Returns an operator in the caller's scope with the default card. */
export async function findInScope(
  ctx: Context,
  id: number,
): Promise<{ id: number; name: string; centre_id: number; id_number: string; mobile: string; card_no: string } | undefined> {
  const [row] = await ctx.rows<Row<'operator', 'id' | 'name' | 'centre_id' | Numbers> & { card: Row<'operator_card'>['card_no_sealed'] | null }>`
      select id, name, centre_id, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
        (select card_no_sealed from operator_card card where card.id = app.card_for(operator.id, ${[...ctx.scope.unitIds]}::bigint[])) as card
      from operator where id = ${id} and ${callerCondition(ctx)}`
  return row && { ...unsealRow(ctx, row, ['id_number', 'mobile']), card_no: row.card === null ? '' : ctx.vault.open('card_no', row.card) }
}

/** Searches the caller's operators by name, mobile or identity number. */
export async function searchOperators(
  ctx: Context,
  keyword: string,
  limit: number,
): Promise<{ id: number; name: string; id_number: string; mobile: string; card_tail: string | null }[]> {
  const { vault } = ctx
  const matchesKeyword = sql<SqlBool>`operator.id in (
    select named.id from operator named where ${beginsWith('named.name', keyword)}
    union all select reached.id from operator reached where reached.mobile_index = ${vault.index('mobile', keyword)}
    union all select known.id from operator known where known.id_number_index = ${vault.index('id_number', keyword)})`
  const rows = await ctx.rows<Row<'operator', 'id' | 'name' | Numbers> & { card_tail: Row<'operator_card'>['card_tail'] | null }>`
    select id, name, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
      (select card_tail from operator_card card where card.id = app.card_for(operator.id, ${[...ctx.scope.unitIds]}::bigint[])) as card_tail
    from operator where ${callerCondition(ctx)} and status = ${accountStatus.active} and ${keyword === '' ? sql<SqlBool>`true` : matchesKeyword}
    order by id desc limit ${limit}`
  return rows.map((row) => unsealRow(ctx, row, ['id_number', 'mobile']))
}
