import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Turn } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { countOf, inOrder, keysOf } from '#/server/kernel/page.ts'
import { inScope } from '#/server/kernel/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { contractStand, every, like, seen } from '#/server/organisations/units/store.ts'

interface PageResult<T> {
  readonly rows: T[]
  readonly count: number
}

interface Page {
  readonly page: number
  readonly size: number
}

const offsetOf = (page: Page) => (page.page - 1) * page.size

export interface ContractRow extends Row<'contract', 'id' | 'no' | 'name' | 'mode' | 'valid_from' | 'valid_to'> {
  centre_name: Row<'centre'>['name']
  mode: Mode
  stand: 'none' | 'signing' | 'done' | 'expired'
}

/** Returns the contracts of a unit within the caller's scope, newest first. */
export async function contracts(ctx: Context, unitId: number): Promise<ContractRow[]> {
  const result = await sql<ContractRow>`select contract.id, contract.no, contract.name, centre.name as centre_name, contract.mode, contract.valid_from::text,
      contract.valid_to::text, ${contractStand(ctx)} as stand
    from contract join centre on centre.id = contract.centre_id
    where contract.unit_id = ${unitId} and contract.operator_id is null and ${inScope(ctx.scope, 'contract', { mode: true })} order by contract.id desc limit 200`.execute(
    ctx.db,
  )
  return result.rows
}

export type TitleRow = Row<'invoice_title', 'id' | 'name' | 'tax_no' | 'bank' | 'account_no' | 'is_default'>

/** Returns the invoice titles of a unit. */
export async function titles(ctx: Context, unitId: number): Promise<TitleRow[]> {
  const result = await sql<TitleRow>`select title.id, title.name, title.tax_no, title.bank, title.account_no, title.is_default
    from invoice_title title join unit on unit.id = title.unit_id where title.unit_id = ${unitId} and title.is_active and ${seen(ctx)} order by title.id`.execute(
    ctx.db,
  )
  return result.rows
}

export interface OperatorRow extends Row<'operator', 'id' | 'code' | 'name' | 'mobile_sealed' | 'yztype' | 'status' | 'is_identity_verified'> {
  since: Row<'unit_operator'>['created_at']
}

/** Returns the operators of a unit that the caller sees, newest first. */
export async function operators(
  ctx: Context,
  unitId: number,
  keyword: string | undefined,
  turn: Turn,
): Promise<{ rows: OperatorRow[]; count: number; next: number | null }> {
  const { scope } = ctx
  const parts: Expression<SqlBool>[] = [sql<SqlBool>`link.unit_id = ${unitId} and link.is_active`]
  parts.push(sql<SqlBool>`exists (select from unit where unit.id = link.unit_id and ${seen(ctx)})`)
  if (!scope.all && scope.centreIds.length > 0) parts.push(sql<SqlBool>`operator.centre_id = any(${[...scope.centreIds]}::bigint[])`)
  if (keyword) parts.push(sql<SqlBool>`(operator.name ilike ${like(keyword)} or operator.code = ${keyword.toUpperCase()})`)
  const joins = sql`join operator on operator.id = link.operator_id`
  const listing = { table: sql`unit_operator link`, joins, where: every(parts), id: sql<number>`link.operator_id` }
  const { ids, next } = await keysOf(ctx, listing, turn)
  const found = await sql<OperatorRow>`select operator.id, operator.code, operator.name, operator.mobile_sealed, operator.yztype, operator.status,
      operator.is_identity_verified, link.created_at as since
    from unit_operator link ${joins} where link.unit_id = ${unitId} and operator.id = any(${ids}::bigint[])`.execute(ctx.db)
  return { rows: inOrder(ids, found.rows), count: await countOf(ctx, listing), next }
}

export interface ChangeRow extends Row<'audit_log', 'at' | 'action' | 'detail'> {
  by: Row<'app_user'>['name'] | null
  detail: Record<string, unknown>
}

/** Returns the log of a unit and its settings, newest first; a centre sees only its own changes. */
export async function changes(ctx: Context, unitId: number, page: Page): Promise<PageResult<ChangeRow>> {
  const { scope } = ctx
  const mine = scope.all ? sql<SqlBool>`true` : sql<SqlBool>`(log.centre_id is null or log.centre_id = ${scope.centreId})`
  const where = sql`log.unit_id = ${unitId} and (log.action like 'units.%' or (log.action = 'imports.commit' and log.ref_type = 'unit')) and log.outcome = 'done' and ${mine}
    and exists (select from unit where unit.id = log.unit_id and ${seen(ctx)})`
  const rows =
    await sql<ChangeRow>`select log.at, author.name as by, log.action, log.detail from audit_log log left join app_user author on author.id = log.user_id
    where ${where} order by log.at desc, log.id desc limit ${page.size} offset ${offsetOf(page)}`.execute(ctx.db)
  const counted = await sql<{ count: number }>`select count(*) as count from audit_log log where ${where}`.execute(ctx.db)
  return { rows: rows.rows, count: counted.rows[0]?.count ?? 0 }
}

export interface Choices {
  centres: (Row<'centre', 'id' | 'name' | 'modes'> & { modes: Mode[]; channels: Row<'channel', 'id' | 'name'>[] })[]
  plans: (Row<'fee_plan', 'id' | 'name' | 'mode'> & { mode: Mode; basis: 'gross' | 'net'; lowest: number; highest: number })[]
  marketers: (Row<'app_user', 'id' | 'name'> & { centreId: Row<'centre'>['id'] })[]
  salesmen: Choices['marketers']
  /** Only a ready partner may be given units. */
  partners: (Row<'partner', 'id' | 'name'> & { isReady: boolean })[]
}

/**
 * Returns the centres, plans, people and partners that the caller can choose for a unit. Without full scope, only the
 * caller's centre and its people.
 */
export async function choices(ctx: Context, day: string): Promise<Choices> {
  const { scope } = ctx
  const here = (column: string) => (scope.all ? sql`true` : sql`${sql.ref(column)} = ${scope.centreId}`)
  const people = (
    post: 2 | 3,
  ) => sql`coalesce((select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'centreId', post.centre_id) order by person.id)
    from app_user person join user_centre post on post.user_id = person.id
    where person.usertype = ${userType.centre} and person.poststatus = ${post} and person.status = ${accountStatus.active}
      and ${here('post.centre_id')}), '[]')`
  const result = await sql<Choices>`select
      coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', centre.modes, 'channels',
          coalesce((select jsonb_agg(jsonb_build_object('id', channel.id, 'name', channel.name) order by channel.id) from channel
            where channel.centre_id = centre.id and channel.is_active), '[]')) order by centre.id)
        from centre where centre.is_active and ${here('centre.id')}), '[]') as centres,
      coalesce((select jsonb_agg(jsonb_build_object('id', plan.id, 'name', plan.name, 'mode', plan.mode, 'basis', plan.basis,
          'lowest', (select min((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier),
          'highest', (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier)) order by plan.mode desc, plan.id)
        from app.fee_plans(${day}::date) plan), '[]') as plans,
      ${people(2)} as marketers, ${people(3)} as salesmen,
      coalesce((select jsonb_agg(jsonb_build_object('id', partner.id, 'name', partner.name, 'isReady', app.partner_ready(partner.id, ${day}::date)) order by partner.id)
        from partner where partner.is_active), '[]') as partners`.execute(ctx.db)
  return result.rows[0] ?? { centres: [], plans: [], marketers: [], salesmen: [], partners: [] }
}
