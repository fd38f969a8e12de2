import { type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { OpeningAccount, OpeningCells, OpeningIssue, OpeningRow, OpeningState } from '#/domain/onboarding/opening.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A sheet of opening balances with the names of place and people. */
export interface SheetRow extends Row<'opening_sheet'> {
  mode: Mode
  state: OpeningState
  centre_name: string
  preparer: string
  confirmer: string | null
  undo_asker: string | null
  undoer: string | null
}

const nameColumns = sql`centre.name as centre_name, preparer.name as preparer, confirmer.name as confirmer, asker.name as undo_asker, undoer.name as undoer`

async function readSheetRows(ctx: Context, ids: readonly number[]): Promise<SheetRow[]> {
  if (ids.length === 0) return []
  return ctx.widen(
    'uploader and unit of a list',
    () =>
      ctx.rows<SheetRow>`select sheet.*, ${nameColumns} from opening_sheet sheet join centre on centre.id = sheet.centre_id
      join app_user preparer on preparer.id = sheet.prepared_by left join app_user confirmer on confirmer.id = sheet.confirmed_by
      left join app_user asker on asker.id = sheet.undo_asked_by left join app_user undoer on undoer.id = sheet.undone_by
      where sheet.id = any(${[...ids]}::bigint[])`,
  )
}

/** Returns a sheet in the caller's scope, locked on request. */
export async function findSheet(ctx: Context, id: number, isLocked = false): Promise<SheetRow | undefined> {
  const lock = isLocked ? sql`for no key update` : sql``
  const sheets = await ctx.rows<Row<'opening_sheet', 'id'>>`select id from opening_sheet sheet
    where id = ${id} and ${inScope(placeScope(ctx), 'sheet', { mode: true })} ${lock}`
  return sheets.length === 0 ? undefined : (await readSheetRows(ctx, [id]))[0]
}

// Opening balances belong to the centre, so they are not limited to the viewer's units.
const placeScope = ({ scope }: Context) => ({ ...scope, unitIds: [] })

/** SQL for a sheet that the caller may confirm: others prepared it, or another person asked to reverse it. */
export const awaitsCaller = (ctx: Context) => sql<SqlBool>`(sheet.state = 'prepared' and ${ctx.actor.userId} <> all(sheet.hands)
  or sheet.state = 'undoing' and sheet.undo_asked_by <> ${ctx.actor.userId})`

/** Returns sheets in the caller's scope, newest first. */
export async function listSheets(
  ctx: Context,
  filter: { states?: readonly OpeningState[] | undefined; isForMe?: boolean | undefined },
  page: PageRequest,
): Promise<{ rows: SheetRow[]; count: number; next: number | null }> {
  const stateCondition = filter.states && filter.states.length > 0 ? sql<SqlBool>`sheet.state = any(${[...filter.states]}::text[])` : sql<SqlBool>`true`
  const listing: Listing = {
    table: sql`opening_sheet sheet`,
    where: sql<SqlBool>`${inScope(placeScope(ctx), 'sheet', { mode: true })} and ${stateCondition} and ${filter.isForMe ? awaitsCaller(ctx) : sql`true`}`,
    id: sql`sheet.id`,
    places: placesInScope(ctx, 'sheet', { mode: true }),
  }
  const { ids, next } = await pageKeys(ctx, listing, page)
  return { rows: sortByIds(ids, await readSheetRows(ctx, ids)), count: await countOf(ctx, listing), next }
}

/** Returns units of a centre and mode by credit code. */
export async function unitsOf(
  ctx: Context,
  of: { centreId: number; mode: Mode },
  creditCodes: readonly string[],
): Promise<Row<'unit', 'id' | 'name' | 'credit_code'>[]> {
  return ctx.rows<Row<'unit', 'id' | 'name' | 'credit_code'>>`select unit.id, unit.name, unit.credit_code from unit
    where unit.credit_code = any(${[...creditCodes]}::text[])
      and exists (select from unit_setting place where place.unit_id = unit.id and place.centre_id = ${of.centreId} and place.mode = ${of.mode})`
}

interface PlaceRow extends Row<'centre', 'id' | 'name' | 'modes'> {
  modes: Mode[]
}

/** Returns active centres with their modes in the caller's scope. */
export async function activeCentres({ db, scope }: Context): Promise<PlaceRow[]> {
  const centreCondition = scope.all && scope.centreId === null ? sql<SqlBool>`true` : sql<SqlBool>`id = ${scope.centreId}`
  const modes = scope.mode === null ? sql`modes` : sql`array(select mode from unnest(modes) mode where mode = ${scope.mode})`
  const result = await sql<PlaceRow>`select id, name, ${modes} as modes from centre where is_active and ${centreCondition} order by id`.execute(db)
  return result.rows
}

/** Returns whether a centre is active in a mode. */
export const isModeActive = async (ctx: Context, of: { centreId: number; mode: Mode }): Promise<boolean> =>
  (await ctx.rows`select from centre where id = ${of.centreId} and is_active and ${of.mode}::smallint = any(modes)`).length > 0

/** The totals of a file: rows, faulty rows, debit and credit. */
export interface OpeningContent {
  readonly file_name: string
  readonly file_id: string
  readonly row_count: number
  readonly faulty_count: number
  readonly debit_fen: number
  readonly credit_fen: number
  readonly state: 'draft' | 'prepared'
}

export async function addSheet(
  ctx: Context,
  sheet: OpeningContent & { no: string; centre_id: number; mode: Mode; day: string; reason: string; report_file_id: string },
): Promise<number> {
  const row = await ctx.db
    .insertInto('opening_sheet')
    .values({ ...sheet, prepared_by: ctx.actor.userId, prepared_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type SheetChange = Partial<
  OpeningContent & {
    readonly prepared_by: number
    readonly prepared_at: Date
    readonly confirmed_by: number
    readonly confirmed_at: Date
    readonly undo_asked_by: number | null
    readonly undo_asked_at: Date | null
    readonly undone_by: number
    readonly undone_at: Date
    readonly ended_reason: string
  }
>

/** Updates a locked sheet. */
export async function changeSheet(ctx: Context, id: number, to: Omit<SheetChange, 'state'> & { readonly state?: OpeningState }): Promise<void> {
  await ctx.db
    .updateTable('opening_sheet')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

const columnTypes = { seq: 'integer', cells: 'jsonb', account: 'text', unit_id: 'bigint', debit_fen: 'bigint', credit_fen: 'bigint', issues: 'jsonb' }

export async function replaceRows(ctx: Context, sheet: { id: number; centreId: number }, rows: readonly OpeningRow[]): Promise<void> {
  await ctx.db.deleteFrom('opening_row').where('opening_id', '=', sheet.id).execute()
  if (rows.length === 0) return
  const newRows = rows.map(({ seq, cells, account, unitId, debit, credit, issues }) => ({
    seq,
    cells,
    account: account ?? '',
    unit_id: unitId ?? 0,
    debit_fen: debit,
    credit_fen: credit,
    issues,
  }))
  await ctx.run`insert into opening_row (opening_id, centre_id, seq, cells, account, unit_id, debit_fen, credit_fen, issues)
    select ${sheet.id}::bigint, ${sheet.centreId}::bigint, seq, cells, nullif(account, ''), nullif(unit_id, 0), coalesce(debit_fen, 0), coalesce(credit_fen, 0), issues
    from ${rowsFrom('fresh', columnTypes, newRows)}`
}

export interface OpeningLineRow extends Row<'opening_row', 'seq' | 'cells' | 'account' | 'unit_id' | 'debit_fen' | 'credit_fen' | 'issues'> {
  readonly cells: OpeningCells
  readonly account: OpeningAccount | null
  readonly issues: readonly OpeningIssue[]
}

/** Returns a sheet's rows in file order. */
export const rowsOf = (ctx: Context, sheetId: number): Promise<OpeningLineRow[]> =>
  ctx.rows<OpeningLineRow>`select seq, cells, account, unit_id, debit_fen, credit_fen, issues from opening_row where opening_id = ${sheetId} order by seq`
