import { type Expression, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ImportState } from '#/domain/onboarding/import.ts'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { countOf, type Listing, pageKeys, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

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
    | 'return_reason'
    | 'preparers'
    | 'prepared_at'
    | 'undo_asked_by'
    | 'undo_asked_at'
    | 'version'
  > {
  kind: ImportKind
  mode: Mode | null
  state: ImportState
  state_reason: '' | 'refused' | 'stopped'
}

interface SheetNames {
  unit_name: string | null
  centre_name: string | null
  creator: string
  preparer: string | null
  confirmer: string | null
  undo_asker: string | null
}

/** A list with the names of its centre and unit. */
export type SheetRow = StoredSheet & SheetNames

const sheetColumns = sql`sheet.id, sheet.kind, sheet.centre_id, sheet.unit_id, sheet.mode, sheet.state, sheet.state_reason, sheet.file_name, sheet.row_count, sheet.total_count,
  sheet.done_count, sheet.created_count, sheet.linked_count, sheet.created_by, sheet.created_at, sheet.finished_at, sheet.undo_reason, sheet.return_reason, sheet.preparers, sheet.prepared_at,
  sheet.undo_asked_by, sheet.undo_asked_at, sheet.version`

/** Adds names of people and places, including those that the caller may not read otherwise. */
async function withNames(ctx: Context, rows: readonly StoredSheet[]): Promise<SheetRow[]> {
  if (rows.length === 0) return []
  const names = await ctx.widen(
    'uploader and unit of a list',
    () =>
      ctx.rows<Row<'import_sheet', 'id'> & SheetNames>`
      select sheet.id, unit.name as unit_name, centre.name as centre_name, person.name as creator, preparer.name as preparer,
        confirmer.name as confirmer, undo_asker.name as undo_asker
      from import_sheet sheet join app_user person on person.id = sheet.created_by left join app_user preparer on preparer.id = sheet.prepared_by
        left join app_user confirmer on confirmer.id = sheet.committed_by and sheet.prepared_by is not null left join unit on unit.id = sheet.unit_id
        left join app_user undo_asker on undo_asker.id = sheet.undo_asked_by
        left join centre on centre.id = sheet.centre_id where sheet.id = any(${rows.map((row) => row.id)}::bigint[])`,
  )
  const byId = new Map(names.map((row) => [row.id, row]))
  return rows.map((row) => ({
    ...row,
    unit_name: null,
    centre_name: null,
    creator: '',
    preparer: null,
    confirmer: null,
    undo_asker: null,
    ...byId.get(row.id),
  }))
}

/** Limits lists to the caller's scope. A list of one mode is not visible in the other. */
function visibleCondition({ scope }: Context): Expression<SqlBool> {
  const modeCondition = scope.mode === null ? sql<SqlBool>`true` : sql<SqlBool>`coalesce(sheet.mode, ${scope.mode}::smallint) = ${scope.mode}::smallint`
  return sql<SqlBool>`${inScope(scope, 'sheet')} and ${modeCondition}`
}

/** Returns a list in the caller's scope, locked on request. */
export async function findSheet(ctx: Context, id: number, isLocked = false): Promise<SheetRow | undefined> {
  const lock = isLocked ? sql`for no key update` : sql``
  const rows = await ctx.rows<StoredSheet>`select ${sheetColumns} from import_sheet sheet where sheet.id = ${id} and ${visibleCondition(ctx)} ${lock}`
  return (await withNames(ctx, rows))[0]
}

/** SQL for a list that the caller may confirm: others prepared it, or another person asked to undo it. */
export const awaitsCaller = (ctx: Context) => sql<SqlBool>`(sheet.undo_asked_by <> ${ctx.actor.userId} and sheet.state <> 'undone'
  or sheet.state = 'prepared' and ${ctx.actor.userId} <> all(sheet.preparers))`

/** Returns lists in the caller's scope, newest first. */
export async function listSheets(
  ctx: Context,
  filter: { kind: ImportKind; state?: ImportState | undefined; isForMe?: boolean | undefined },
  page: PageRequest,
): Promise<{ rows: SheetRow[]; count: number; next: number | null }> {
  const stateCondition = filter.state ? sql`sheet.state = ${filter.state}` : sql`true`
  const listing: Listing = {
    table: sql`import_sheet sheet`,
    where: sql<SqlBool>`sheet.kind = ${filter.kind} and ${visibleCondition(ctx)} and ${stateCondition} and ${filter.isForMe ? awaitsCaller(ctx) : sql`true`}`,
    id: sql`sheet.id`,
  }
  const { ids, next } = await pageKeys(ctx, listing, page)
  const rows = await ctx.rows<StoredSheet>`select ${sheetColumns} from import_sheet sheet where sheet.id = any(${ids}::bigint[])`
  return { rows: await withNames(ctx, sortByIds(ids, rows)), count: await countOf(ctx, listing), next }
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

/**
 * Returns when the same file was last uploaded for the same place since this time; null if never. Ignores cancelled
 * lists.
 */
export async function findDuplicateFile(
  ctx: Context,
  of: { kind: ImportKind; centreId: number | null; unitId: number | null; sha256: string; since: Date },
): Promise<Date | null> {
  const row = await ctx.row<Row<'import_sheet', 'created_at'>>`select created_at from import_sheet where file_sha256 = ${of.sha256} and kind = ${of.kind}
    and centre_id is not distinct from ${of.centreId} and unit_id is not distinct from ${of.unitId} and state <> 'cancelled' and created_at >= ${of.since}
    order by id desc limit 1`
  return row?.created_at ?? null
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
  readonly undo_asked_by?: number | null
  readonly undo_asked_at?: Date | null
  readonly return_reason?: string
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
  const callerId = ctx.actor.userId
  await ctx.run`update import_sheet set preparers = array_append(preparers, ${callerId}::bigint) where id = ${id} and ${callerId}::bigint <> all (preparers)`
}

/** Returns the user who submitted a list for confirmation. */
export async function submitterIdOf(ctx: Context, id: number): Promise<number> {
  const row = await ctx.db.selectFrom('import_sheet').select('prepared_by').where('id', '=', id).executeTakeFirst()
  if (!row?.prepared_by) throw new Error('a list without a preparer')
  return row.prepared_by
}
