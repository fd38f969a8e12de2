import { type Expression, type SqlBool, sql } from 'kysely'
import type { ImportIssue, ImportResult, ImportRowState } from '#/domain/onboarding/import.ts'
import type { ImportCell } from '#/domain/onboarding/import-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { cachedVaultOf, type SealedColumns, sealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'

const numberColumns = ['id_number', 'mobile', 'card_no'] as const

type NumberColumn = (typeof numberColumns)[number]

/** A row with its numbers unsealed. */
export interface UnsealedRow
  extends Row<'import_row', 'id' | 'seq' | 'name' | 'cells' | 'issues' | 'state' | 'result' | 'made_id'>,
    Readonly<Record<NumberColumn | 'id_address', string>> {
  readonly cells: Readonly<Partial<Record<ImportCell, string>>>
  readonly issues: readonly ImportIssue[]
  readonly state: ImportRowState
  readonly result: ImportResult | null
}

type StoredRow = Omit<UnsealedRow, NumberColumn | 'id_address'> & SealedColumns<NumberColumn> & Row<'import_row', 'id_address_sealed'>

const rowColumns = sql`id, seq, name, cells, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, id_address_sealed, issues, state, result, made_id`

const unsealRows = (ctx: Context, rows: readonly StoredRow[]): UnsealedRow[] =>
  rows.map(({ id_address_sealed: address, ...row }) => ({
    ...(unsealRow(ctx, row, numberColumns) as unknown as UnsealedRow),
    id_address: ctx.vault.open('id_address', address),
  }))

/** Returns a list's rows in file order, or those in some states. */
export async function rowsOf(ctx: Context, sheetId: number, of: { states?: readonly ImportRowState[]; most?: number } = {}): Promise<UnsealedRow[]> {
  const stateCondition = of.states ? sql<SqlBool>`state = any(${[...of.states]}::text[])` : sql<SqlBool>`true`
  const limit = of.most === undefined ? sql`` : sql`limit ${of.most}`
  const rows = await ctx.rows<StoredRow>`select ${rowColumns} from import_row where sheet_id = ${sheetId} and ${stateCondition} order by seq ${limit}`
  return unsealRows(ctx, rows)
}

export interface RowFilter {
  readonly states?: readonly ImportRowState[] | undefined
  readonly code?: string | undefined
  readonly keyword?: string | undefined
  readonly after?: number | undefined
  readonly size: number
}

/** Returns a chunk of a list's rows; keywords match parts of names or full numbers. */
export async function listRows(ctx: Context, sheetId: number, filter: RowFilter): Promise<UnsealedRow[]> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`sheet_id = ${sheetId}`, inScope(ctx.scope, 'import_row')]
  if (filter.states) conditions.push(sql<SqlBool>`state = any(${[...filter.states]}::text[])`)
  if (filter.code) conditions.push(sql<SqlBool>`issues @> ${JSON.stringify([{ code: filter.code }])}::jsonb`)
  if (filter.after !== undefined) conditions.push(sql<SqlBool>`seq > ${filter.after}`)
  if (filter.keyword) {
    const { index } = cachedVaultOf(ctx)
    const namePattern = containsPattern(filter.keyword)
    const keywordText = filter.keyword.toUpperCase()
    conditions.push(sql<SqlBool>`(name like ${namePattern} or cells ->> 'creditCode' = ${keywordText} or cells ->> 'contractNo' = ${filter.keyword} or id_number_index = ${index('id_number', keywordText)}
      or mobile_index = ${index('mobile', filter.keyword)} or card_no_index = ${index('card_no', filter.keyword)})`)
  }
  const rows = await ctx.rows<StoredRow>`select ${rowColumns} from import_row where ${allOf(conditions)} order by seq limit ${filter.size}`
  return unsealRows(ctx, rows)
}

/** Returns the ids of the records that the finished rows created. */
export async function createdRecordIds(ctx: Context, sheetId: number): Promise<number[]> {
  const rows = await ctx.rows<Row<'import_row', 'made_id'>>`select made_id from import_row where sheet_id = ${sheetId} and state = 'done' order by made_id`
  return rows.flatMap(({ made_id: id }) => id ?? [])
}

/** Counts a list's rows by state and by issue. */
export async function countRows(ctx: Context, sheetId: number): Promise<{ states: Map<ImportRowState, number>; codes: Record<string, number> }> {
  const states = await ctx.rows<
    Row<'import_row', 'state'> & { state: ImportRowState; count: number }
  >`select state, count(*) as count from import_row where sheet_id = ${sheetId} group by state`
  const codes = await ctx.rows<{ code: string; count: number }>`select issue ->> 'code' as code, count(distinct import_row.id) as count
    from import_row, jsonb_array_elements(issues) issue where sheet_id = ${sheetId} and state <> 'excluded' group by 1 order by 1`
  return { states: new Map(states.map((row) => [row.state, row.count])), codes: Object.fromEntries(codes.map((row) => [row.code, row.count])) }
}

/** The columns written when a row changes. */
export type WrittenRow = Omit<UnsealedRow, 'id' | 'result' | 'made_id'>

const columnTypes = {
  seq: 'integer',
  name: 'text',
  cells: 'jsonb',
  id_number_sealed: 'text',
  id_number_index: 'text',
  mobile_sealed: 'text',
  mobile_index: 'text',
  card_no_sealed: 'text',
  card_no_index: 'text',
  id_address_sealed: 'text',
  issues: 'jsonb',
  state: 'text',
} as const

const columnNames = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

const textColumns = columnNames.filter((name) => columnTypes[name] === 'text')

const filledColumn = (name: (typeof columnNames)[number]) => (textColumns.includes(name) ? `coalesce(fresh.${name}, '')` : `fresh.${name}`)

function toStoredRow<R extends WrittenRow>(ctx: Context, row: R) {
  const { id_number, mobile, card_no, id_address, ...rest } = row
  return { ...rest, ...sealedColumns(ctx, { id_number, mobile, card_no }), id_address_sealed: ctx.vault.seal('id_address', id_address) }
}

/** Inserts a list's rows in one statement. */
export async function insertRows(
  ctx: Context,
  sheet: { id: number; centreId: number | null; unitId: number | null },
  rows: readonly WrittenRow[],
): Promise<void> {
  if (rows.length === 0) return
  const newRows = rowsFrom('fresh', columnTypes, await mapInSlices(rows, (row) => toStoredRow(ctx, row)))
  await ctx.run`insert into import_row (sheet_id, centre_id, unit_id, ${sql.raw(columnNames.join(', '))})
    select ${sheet.id}::bigint, ${sheet.centreId}::bigint, ${sheet.unitId}::bigint, ${sql.raw(columnNames.map(filledColumn).join(', '))} from ${newRows}`
}

/** Updates changed rows in one statement. */
export async function updateRows(ctx: Context, sheetId: number, rows: readonly WrittenRow[]): Promise<void> {
  if (rows.length === 0) return
  const newRows = rowsFrom('fresh', columnTypes, await mapInSlices(rows, (row) => toStoredRow(ctx, row)))
  const assignments = columnNames.filter((name) => name !== 'seq').map((name) => `${name} = ${filledColumn(name)}`)
  await ctx.run`update import_row set ${sql.raw(assignments.join(', '))} from ${newRows} where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq
    and import_row.state <> 'done'`
}

/** Marks rows as finished, with their results. */
export async function finishRows(ctx: Context, sheetId: number, rows: readonly { seq: number; result: ImportResult; made_id: number }[]): Promise<void> {
  if (rows.length === 0) return
  const resultRows = rowsFrom('fresh', { seq: 'integer', result: 'text', made_id: 'bigint' }, rows)
  await ctx.run`update import_row set state = 'done', result = fresh.result, made_id = fresh.made_id from ${resultRows}
    where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq`
}

/** Marks rows refused during the import, with their issues. */
export async function refuseRows(ctx: Context, sheetId: number, rows: readonly { seq: number; issues: readonly ImportIssue[] }[]): Promise<void> {
  if (rows.length === 0) return
  const refusedRows = rowsFrom('fresh', { seq: 'integer', issues: 'jsonb' }, rows)
  await ctx.run`update import_row set state = 'invalid', issues = fresh.issues from ${refusedRows}
    where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq`
}
