import { type Expression, type SqlBool, sql } from 'kysely'
import type { Turn } from '#/domain/base/paging.ts'
import type { ImportCell, ImportIssue, ImportKind, ImportResult, ImportRowState, ImportState } from '#/domain/onboarding/import.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { countOf, inOrder, keysOf, type Listing } from '#/server/kernel/page.ts'
import { inScope } from '#/server/kernel/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { openedRow, type SealedColumns, sealedColumns, sealingOf } from '#/server/lib/vault/sealing.ts'

/** A list as stored. */
interface StoredSheet
  extends Row<
    'import_sheet',
    | 'id'
    | 'kind'
    | 'centre_id'
    | 'unit_id'
    | 'mode'
    | 'state'
    | 'state_reason'
    | 'file_name'
    | 'row_count'
    | 'total_count'
    | 'done_count'
    | 'created_count'
    | 'linked_count'
    | 'created_by'
    | 'created_at'
    | 'finished_at'
    | 'undo_reason'
    | 'preparers'
    | 'prepared_at'
    | 'version'
  > {
  kind: ImportKind
  mode: Mode | null
  state: ImportState
  state_reason: '' | 'refused' | 'stopped'
}

interface Names {
  unit_name: string | null
  centre_name: string | null
  creator: string
  preparer: string | null
  confirmer: string | null
}

/** A list with the names of its places. */
export type SheetRow = StoredSheet & Names

const sheetColumns = sql`sheet.id, sheet.kind, sheet.centre_id, sheet.unit_id, sheet.mode, sheet.state, sheet.state_reason, sheet.file_name, sheet.row_count, sheet.total_count,
  sheet.done_count, sheet.created_count, sheet.linked_count, sheet.created_by, sheet.created_at, sheet.finished_at, sheet.undo_reason, sheet.preparers, sheet.prepared_at, sheet.version`

/** Adds names of people and places, even those that the caller may not read. */
async function withNames(ctx: Context, rows: readonly StoredSheet[]): Promise<SheetRow[]> {
  if (rows.length === 0) return []
  const names = await ctx.widen('uploader and unit of a list', () =>
    sql<Row<'import_sheet', 'id'> & Names>`
      select sheet.id, unit.name as unit_name, centre.name as centre_name, person.name as creator, preparer.name as preparer,
        confirmer.name as confirmer
      from import_sheet sheet join app_user person on person.id = sheet.created_by left join app_user preparer on preparer.id = sheet.prepared_by
        left join app_user confirmer on confirmer.id = sheet.committed_by and sheet.prepared_by is not null left join unit on unit.id = sheet.unit_id
        left join centre on centre.id = sheet.centre_id where sheet.id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db),
  )
  const byId = new Map(names.rows.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, unit_name: null, centre_name: null, creator: '', preparer: null, confirmer: null, ...byId.get(row.id) }))
}

/** Limits lists to the caller's scope; a list of one mode is hidden in the other. */
function visible({ scope }: Context): Expression<SqlBool> {
  const inMode = scope.mode === null ? sql<SqlBool>`true` : sql<SqlBool>`coalesce(sheet.mode, ${scope.mode}::smallint) = ${scope.mode}::smallint`
  return sql<SqlBool>`${inScope(scope, 'sheet')} and ${inMode}`
}

/** Returns a list in the caller's scope, locked on request. */
export async function findSheet(ctx: Context, id: number, isLocked = false): Promise<SheetRow | undefined> {
  const lock = isLocked ? sql`for no key update` : sql``
  const result = await sql<StoredSheet>`select ${sheetColumns} from import_sheet sheet where sheet.id = ${id} and ${visible(ctx)} ${lock}`.execute(ctx.db)
  return (await withNames(ctx, result.rows))[0]
}

/** Returns lists in the caller's scope, newest first. */
export async function listSheets(
  ctx: Context,
  filter: { kind: ImportKind; state?: ImportState | undefined },
  turn: Turn,
): Promise<{ rows: SheetRow[]; count: number; next: number | null }> {
  const listing: Listing = {
    table: sql`import_sheet sheet`,
    where: sql<SqlBool>`sheet.kind = ${filter.kind} and ${visible(ctx)} and ${filter.state ? sql`sheet.state = ${filter.state}` : sql`true`}`,
    id: sql`sheet.id`,
  }
  const { ids, next } = await keysOf(ctx, listing, turn)
  const found = await sql<StoredSheet>`select ${sheetColumns} from import_sheet sheet where sheet.id = any(${ids}::bigint[])`.execute(ctx.db)
  return { rows: await withNames(ctx, inOrder(ids, found.rows)), count: await countOf(ctx, listing), next }
}

export async function addSheet(
  ctx: Context,
  sheet: {
    kind: ImportKind
    centreId: number | null
    unitId: number | null
    mode: Mode | null
    fileName: string
    fileId: string
    sha256: string
    sums: Readonly<Record<string, number>>
  },
): Promise<number> {
  const row = await ctx.db
    .insertInto('import_sheet')
    .values({
      kind: sheet.kind,
      centre_id: sheet.centreId,
      unit_id: sheet.unitId,
      mode: sheet.mode,
      file_name: sheet.fileName,
      file_id: sheet.fileId,
      file_sha256: sheet.sha256,
      file_sums: JSON.stringify(sheet.sums),
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns when the same file was imported to the same place since this time, or null when it was not. */
export async function sameFile(
  ctx: Context,
  of: { kind: ImportKind; centreId: number | null; unitId: number | null; sha256: string; since: Date },
): Promise<Date | null> {
  const result = await sql<Row<'import_sheet', 'created_at'>>`select created_at from import_sheet where file_sha256 = ${of.sha256} and kind = ${of.kind}
    and centre_id is not distinct from ${of.centreId} and unit_id is not distinct from ${of.unitId} and state <> 'cancelled' and created_at >= ${of.since}
    order by id desc limit 1`.execute(ctx.db)
  return result.rows[0]?.created_at ?? null
}

export interface SheetChange {
  readonly state?: ImportState
  readonly state_reason?: '' | 'refused' | 'stopped'
  readonly row_count?: number
  readonly total_count?: number
  readonly done_count?: number
  readonly created_count?: number
  readonly linked_count?: number
  readonly prepared_by?: number
  readonly prepared_at?: Date
  readonly committed_by?: number
  readonly committed_at?: Date
  readonly finished_at?: Date
  readonly undone_by?: number
  readonly undone_at?: Date
  readonly undo_reason?: string
}

/** Updates a locked list and increments its version. */
export async function changeSheet(ctx: Context, id: number, to: SheetChange): Promise<void> {
  await ctx.db
    .updateTable('import_sheet')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Records the caller as a preparer of the list. */
export async function addPreparer(ctx: Context, id: number): Promise<void> {
  const by = ctx.actor.userId
  await sql`update import_sheet set preparers = array_append(preparers, ${by}::bigint) where id = ${id} and ${by}::bigint <> all (preparers)`.execute(ctx.db)
}

/** Returns the user who submitted a list for confirmation. */
export async function preparedBy(ctx: Context, id: number): Promise<number> {
  const row = await ctx.db.selectFrom('import_sheet').select('prepared_by').where('id', '=', id).executeTakeFirst()
  if (!row?.prepared_by) throw new Error('a list without a preparer')
  return row.prepared_by
}

const numbers = ['id_number', 'mobile', 'card_no'] as const
type Number = (typeof numbers)[number]

/** A row with its numbers unsealed. */
export interface RowRow
  extends Row<'import_row', 'id' | 'seq' | 'name' | 'cells' | 'issues' | 'state' | 'result' | 'made_id'>,
    Readonly<Record<Number | 'id_address', string>> {
  readonly cells: Readonly<Partial<Record<ImportCell, string>>>
  readonly issues: readonly ImportIssue[]
  readonly state: ImportRowState
  readonly result: ImportResult | null
}
type StoredRow = Omit<RowRow, Number | 'id_address'> & SealedColumns<Number> & Row<'import_row', 'id_address_sealed'>

const rowColumns = sql`id, seq, name, cells, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, id_address_sealed, issues, state, result, made_id`
const opened = (ctx: Context, rows: readonly StoredRow[]): RowRow[] =>
  rows.map(({ id_address_sealed: address, ...row }) => ({
    ...(openedRow(ctx, row, numbers) as unknown as RowRow),
    id_address: ctx.vault.open('id_address', address),
  }))

/** Returns a list's rows in file order, or those in some states. */
export async function rowsOf(ctx: Context, sheetId: number, of: { states?: readonly ImportRowState[]; most?: number } = {}): Promise<RowRow[]> {
  const states = of.states ? sql<SqlBool>`state = any(${[...of.states]}::text[])` : sql<SqlBool>`true`
  const most = of.most === undefined ? sql`` : sql`limit ${of.most}`
  const result = await sql<StoredRow>`select ${rowColumns} from import_row where sheet_id = ${sheetId} and ${states} order by seq ${most}`.execute(ctx.db)
  return opened(ctx, result.rows)
}

export interface RowFilter {
  readonly states?: readonly ImportRowState[] | undefined
  readonly code?: string | undefined
  readonly keyword?: string | undefined
  readonly after?: number | undefined
  readonly size: number
}

/** Returns a portion of a list's rows; keywords match parts of names or full numbers. */
export async function listRows(ctx: Context, sheetId: number, filter: RowFilter): Promise<RowRow[]> {
  const parts: Expression<SqlBool>[] = [sql<SqlBool>`sheet_id = ${sheetId}`, inScope(ctx.scope, 'import_row')]
  if (filter.states) parts.push(sql<SqlBool>`state = any(${[...filter.states]}::text[])`)
  if (filter.code) parts.push(sql<SqlBool>`issues @> ${JSON.stringify([{ code: filter.code }])}::jsonb`)
  if (filter.after !== undefined) parts.push(sql<SqlBool>`seq > ${filter.after}`)
  if (filter.keyword) {
    const { index } = sealingOf(ctx)
    const part = `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`
    const word = filter.keyword.toUpperCase()
    parts.push(sql<SqlBool>`(name like ${part} or cells ->> 'creditCode' = ${word} or cells ->> 'contractNo' = ${filter.keyword} or id_number_index = ${index('id_number', word)}
      or mobile_index = ${index('mobile', filter.keyword)} or card_no_index = ${index('card_no', filter.keyword)})`)
  }
  const result = await sql<StoredRow>`select ${rowColumns} from import_row where ${sql.join(parts, sql` and `)} order by seq limit ${filter.size}`.execute(
    ctx.db,
  )
  return opened(ctx, result.rows)
}

/** Returns the ids created by the finished rows. */
export async function madeIds(ctx: Context, sheetId: number): Promise<number[]> {
  const result = await sql<
    Row<'import_row', 'made_id'>
  >`select made_id from import_row where sheet_id = ${sheetId} and state = 'done' order by made_id`.execute(ctx.db)
  return result.rows.flatMap(({ made_id: id }) => id ?? [])
}

/** Counts a list's rows by state and by issue. */
export async function tally(ctx: Context, sheetId: number): Promise<{ states: Map<ImportRowState, number>; codes: Record<string, number> }> {
  const states = await sql<
    Row<'import_row', 'state'> & { state: ImportRowState; count: number }
  >`select state, count(*) as count from import_row where sheet_id = ${sheetId} group by state`.execute(ctx.db)
  const codes = await sql<{ code: string; count: number }>`select issue ->> 'code' as code, count(distinct import_row.id) as count
    from import_row, jsonb_array_elements(issues) issue where sheet_id = ${sheetId} and state <> 'excluded' group by 1 order by 1`.execute(ctx.db)
  return { states: new Map(states.rows.map((row) => [row.state, row.count])), codes: Object.fromEntries(codes.rows.map((row) => [row.code, row.count])) }
}

/** The columns written when a row changes. */
export type WrittenRow = Omit<RowRow, 'id' | 'result' | 'made_id'>

const types = {
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
const names = Object.keys(types) as (keyof typeof types)[]
const texts = names.filter((name) => types[name] === 'text')
const filled = (name: (typeof names)[number]) => (texts.includes(name) ? `coalesce(fresh.${name}, '')` : `fresh.${name}`)

function toRow<R extends WrittenRow>(ctx: Context, row: R) {
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
  const fresh = rowsFrom('fresh', types, await mapInSlices(rows, (row) => toRow(ctx, row)))
  await sql`insert into import_row (sheet_id, centre_id, unit_id, ${sql.raw(names.join(', '))})
    select ${sheet.id}::bigint, ${sheet.centreId}::bigint, ${sheet.unitId}::bigint, ${sql.raw(names.map(filled).join(', '))} from ${fresh}`.execute(ctx.db)
}

/** Updates changed rows in one statement. */
export async function updateRows(ctx: Context, sheetId: number, rows: readonly WrittenRow[]): Promise<void> {
  if (rows.length === 0) return
  const fresh = rowsFrom('fresh', types, await mapInSlices(rows, (row) => toRow(ctx, row)))
  const set = names.filter((name) => name !== 'seq').map((name) => `${name} = ${filled(name)}`)
  await sql`update import_row set ${sql.raw(set.join(', '))} from ${fresh} where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq
    and import_row.state <> 'done'`.execute(ctx.db)
}

/** Marks rows as finished, with their results. */
export async function finishRows(ctx: Context, sheetId: number, rows: readonly { seq: number; result: ImportResult; made_id: number }[]): Promise<void> {
  if (rows.length === 0) return
  const fresh = rowsFrom('fresh', { seq: 'integer', result: 'text', made_id: 'bigint' }, rows)
  await sql`update import_row set state = 'done', result = fresh.result, made_id = fresh.made_id from ${fresh}
    where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq`.execute(ctx.db)
}

/** Marks rows refused during the import, with their issues. */
export async function refuseRows(ctx: Context, sheetId: number, rows: readonly { seq: number; issues: readonly ImportIssue[] }[]): Promise<void> {
  if (rows.length === 0) return
  const fresh = rowsFrom('fresh', { seq: 'integer', issues: 'jsonb' }, rows)
  await sql`update import_row set state = 'invalid', issues = fresh.issues from ${fresh}
    where import_row.sheet_id = ${sheetId} and import_row.seq = fresh.seq`.execute(ctx.db)
}
