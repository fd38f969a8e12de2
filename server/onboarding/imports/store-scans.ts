import { sql } from 'kysely'
import type { ScanProblem } from '#/domain/onboarding/contract-import.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fileFacts } from '#/server/kernel/files/store-files.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A file of a contract list. */
export interface ScanRow
  extends Row<'import_file', 'id' | 'path' | 'name' | 'size_bytes' | 'position' | 'archive_id' | 'file_id' | 'sha256' | 'pages' | 'state' | 'problem'> {
  state: 'waiting' | 'ready' | 'refused'
  problem: ScanProblem | null
}

const columns = sql`scan.id, scan.path, scan.name, scan.size_bytes, scan.position, scan.archive_id, scan.file_id, scan.sha256, scan.pages, scan.state, scan.problem`

/** Returns a list's files that have not been deleted. */
export async function scansOf(ctx: Context, sheetId: number): Promise<ScanRow[]> {
  return ctx.rows<ScanRow>`select ${columns} from import_file scan left join lateral ${fileFacts(sql`scan.file_id`)} kept on true
    where scan.sheet_id = ${sheetId} and (scan.file_id is null or kept.is_kept and (kept.expires_at is null or kept.expires_at > ${ctx.now}))
    order by scan.id`
}

export const countScans = async (ctx: Context, sheetId: number): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from import_file where sheet_id = ${sheetId}`)?.count ?? 0

export interface NewScan extends Row<'import_file', 'path' | 'name' | 'position' | 'size_bytes' | 'problem'> {
  problem: ScanProblem | null
}

const types = { path: 'text', name: 'text', position: 'integer', size_bytes: 'bigint', problem: 'text' } as const

/** Adds the files of a ZIP, replacing earlier ones of the same name. */
export async function addScans(ctx: Context, of: { sheetId: number; centreId: number; archiveId: string }, scans: readonly NewScan[]): Promise<void> {
  await ctx.run`delete from import_file where sheet_id = ${of.sheetId} and name = any(${scans.map(({ name }) => name)}::text[])`
  await ctx.run`insert into import_file (sheet_id, centre_id, archive_id, position, path, name, size_bytes, state, problem, added_by, added_at)
    select ${of.sheetId}::bigint, ${of.centreId}::bigint, ${of.archiveId}::uuid, coalesce(position, 0), coalesce(path, ''), coalesce(name, ''), coalesce(size_bytes, 0),
      case when problem is null then 'waiting' else 'refused' end, problem, ${ctx.actor.userId}::bigint, ${ctx.now}::timestamptz
    from ${rowsFrom('fresh', types, scans)}`
}

/** The result of reading a file. */
export type ScanResult = { readonly problem: ScanProblem } | { readonly file_id: string; readonly sha256: string; readonly pages: number | null }

export async function setScanResult(ctx: Context, id: number, match: ScanResult): Promise<void> {
  const state = 'problem' in match ? 'refused' : 'ready'
  await ctx.db
    .updateTable('import_file')
    .set({ ...match, state })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Returns the scan that each row names, without excluded rows. */
export async function scanNames(ctx: Context, sheetId: number): Promise<(Row<'import_row', 'seq'> & { scan: string })[]> {
  return ctx.rows<Row<'import_row', 'seq'> & { scan: string }>`select seq, cells ->> 'scan' as scan from import_row
    where sheet_id = ${sheetId} and state <> 'excluded' and cells ? 'scan' order by seq`
}

/** An active unit at a centre with its modes there. */
export interface UnitWithModes extends Row<'unit', 'id' | 'name' | 'credit_code'> {
  modes: number[]
}

export async function unitsOfCentre(ctx: Context, centreId: number, creditCodes: readonly string[]): Promise<UnitWithModes[]> {
  return ctx.rows<UnitWithModes>`select unit.id, unit.name, unit.credit_code, array_agg(place.mode::integer) as modes
    from unit join unit_setting place on place.unit_id = unit.id and place.centre_id = ${centreId} and place.is_active
    where unit.credit_code = any(${[...creditCodes]}::text[]) group by unit.id`
}
