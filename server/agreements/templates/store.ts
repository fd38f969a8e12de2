import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { ConsentKind, ContractKind, Signer } from '#/domain/agreements/contract.ts'
import type { ContractField } from '#/domain/agreements/contract-variables.ts'
import type { RichNode } from '#/domain/services/rich-text.ts'
import { contractsDrawn } from '#/server/agreements/templates/questions.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type TemplateState = 'draft' | 'enabled' | 'disabled'

/** A field of a PDF template: a signature or a value. */
export interface TemplatePlace {
  kind: 'sign' | 'value'
  key: string
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface TemplateRow
  extends Row<
    'contract_template',
    | 'id'
    | 'edition'
    | 'name'
    | 'kind'
    | 'mode'
    | 'for_centre_id'
    | 'format'
    | 'body'
    | 'file_id'
    | 'fields'
    | 'signers'
    | 'places'
    | 'consents'
    | 'valid_days'
    | 'sign_days'
    | 'state'
    | 'is_default'
    | 'effective_from'
    | 'updated_by'
    | 'updated_at'
    | 'version'
  > {
  series_id: number
  kind: ContractKind
  mode: Mode | null
  centre_name: string | null
  format: 'text' | 'pdf'
  body: RichNode | null
  fields: ContractField[]
  signers: Signer[]
  places: TemplatePlace[]
  consents: ConsentKind[]
  state: TemplateState
  updated_name: string
  uses: number
}

export type TemplateFilter = FilterOf<Modules['templates']['list']>

/**
 * Limits templates: the platform's are visible to all, a centre's to itself. Units and operators read the platform's.
 */
function visibleCondition(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.all) return sql<SqlBool>`true`
  if (scope.centreId !== null) return sql<SqlBool>`(template.for_centre_id is null or template.for_centre_id = ${scope.centreId})`
  return scope.unitIds.length > 0 || scope.operatorId !== null ? sql<SqlBool>`template.for_centre_id is null` : sql<SqlBool>`false`
}

function filterCondition(ctx: Context, filter: TemplateFilter): Expression<SqlBool> {
  const kindCondition = filter.kind ? sql<SqlBool>`template.kind = ${filter.kind}` : sql<SqlBool>`true`
  const stateCondition = filter.state ? sql<SqlBool>`template.state = ${filter.state}` : sql<SqlBool>`true`
  const modeCondition = filter.mode ? sql<SqlBool>`(template.mode is null or template.mode = ${filter.mode})` : sql<SqlBool>`true`
  const keywordCondition = filter.keyword ? sql<SqlBool>`position(lower(${filter.keyword}) in lower(template.name)) > 0` : sql<SqlBool>`true`
  return sql<SqlBool>`${visibleCondition(ctx)} and ${kindCondition} and ${stateCondition} and ${modeCondition} and ${keywordCondition}`
}

const columnsOf = (
  ctx: Context,
) => sql`template.id, coalesce(template.series_id, template.id) as series_id, template.edition, template.name, template.kind, template.mode, template.for_centre_id,
  centre.name as centre_name, template.format, template.body, template.file_id, template.fields, template.signers, template.places, template.consents, template.valid_days,
  template.sign_days, template.state, template.is_default, template.effective_from, template.updated_by, coalesce(author.name, '系统') as updated_name, template.updated_at,
  template.version, ${ask(ctx, contractsDrawn)} as uses`
const joinedTables = sql`contract_template template left join centre on centre.id = template.for_centre_id left join app_user author on author.id = template.updated_by`

export async function list(ctx: Context, filter: TemplateFilter, page: { size: number; from: number }): Promise<TemplateRow[]> {
  return ctx.rows<TemplateRow>`select ${columnsOf(ctx)} from ${joinedTables} where ${filterCondition(ctx, filter)}
    order by template.kind, series_id desc, template.edition desc limit ${page.size} offset ${page.from}`
}

export const count = async (ctx: Context, filter: TemplateFilter): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from contract_template template where ${filterCondition(ctx, filter)}`)?.count ?? 0

export const find = (ctx: Context, id: number): Promise<TemplateRow | undefined> =>
  ctx.row<TemplateRow>`select ${columnsOf(ctx)} from ${joinedTables} where template.id = ${id} and ${visibleCondition(ctx)}`

/** Returns whether the caller wrote or edited the edition, and so cannot enable it. */
export async function isEditedByCaller(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.row<{ is_own: boolean }>`
    select not app.is_other_hand(${ctx.actor.userId}::bigint, hands) as is_own from contract_template where id = ${id}`
  return row?.is_own ?? false
}

/** Returns every edition of a template, newest first. */
export async function editionsOfSeries(ctx: Context, seriesId: number): Promise<TemplateRow[]> {
  return ctx.rows<TemplateRow>`select ${columnsOf(ctx)} from ${joinedTables}
    where (template.id = ${seriesId} or template.series_id = ${seriesId}) and ${visibleCondition(ctx)} order by template.edition desc`
}

/**
 * Returns the enabled templates for this centre and mode: defaults first, then the centre's own before the
 * platform's.
 */
export async function enabledTemplates(ctx: Context, of: { kind?: ContractKind; centreId: number; mode: Mode | null; id?: number }): Promise<TemplateRow[]> {
  const kindCondition = of.kind ? sql`template.kind = ${of.kind}` : sql`true`
  const idCondition = of.id === undefined ? sql`true` : sql`template.id = ${of.id}`
  const modeCondition = of.mode === null ? sql`true` : sql`(template.mode is null or template.mode = ${of.mode})`
  return ctx.rows<TemplateRow>`select ${columnsOf(ctx)} from ${joinedTables}
    where template.state = 'enabled' and ${kindCondition} and ${idCondition} and ${modeCondition} and (template.for_centre_id is null or template.for_centre_id = ${of.centreId})
    order by template.is_default desc, (template.for_centre_id is not null) desc, (template.mode is not null) desc, template.id desc`
}

/** Returns kind and mode of every platform template in any state. */
export async function platformKinds(ctx: Context): Promise<Row<'contract_template', 'kind' | 'mode'>[]> {
  return ctx.db.selectFrom('contract_template').select(['kind', 'mode']).distinct().where('for_centre_id', 'is', null).execute()
}

export interface NewTemplate {
  series_id: number | null
  edition: number
  name: string
  kind: ContractKind
  mode: Mode | null
  for_centre_id: number | null
  format: 'text' | 'pdf'
  body: RichNode | null
  file_id: string | null
  fields: readonly ContractField[]
  signers: readonly Signer[]
  places: readonly TemplatePlace[]
  consents: readonly ConsentKind[]
  valid_days: number
  sign_days: number
  /** A text of the program, which any person may enable until someone edits it. */
  is_starter?: boolean
}

export async function insert(ctx: Context, row: NewTemplate): Promise<number> {
  const { body, fields, signers, places, consents, ...rest } = row
  const insertedTemplate = await ctx.db
    .insertInto('contract_template')
    .values({
      ...rest,
      body: body === null ? null : JSON.stringify(body),
      fields: JSON.stringify(fields),
      signers: JSON.stringify(signers),
      places: JSON.stringify(places),
      consents: [...consents],
      created_by: ctx.actor.userId,
      created_at: ctx.now,
      updated_by: ctx.actor.userId,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return insertedTemplate.id
}

export type TemplateChange = Partial<Omit<NewTemplate, 'series_id' | 'edition' | 'kind' | 'for_centre_id' | 'format' | 'is_starter'>> & {
  state?: TemplateState
  is_default?: boolean
  effective_from?: string | null
}

/** Updates a template at a known version; false when it has changed meanwhile. */
export async function update(ctx: Context, at: { id: number; version: number }, change: TemplateChange): Promise<boolean> {
  const { body, fields, signers, places, consents, ...rest } = change
  const result = await ctx.db
    .updateTable('contract_template')
    .set({
      ...rest,
      ...(body !== undefined && { body: body === null ? null : JSON.stringify(body) }),
      ...(fields && { fields: JSON.stringify(fields) }),
      ...(signers && { signers: JSON.stringify(signers) }),
      ...(places && { places: JSON.stringify(places) }),
      ...(consents && { consents: [...consents] }),
      updated_by: ctx.actor.userId,
      updated_at: ctx.now,
      version: at.version + 1,
    })
    .where('id', '=', at.id)
    .where('version', '=', at.version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes the default mark from other templates of the same kind, mode and centre. */
export async function clearOtherDefaults(ctx: Context, row: Pick<TemplateRow, 'id' | 'kind' | 'mode' | 'for_centre_id'>): Promise<void> {
  await ctx.run`update contract_template set is_default = false, version = version + 1 where is_default and id <> ${row.id} and kind = ${row.kind}
    and mode is not distinct from ${row.mode} and for_centre_id is not distinct from ${row.for_centre_id}`
}

export async function remove(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('contract_template').where('id', '=', id).execute()
}
