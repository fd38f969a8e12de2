import { sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { FormKind } from '#/domain/taxation/tax-form.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { ColumnMapping } from '#/server/taxation/forms/mapping.ts'

export type EditionState = 'draft' | 'published' | 'dropped'

export interface FormRecord
  extends Row<
    'tax_form',
    | 'id'
    | 'kind'
    | 'state'
    | 'mapping'
    | 'chosen'
    | 'edition'
    | 'first_day'
    | 'file_id'
    | 'file_name'
    | 'sha256'
    | 'made_by'
    | 'made_at'
    | 'edited_by'
    | 'hands'
    | 'published_at'
    | 'version'
  > {
  kind: FormKind
  state: EditionState
  mapping: ColumnMapping
  chosen: Record<string, number | null>
  maker: string
  publisher: string | null
}

const formSelection = sql`select form.id, form.kind, form.edition, form.state, form.first_day::text as first_day, form.file_id, form.file_name, form.sha256, form.mapping, form.chosen,
  form.made_by, form.made_at, form.edited_by, form.hands, form.published_at, form.version, maker.name as maker, publisher.name as publisher
  from tax_form form join app_user maker on maker.id = form.made_by left join app_user publisher on publisher.id = form.published_by`

/** Returns every edition, newest first. */
export const formEditions = (ctx: Context): Promise<FormRecord[]> => ctx.rows<FormRecord>`${formSelection} order by form.kind, form.edition desc`

/** Returns an edition, locked if `isLocked`. */
export const findForm = (ctx: Context, id: number, isLocked = false): Promise<FormRecord | undefined> =>
  ctx.row<FormRecord>`${formSelection} where form.id = ${id} ${isLocked ? sql`for no key update of form` : sql``}`

/** Returns the published edition of a day; undefined if the built-in layout applies. */
export async function formOn(ctx: Context, kind: FormKind, day: string): Promise<FormRecord | undefined> {
  return ctx.row<FormRecord>`${formSelection} where form.kind = ${kind} and form.state = 'published' and form.first_day <= ${day}::date
    order by form.first_day desc limit 1`
}

/** Returns the centre's file with this name and digest; undefined if there is none. */
export async function findDuplicateFileId(ctx: Context, centreId: number | null, name: string, sha256: string): Promise<number | undefined> {
  const row = await ctx.row<
    Row<'tax_file', 'id'>
  >`select id from tax_file where centre_id is not distinct from ${centreId}::bigint and name = ${name} and sha256 = ${sha256} limit 1`
  return row?.id
}

/** Adds the next edition of a kind as a draft. */
export async function addForm(
  ctx: Context,
  form: {
    readonly kind: FormKind
    readonly firstDay: string
    readonly fileId: string
    readonly fileName: string
    readonly sha256: string
    readonly mapping: ColumnMapping
  },
): Promise<number> {
  // Serialises concurrent uploads, so that edition numbers are unique.
  await ctx.run`select pg_advisory_xact_lock(7120261, 205)`
  const { id } = await ctx.db
    .insertInto('tax_form')
    .values({
      kind: form.kind,
      edition: sql<number>`(select coalesce(max(edition), 0) + 1 from tax_form where kind = ${form.kind})`,
      first_day: form.firstDay,
      file_id: form.fileId,
      file_name: form.fileName,
      sha256: form.sha256,
      mapping: JSON.stringify(form.mapping),
      made_by: ctx.actor.userId,
      made_at: ctx.now,
      edited_by: ctx.actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Change {
  readonly state?: EditionState
  readonly first_day?: string
  readonly chosen?: string
  readonly edited_by?: number
  readonly published_by?: number
  readonly published_at?: Date
}

export async function changeForm(ctx: Context, id: number, change: Change): Promise<void> {
  await ctx.db
    .updateTable('tax_form')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface FileRecord
  extends Row<'tax_file', 'id' | 'kind' | 'period' | 'name' | 'sha256' | 'row_count' | 'reason' | 'made_at' | 'file_id' | 'centre_id'> {
  kind: FormKind
  /** Empty for files of the platform. */
  centre_name: string
  maker: string
  edition: Row<'tax_form'>['edition'] | null
}

const fileSelection = sql`select file.id, file.kind, file.period, file.name, file.sha256, file.row_count, file.reason, file.made_at, file.file_id, file.centre_id,
  coalesce(centre.name, '') as centre_name, maker.name as maker, form.edition
  from tax_file file left join centre on centre.id = file.centre_id join app_user maker on maker.id = file.made_by left join tax_form form on form.id = file.form_id`

export type FileFilter = FilterOf<Modules['forms']['files']>

export async function listFiles(
  ctx: Context,
  { kinds, period }: FileFilter,
  page: PageRequest,
): Promise<{ rows: FileRecord[]; count: number; next: number | null }> {
  const conditions = [inScope({ ...ctx.scope, unitIds: [] }, 'file')]
  if (kinds?.length) conditions.push(sql<boolean>`file.kind = any(${[...kinds]}::text[])`)
  if (period !== undefined) conditions.push(sql<boolean>`file.period = ${period}`)
  // The list is paged by number, because files of the platform have no centre.
  const listing: Listing = { table: sql`tax_file file`, where: allOf(conditions), id: sql`file.id` }
  const { ids, next } = await pageKeys(ctx, listing, page)
  const rows = await ctx.rows<FileRecord>`${fileSelection} where file.id = any(${ids}::bigint[]) order by file.id desc`
  return { rows, count: await countOf(ctx, listing), next }
}

export const findFile = (ctx: Context, id: number): Promise<FileRecord | undefined> =>
  ctx.row<FileRecord>`${fileSelection} where file.id = ${id} and ${inScope({ ...ctx.scope, unitIds: [] }, 'file')}`

export async function addFile(
  ctx: Context,
  file: Readonly<Pick<Row<'tax_file'>, 'kind' | 'centre_id' | 'mode' | 'period' | 'form_id' | 'name' | 'sha256' | 'row_count' | 'reason' | 'file_id'>>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('tax_file')
    .values({ ...file, made_by: ctx.actor.userId, made_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
