import { type Expression, type SqlBool, sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { InvoiceIssuer } from '#/domain/taxation/business-invoice.ts'
import type { ApplicationBasis, InvoiceApplicationState, InvoiceKind } from '#/domain/taxation/invoice.ts'
import type { TitleSnapshot } from '#/domain/taxation/title.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageKeys, placesInScope, sortByIds, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchHeads, batchWithNo } from '#/server/money/payments/public.ts'
import { businessesMatching, businessFacts } from '#/server/people/entities/public.ts'

export interface ApplicationFilter {
  readonly keyword?: string | undefined
  readonly states?: readonly InvoiceApplicationState[] | undefined
  readonly kind?: InvoiceKind | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly unitId?: number | undefined
  readonly batchNo?: string | undefined
  /** Defaults to mode 2. */
  readonly mode?: Mode | undefined
  readonly issuer?: InvoiceIssuer | undefined
}

export interface ApplicationRow extends Omit<Row<'invoice_application'>, 'title'>, Row<'invoice', 'issued_on' | 'red_fen'> {
  mode: Mode
  state: InvoiceApplicationState
  issuer: InvoiceIssuer
  kind: InvoiceKind
  basis: ApplicationBasis
  title: TitleSnapshot
  unit_name: string
  centre_name: string
  seller_name: string
  seller_no: string
  operator_name: string | null
  numbers: string[]
  red_due: number
  applied_name: string
  reviewed_name: string | null
}

// Each mode has its own page and permission. Operators see applications of their businesses at any centre.
const scopeCondition = ({ actor, scope }: Context): Expression<SqlBool> => {
  const visibleModes = [
    ...(actor.may('fpListDz') ? [settlementMode.generalContract] : []),
    ...(actor.may('fpListGth') ? [settlementMode.individualBusiness] : []),
  ]
  const isInScope = actor.operatorId === null ? inScope(scope, 'asked', { mode: true }) : sql<SqlBool>`asked.operator_id = ${actor.operatorId}`
  return sql<SqlBool>`(${isInScope} and asked.mode = any(${visibleModes}::smallint[]))`
}

function listing(ctx: Context, filter: ApplicationFilter): Listing {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx), sql<SqlBool>`asked.mode = ${filter.mode ?? settlementMode.generalContract}`]
  if (filter.issuer) conditions.push(sql<SqlBool>`asked.issuer = ${filter.issuer}`)
  const { keyword } = filter
  if (filter.states?.length) conditions.push(sql<SqlBool>`asked.state = any(${[...filter.states]}::text[])`)
  if (filter.kind) conditions.push(sql<SqlBool>`asked.kind = ${filter.kind}`)
  if (filter.unitId) conditions.push(sql<SqlBool>`asked.unit_id = ${filter.unitId}`)
  conditions.push(...withinDays(sql`asked.applied_at`, filter))
  if (filter.batchNo) {
    conditions.push(
      sql<SqlBool>`exists (select from invoice_line part where part.application_id = asked.id and part.batch_id in ${batchWithNo(filter.batchNo)})`,
    )
  }
  if (keyword) {
    conditions.push(sql<SqlBool>`(asked.no = ${keyword} or asked.title->>'name' ilike ${containsPattern(keyword)} or asked.unit_id in (select id from unit where name ilike ${containsPattern(keyword)})
      or asked.entity_id in ${businessesMatching(containsPattern(keyword), keyword)}
      or exists (select from invoice paper where paper.application_id = asked.id and paper.number = ${keyword}))`)
  }
  return {
    table: sql`invoice_application asked`,
    where: allOf(conditions),
    id: sql`asked.id`,
    places: placesInScope(ctx, 'asked', { mode: true, unit: true }),
  }
}

async function applicationsByIds(ctx: Context, ids: readonly number[]): Promise<ApplicationRow[]> {
  const rows =
    await ctx.rows<ApplicationRow>`select asked.*, asked.period_from::text as period_from, asked.period_to::text as period_to, unit.name as unit_name,
      centre.name as centre_name, coalesce(business.name, centre.legal_name) as seller_name, coalesce(business.credit_code, centre.credit_code) as seller_no, owner.name as operator_name, array_remove(papers.numbers, null) as numbers,
      papers.issued_on::text as issued_on, papers.red_fen,
      coalesce((select sum(least(kept.used_fen, part.fen)) from invoice_use kept join (select line_id, sum(amount_fen) as fen from invoice_line
        where application_id = asked.id group by line_id) part on part.line_id = kept.line_id where kept.is_returned), 0)::bigint as red_due,
      applicant.name as applied_name, reviewer.name as reviewed_name
    from invoice_application asked join unit on unit.id = asked.unit_id join centre on centre.id = asked.centre_id join app_user applicant on applicant.id = asked.applied_by
      left join app_user reviewer on reviewer.id = asked.reviewed_by left join lateral ${businessFacts(sql`asked.entity_id`)} business on true
      left join operator owner on owner.id = asked.operator_id
      cross join lateral (select array_agg(number order by seq) as numbers, max(issued_on) as issued_on, coalesce(sum(red_fen), 0)::bigint as red_fen
        from invoice where application_id = asked.id) papers
    where asked.id = any(${[...ids]}::bigint[])`
  return sortByIds(ids, rows)
}

/** Returns the units with applications in the caller's scope, by name. */
export async function unitsOf(
  ctx: Context,
  { mode = settlementMode.generalContract, keyword, unitId }: { mode?: Mode | undefined; keyword?: string | undefined; unitId?: number | undefined },
  limit: number,
): Promise<Row<'unit', 'id' | 'name'>[]> {
  const conditions = [
    sql<SqlBool>`exists (select from invoice_application asked where asked.unit_id = unit.id and asked.mode = ${mode} and ${scopeCondition(ctx)})`,
    ...(keyword ? [sql<SqlBool>`unit.name ilike ${containsPattern(keyword)}`] : []),
    ...(unitId ? [sql<SqlBool>`unit.id = ${unitId}`] : []),
  ]
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<Row<'unit', 'id' | 'name'>>`select unit.id, unit.name from unit where ${allOf(conditions)}
      order by unit.name, unit.id limit ${limit}`
  })
}

/** Returns a page of applications, newest first. */
export async function list(ctx: Context, filter: ApplicationFilter, page: PageRequest): Promise<{ rows: ApplicationRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing(ctx, filter), page)
  return { rows: await applicationsWithNames(ctx, ids), next }
}

// The ids were found in the caller's scope. The rows name staff of the other party, whom the scope would hide.
const applicationsWithNames = (ctx: Context, ids: readonly number[]) => ctx.widen('names on invoices', () => applicationsByIds(ctx, ids))

export function totals(ctx: Context, filter: ApplicationFilter, isWhole: boolean) {
  return totalsOf<{ amount: number; price: number; tax: number }>(ctx, listing(ctx, filter), {
    columns: sql`amount_fen, price_fen, tax_fen`,
    sums: sql`coalesce(sum(amount_fen), 0)::bigint as amount, coalesce(sum(price_fen), 0)::bigint as price, coalesce(sum(tax_fen), 0)::bigint as tax`,
    isWhole,
  })
}

/** Returns an application in the caller's scope, locked if `isLocked`. */
export async function find(ctx: Context, by: { id: number } | { no: string }, isLocked = false): Promise<ApplicationRow | undefined> {
  const applicationCondition = 'id' in by ? sql`asked.id = ${by.id}` : sql`asked.no = ${by.no}`
  const rows = await ctx.rows<
    Row<'invoice_application', 'id'>
  >`select asked.id from invoice_application asked where ${applicationCondition} and ${scopeCondition(ctx)} ${isLocked ? sql`for no key update` : sql``}`
  const [own] = rows
  return own && (await applicationsWithNames(ctx, [own.id]))[0]
}

/** Returns the centre of the first of these applications in the caller's scope. */
export async function centreIdOf(ctx: Context, numbers: readonly string[]): Promise<number | undefined> {
  const rows = await ctx.rows<
    Row<'invoice_application', 'centre_id'>
  >`select asked.centre_id from invoice_application asked where asked.no = any(${[...numbers]}::text[]) and ${scopeCondition(ctx)} order by asked.id limit 1`
  return rows[0]?.centre_id
}

/** Locks and returns the applications to issue, oldest first. */
export async function lockToIssue(ctx: Context, limit: number): Promise<ApplicationRow[]> {
  const rows = await ctx.rows<Row<'invoice_application', 'id'>>`select asked.id from invoice_application asked
    where asked.state in ('todo', 'issuing', 'part') and ${scopeCondition(ctx)} order by asked.id limit ${limit} for no key update`
  return applicationsWithNames(
    ctx,
    rows.map((row) => row.id),
  )
}

export type NewApplication = Pick<
  Row<'invoice_application'>,
  | 'no'
  | 'centre_id'
  | 'unit_id'
  | 'mode'
  | 'title_id'
  | 'kind'
  | 'category'
  | 'goods'
  | 'tax_code'
  | 'email'
  | 'remark'
  | 'basis'
  | 'period_from'
  | 'period_to'
  | 'amount_fen'
  | 'price_fen'
  | 'tax_fen'
  | 'rate_ppm'
  | 'policy_version'
  | 'line_count'
  | 'batch_count'
  | 'invoice_count'
> &
  Partial<Pick<Row<'invoice_application'>, 'issuer' | 'entity_id' | 'operator_id'>>

export async function insert(ctx: Context, row: NewApplication, title: TitleSnapshot): Promise<number> {
  const { id } = await ctx.db
    .insertInto('invoice_application')
    .values({ ...row, title: JSON.stringify(title), applied_by: ctx.actor.userId, applied_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Partial<
  Pick<
    Row<'invoice_application'>,
    'state' | 'reason' | 'issued_count' | 'released_fen' | 'released_count' | 'reviewed_by' | 'reviewed_at' | 'finished_at' | 'mailed_at'
  >
>

/** Updates an application that the caller has locked. */
export async function update(ctx: Context, id: number, by: Change): Promise<void> {
  await ctx.db
    .updateTable('invoice_application')
    .set((table) => ({ ...by, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export interface InvoicingFiguresRow extends Row<'invoice_application', 'issued_count'> {
  paid: number
  used: number
  waiting: number
  waiting_count: number
  issued: number
  red_due: number
  red_due_count: number
}

/**
 * Returns the figures above the list, in the caller's scope. The quota uses the same sums as `app.invoice_quota`, over
 * all visible units. Used equals pending plus issued.
 */
export async function listFigures(ctx: Context, mode: Mode = settlementMode.generalContract): Promise<InvoicingFiguresRow> {
  const inScopeOf = (table: string) => sql<SqlBool>`(${inScope(ctx.scope, table, { mode: true })} and ${sql.ref(`${table}.mode`)} = ${mode})`
  // Operators see no payments, so their figures come from the invoices of their businesses.
  const ownerCondition = (table: string) =>
    ctx.actor.operatorId === null ? inScopeOf(table) : sql<SqlBool>`${sql.ref(`${table}.operator_id`)} = ${ctx.actor.operatorId}`
  const rows = await ctx.rows<InvoicingFiguresRow>`select
    (select coalesce(sum(batch.success_cost_fen), 0)::bigint from ${batchHeads} batch where batch.success_cost_fen > 0 and ${inScopeOf('batch')}) as paid,
    (select coalesce(sum(quota.used_fen), 0)::bigint from invoice_quota quota where ${inScopeOf('quota')}) as used,
    waiting.*, issued.*, due.* from
    (select coalesce(sum(paper.total_fen), 0)::bigint as waiting, count(distinct paper.application_id) as waiting_count
      from invoice paper join invoice_application asked on asked.id = paper.application_id
      where paper.number is null and asked.state in ('pending', 'todo', 'issuing', 'part', 'failed') and ${ownerCondition('asked')}) waiting,
    (select coalesce(sum(paper.total_fen - paper.red_fen), 0)::bigint as issued, count(*) as issued_count from invoice paper where paper.number is not null and ${ownerCondition('paper')}) issued,
    (select coalesce(sum(kept.used_fen), 0)::bigint as red_due, count(*) as red_due_count from invoice_use kept where kept.is_returned and kept.used_fen > 0 and ${inScopeOf('kept')}) due`
  return rows[0] ?? { paid: 0, used: 0, waiting: 0, waiting_count: 0, issued: 0, issued_count: 0, red_due: 0, red_due_count: 0 }
}
