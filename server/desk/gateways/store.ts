import { sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ExternalService } from '#/domain/services/gateway.ts'
import type { SmsState } from '#/domain/services/text-message.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { type Listing, pageOf } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Queries of the platform's page. Those for sending and verifying are in `store-work.ts`.

const columns = ['id', 'service', 'kind', 'settings_sealed', 'is_active', 'version', 'set_at', 'tested_at', 'test_result'] as const

export type GatewayRow = Row<'gateway', 'id' | 'service' | 'kind' | 'settings_sealed' | 'is_active' | 'version' | 'set_at' | 'tested_at' | 'test_result'>

/** Returns the settings of all services; readable by the database owner and the platform. */
export function gateways(db: Db): Promise<GatewayRow[]> {
  return db.selectFrom('gateway').select(columns).execute() as Promise<GatewayRow[]>
}

export async function lockGateway(ctx: Context, service: ExternalService): Promise<GatewayRow | undefined> {
  return ctx.db.selectFrom('gateway').select(columns).where('service', '=', service).forNoKeyUpdate().executeTakeFirst()
}

/** Returns who configured each service. */
export async function configuredByNames(ctx: Context): Promise<Map<string, string>> {
  const rows = await ctx.rows<{ service: string; name: string }>`select service, app_user.name from gateway join app_user on app_user.id = gateway.set_by`
  return new Map(rows.map((row) => [row.service, row.name]))
}

/** Adds an inactive service, which an approved change activates. Returns its id. */
export async function addInactive(ctx: Context, { service, kind }: Pick<GatewayRow, 'kind'> & { service: ExternalService }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('gateway')
    .values({ service, kind, settings_sealed: '', is_active: false, set_by: ctx.actor.userId, set_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deactivate(ctx: Context, id: number): Promise<void> {
  const set = { is_active: false, set_by: ctx.actor.userId, set_at: ctx.now, version: sql<number>`version + 1` }
  await ctx.db.updateTable('gateway').set(set).where('id', '=', id).execute()
}

export async function recordTest(ctx: Context, service: ExternalService, result: string): Promise<void> {
  await ctx.db.updateTable('gateway').set({ tested_at: ctx.now, test_result: result }).where('service', '=', service).execute()
}

/** Returns the registered templates by message kind. */
export async function templates(db: Db): Promise<Map<string, string>> {
  return new Map((await db.selectFrom('gateway_template').select(['kind', 'template']).execute()).map((row) => [row.kind, row.template]))
}

/** Sets the templates of these kinds; an empty one deletes its entry. */
export async function setTemplates(ctx: Context, of: Readonly<Record<string, string>>): Promise<void> {
  const templateEntries = Object.entries(of)
  const removedKinds = templateEntries.filter(([, template]) => template === '').map(([kind]) => kind)
  const newTemplates = templateEntries
    .filter(([, template]) => template !== '')
    .map(([kind, template]) => ({ kind, template, set_by: ctx.actor.userId, set_at: ctx.now }))
  if (removedKinds.length > 0) await ctx.db.deleteFrom('gateway_template').where('kind', 'in', removedKinds).execute()
  if (newTemplates.length > 0)
    await ctx.db
      .insertInto('gateway_template')
      .values(newTemplates)
      .onConflict((on) => on.column('kind').doUpdateSet((row) => ({ template: row.ref('excluded.template'), set_by: ctx.actor.userId, set_at: ctx.now })))
      .execute()
}

/** Returns calls, cost and failures per service since a time. */
export async function serviceUsage(ctx: Context, since: Date): Promise<{ service: string; count: number; cost_fen: number; failed: number }[]> {
  return ctx.rows<{ service: string; count: number; cost_fen: number; failed: number }>`
    select service, count(*) as count, coalesce(sum(cost_fen), 0)::bigint as cost_fen, count(*) filter (where result in ('noAnswer', 'asked')) as failed
      from gateway_call where at >= ${since} group by service
    union all
    select 'sms', count(*), coalesce(sum(cost_fen), 0)::bigint, count(*) filter (where state = 'failed') from text_message where created_at >= ${since}`
}

export type TextFilter = FilterOf<Modules['gateways']['texts']>

export type TextMessageRow = Row<
  'text_message',
  'id' | 'kind' | 'about' | 'mobile_sealed' | 'provider' | 'provider_ref' | 'state' | 'reason' | 'tries' | 'cost_fen' | 'created_at' | 'sent_at' | 'reported_at'
> & { state: SmsState }

function textListing(ctx: Context, { state, kind, mobile }: TextFilter): Listing {
  const index = mobile === undefined ? null : ctx.vault.index('mobile', mobile)
  const where = sql<boolean>`${state === undefined ? sql`true` : sql`text_message.state = ${state}`} and ${kind === undefined ? sql`true` : sql`text_message.kind = ${kind}`}
    and ${index === null ? sql`true` : sql`text_message.mobile_index = ${index}`}`
  return { table: sql`text_message`, where, id: sql`text_message.id` }
}

/** Returns text messages, newest first. */
export async function texts(ctx: Context, filter: TextFilter, page: PageRequest): Promise<{ rows: TextMessageRow[]; next: number | null; count: number }> {
  const listing = textListing(ctx, filter)
  const selection = sql<TextMessageRow>`select id, kind, about, mobile_sealed, provider, provider_ref, state, reason, tries, cost_fen, created_at, sent_at, reported_at
    from text_message`
  return pageOf(ctx, listing, page, selection)
}

export type CallRow = Row<'gateway_call', 'id' | 'service' | 'what' | 'provider' | 'at' | 'ref' | 'result' | 'cost_fen' | 'took_ms'>

/** Returns questions to providers, newest first. */
export async function calls(
  ctx: Context,
  service: ExternalService | undefined,
  page: PageRequest,
): Promise<{ rows: CallRow[]; next: number | null; count: number }> {
  const where = sql<boolean>`${service === undefined ? sql`true` : sql`gateway_call.service = ${service}`}`
  const listing: Listing = { table: sql`gateway_call`, where, id: sql`gateway_call.id` }
  return pageOf(ctx, listing, page, sql<CallRow>`select id, service, what, provider, at, ref, result, cost_fen, took_ms from gateway_call`)
}
