import type { TaxResultDifference } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'

type Period = Pick<PeriodRow, 'id' | 'centre_id' | 'edition'>

/** Our declared tax of a payee, with the index of the ID number. */
export interface PlatformResult extends Row<'tax_line', 'operator_id' | 'name' | 'withheld_fen'>, Row<'operator', 'id_number_index' | 'id_number_sealed'> {}

export async function platformResults(ctx: Context, { id, edition }: Period): Promise<PlatformResult[]> {
  return ctx.rows<PlatformResult>`select line.operator_id, line.name, line.withheld_fen, operator.id_number_index, operator.id_number_sealed
    from tax_line line join operator on operator.id = line.operator_id where line.declaration_id = ${id} and line.edition = ${edition} order by line.operator_id`
}

/** A difference that needs an explanation. */
export interface NewResultItem extends Pick<Row<'tax_result_item'>, 'sheet_line' | 'operator_id' | 'person' | 'ours_fen' | 'theirs_fen'> {
  readonly kind: TaxResultDifference
}

export async function insertResult(
  ctx: Context,
  { id, centre_id, edition }: Period,
  of: { fileId: string; sha256: string; rows: number },
  items: readonly NewResultItem[],
): Promise<number> {
  const values = { declaration_id: id, centre_id, edition, file_id: of.fileId, sha256: of.sha256, row_count: of.rows, difference_count: items.length }
  const insertedResult = await ctx.db
    .insertInto('tax_result')
    .values({ ...values, by_id: ctx.actor.userId, at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (items.length === 0) return insertedResult.id
  const types = {
    kind: 'text',
    sheet_line: 'integer',
    operator_id: 'bigint',
    person: 'text',
    has_ours: 'integer',
    ours_fen: 'bigint',
    has_theirs: 'integer',
    theirs_fen: 'bigint',
  } as const
  const rows = items.map((item) => ({ ...item, has_ours: item.ours_fen === null ? 0 : 1, has_theirs: item.theirs_fen === null ? 0 : 1 }))
  await ctx.run`insert into tax_result_item (result_id, centre_id, kind, sheet_line, operator_id, person, ours_fen, theirs_fen)
    select ${insertedResult.id}::bigint, ${centre_id}::bigint, kind, nullif(sheet_line, 0), nullif(operator_id, 0), coalesce(person, ''),
      case when has_ours = 1 then coalesce(ours_fen, 0) end, case when has_theirs = 1 then coalesce(theirs_fen, 0) end
    from ${rowsFrom('fresh', types, rows)}`
  return insertedResult.id
}

export interface ResultRecord extends Row<'tax_result'> {
  by_name: string
  open: number
}

/** Returns the latest result of a period's edition. */
export async function newestResult(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>): Promise<ResultRecord | undefined> {
  return ctx.row<ResultRecord>`select result.*, app_user.name as by_name,
      (select count(*)::int from tax_result_item item where item.result_id = result.id and item.reason = '') as open
    from tax_result result join app_user on app_user.id = result.by_id where result.declaration_id = ${id} and result.edition = ${edition} order by result.id desc limit 1`
}

export interface ResultItemRow extends Row<'tax_result_item'> {
  kind: TaxResultDifference
  by_name: string | null
}

/** Returns a page of a result's differences, unexplained ones first. */
export async function resultItemsOf(ctx: Context, resultId: number, { page, size }: { page: number; size: number }): Promise<ResultItemRow[]> {
  return ctx.rows<ResultItemRow>`select item.*, app_user.name as by_name from tax_result_item item left join app_user on app_user.id = item.explained_by
    where item.result_id = ${resultId} order by item.reason <> '', item.id limit ${size} offset ${(page - 1) * size}`
}

/** Explains a difference. Returns false if there is no such unexplained difference. */
export async function explainItem(ctx: Context, resultId: number, itemId: number, reason: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('tax_result_item')
    .set({ reason, explained_by: ctx.actor.userId, explained_at: ctx.now })
    .where('id', '=', itemId)
    .where('result_id', '=', resultId)
    .where('reason', '=', '')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
