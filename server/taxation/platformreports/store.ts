import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import { type BasicDataCause, type IdentityStatus, quarterBounds, type ReportState } from '#/domain/taxation/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { notificationsAbout } from '#/server/services/messages/public.ts'

export interface CentreRow extends Row<'centre', 'id' | 'name' | 'legal_name' | 'credit_code'> {
  since: string
}

const remindersAbout = (refType: 'platform_report' | 'centre', refId: string | RawBuilder<unknown>, since: string) =>
  notificationsAbout({ kinds: ['platformDue', 'platformOverdue'], refType, refId, since })

/**
 * Returns the holder that reports a quarter for centres, if it is not reported yet and has no reminder today; otherwise
 * null.
 */
export async function holderToRemind(ctx: Context, quarter: string, today: string): Promise<string | null> {
  const row = await ctx.row<Row<'reporter_plan', 'holder_name'>>`select plan.holder_name from (${planQuery(sql`${quarter}`)}) plan
    where cardinality(plan.centre_ids) > 0
      and not exists (select from platform_report report where report.centre_id is null and report.quarter = ${quarter} and report.state = 'reported')
      and not exists (select from ${remindersAbout('platform_report', quarter, today)} sent)`
  return row?.holder_name ?? null
}

/** States of a stored report. */
export type GeneratedState = Exclude<ReportState, 'open'>

export const centreCondition = (ctx: Context, table: string) => inScope({ ...ctx.scope, unitIds: [] }, table)

/** Returns the caller's active centres with their first day. */
export async function centres(ctx: Context, id?: number): Promise<CentreRow[]> {
  const oneCentreCondition = id === undefined ? sql`` : sql`and centre.id = ${id}`
  return ctx.rows<CentreRow>`select centre.id, centre.name, centre.legal_name, centre.credit_code, (centre.created_at at time zone 'Asia/Shanghai')::date::text as since
    from (select *, id as centre_id from centre) centre where centre.is_active and ${centreCondition(ctx, 'centre')} ${oneCentreCondition} order by centre.id`
}

/** Selects the settings in force in a quarter. */
export const planQuery = (quarter: RawBuilder<unknown>) => sql`select plan.id, plan.centre_ids, plan.holder_name from reporter_plan plan
  where plan.state = 'confirmed' and plan.first_quarter <= ${quarter} order by plan.first_quarter desc, plan.id desc limit 1`

export interface QuarterState extends Row<'platform_report', 'centre_id' | 'quarter' | 'state'> {
  state: GeneratedState
}

/** Returns the state of the newest edition of every quarter in scope that has one. */
export async function quarterStates(ctx: Context): Promise<QuarterState[]> {
  return ctx.rows<QuarterState>`select distinct on (report.centre_id, report.quarter) report.centre_id, report.quarter, report.state
    from platform_report report where ${centreCondition(ctx, 'report')} order by report.centre_id, report.quarter, report.edition desc`
}

/** Returns centres that must report a quarter themselves, have not done so and have no reminder today. */
export const centresToRemind = (ctx: Context, quarter: string, today: string): Promise<Pick<CentreRow, 'id' | 'name'>[]> => ctx.rows<
  Pick<CentreRow, 'id' | 'name'>
>`select centre.id, centre.name from centre left join lateral (${planQuery(sql`${quarter}`)}) plan on true
    where centre.is_active and centre.id <> all(coalesce(plan.centre_ids, '{}')) and (centre.created_at at time zone 'Asia/Shanghai')::date <= ${quarterBounds(quarter).to}::date
      and not exists (select from platform_report report where report.centre_id = centre.id and report.quarter = ${quarter} and report.state = 'reported')
      and not exists (select from ${remindersAbout('centre', sql`centre.id::text`, today)} sent
        where sent.values ->> 'quarter' = ${quarter})
    order by centre.id`

export interface ReportRow
  extends Row<
    'platform_report',
    | 'id'
    | 'state'
    | 'centre_id'
    | 'quarter'
    | 'edition'
    | 'reason'
    | 'row_count'
    | 'new_count'
    | 'changed_count'
    | 'left_count'
    | 'covered_count'
    | 'payment_count'
    | 'gross_fen'
    | 'refund_fen'
    | 'net_fen'
    | 'made_at'
    | 'plan_id'
    | 'made_by'
    | 'reported_on'
    | 'receipt_no'
    | 'receipt_file_id'
    | 'version'
  > {
  state: GeneratedState
  /** The centre, or the holder that reports for the platform. */
  centre_name: string
  maker: string
  confirmer: string | null
  reporter: string | null
  /** The latest edition of the quarter. */
  newest: number
  /** Number of payments of the quarter booked after the latest edition was generated. */
  late_payments: number
}

const reportSelection = sql`select report.id, report.centre_id, report.quarter, report.edition, report.state, report.reason, report.row_count, report.new_count, report.changed_count,
    report.left_count, report.covered_count, report.payment_count, report.gross_fen, report.refund_fen, report.net_fen, report.made_at, report.reported_on::text as reported_on,
    report.receipt_no, report.receipt_file_id, report.version, report.plan_id, report.made_by, coalesce(centre.name, plan.holder_name) as centre_name,
    maker.name as maker, confirmer.name as confirmer, reporter.name as reporter,
    (select max(edition) from platform_report other where other.centre_id is not distinct from report.centre_id and other.quarter = report.quarter) as newest,
    (select count(*)::integer from payment_line line
      cross join lateral (select make_date(left(report.quarter, 4)::integer, right(report.quarter, 1)::integer * 3 - 2, 1)::timestamp as first) span
      where line.centre_id = any(case when report.centre_id is null then plan.centre_ids else array[report.centre_id] end) and line.mode in (1, 2) and line.operator_id is not null and line.booked_at > report.made_at
        and line.finished_at >= span.first at time zone 'Asia/Shanghai' and line.finished_at < (span.first + interval '3 months') at time zone 'Asia/Shanghai') as late_payments
  from platform_report report left join centre on centre.id = report.centre_id left join reporter_plan plan on plan.id = report.plan_id
    join app_user maker on maker.id = report.made_by left join app_user confirmer on confirmer.id = report.confirmed_by
    left join app_user reporter on reporter.id = report.reported_by`

/** Returns every edition of every quarter, newest first. */
export const reports = (ctx: Context): Promise<ReportRow[]> =>
  ctx.rows<ReportRow>`${reportSelection} where ${centreCondition(ctx, 'report')} order by report.quarter desc, report.edition desc`

export async function findReport(ctx: Context, id: number, isLocked = false): Promise<ReportRow | undefined> {
  const lockClause = isLocked ? sql`for no key update of report` : sql``
  return await ctx.row<ReportRow>`${reportSelection} where report.id = ${id} and ${centreCondition(ctx, 'report')} ${lockClause}`
}

/** Returns the editions of a quarter, newest first. */
export const editionsOf = (ctx: Context, centreId: number | null, quarter: string): Promise<ReportRow[]> =>
  ctx.rows<ReportRow>`${reportSelection} where report.centre_id is not distinct from ${centreId}::bigint and report.quarter = ${quarter} and ${centreCondition(ctx, 'report')} order by report.edition desc`

/**
 * Serialises generation of reports and changes of the settings until the transaction ends, so that each sees the result
 * of the other.
 */
export const lockReports = (ctx: Context): Promise<void> => ctx.run`select pg_advisory_xact_lock(7120262, 0)`

export interface PersonRow
  extends Row<
    'platform_report_row',
    | 'id'
    | 'status'
    | 'operator_id'
    | 'entity_id'
    | 'is_covered'
    | 'name'
    | 'id_kind'
    | 'id_number_sealed'
    | 'nationality'
    | 'entity_name'
    | 'credit_code'
    | 'code'
    | 'mobile_sealed'
    | 'bank_name'
    | 'card_no_sealed'
    | 'started_on'
    | 'ended_on'
    | 'gross_fen'
    | 'refund_fen'
    | 'net_fen'
    | 'fee_fen'
    | 'payment_count'
  > {
  status: IdentityStatus
  before_fen: number | null
}

export interface RowFilter {
  readonly reportId: number
  /** The previous edition; null if there is none. */
  readonly beforeId: number | null
  readonly statuses?: readonly IdentityStatus[] | undefined
  readonly isDifferent?: boolean | undefined
}

export async function listRows(
  ctx: Context,
  { reportId, beforeId, statuses, isDifferent }: RowFilter,
  page: PageRequest,
): Promise<{ rows: PersonRow[]; count: number; next: number | null }> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`person.report_id = ${reportId}`, centreCondition(ctx, 'person')]
  if (statuses?.length) conditions.push(sql<SqlBool>`person.status = any(${[...statuses]}::text[])`)
  if (isDifferent) {
    conditions.push(sql<SqlBool>`not exists (select from platform_report_row earlier where earlier.report_id = ${beforeId} and earlier.operator_id = person.operator_id
      and coalesce(earlier.entity_id, 0) = coalesce(person.entity_id, 0) and (earlier.gross_fen, earlier.refund_fen, earlier.status, earlier.facts) = (person.gross_fen, person.refund_fen, person.status, person.facts))`)
  }
  const listing: Listing = { table: sql`platform_report_row person`, where: allOf(conditions), id: sql`person.id` }
  const { ids, next } = await pageKeys(ctx, listing, page)
  const rows = await ctx.rows<PersonRow>`select * from (${rowSelection(beforeId)}) shown where shown.id = any(${ids}::bigint[]) order by shown.id desc`
  return { rows, count: await countOf(ctx, listing), next }
}

function rowSelection(beforeId: number | null) {
  return sql`select person.id, person.report_id, person.operator_id, person.entity_id, person.is_covered, person.name, person.id_kind, person.id_number_sealed, person.nationality, person.entity_name,
    person.credit_code, person.code, person.mobile_sealed, person.bank_name, person.card_no_sealed, person.started_on::text as started_on, person.ended_on::text as ended_on,
    person.gross_fen, person.refund_fen, person.net_fen, person.fee_fen, person.payment_count, person.status, earlier.net_fen as before_fen
  from platform_report_row person left join platform_report_row earlier on earlier.report_id = ${beforeId} and earlier.operator_id = person.operator_id
    and coalesce(earlier.entity_id, 0) = coalesce(person.entity_id, 0)`
}

/** Returns the rows of one form in order: new, changed or departed identities, or people with income. */
export async function rowsFor(ctx: Context, reportId: number, form: 'platform_identity' | 'platform_income'): Promise<PersonRow[]> {
  const rowCondition = form === 'platform_identity' ? sql`person.status <> 'same'` : sql`(person.gross_fen > 0 or person.refund_fen > 0)`
  return ctx.rows<PersonRow>`${rowSelection(null)} where person.report_id = ${reportId} and ${centreCondition(ctx, 'person')} and ${rowCondition} order by person.id`
}

interface ReportChange {
  readonly state: 'confirmed' | 'exported' | 'reported'
  readonly confirmed_by?: number
  readonly confirmed_at?: Date
  readonly reported_on?: string
  readonly receipt_no?: string
  readonly receipt_file_id?: string
  readonly reported_by?: number
  readonly reported_at?: Date
}

export async function changeReport(ctx: Context, id: number, change: ReportChange): Promise<void> {
  await ctx.db
    .updateTable('platform_report')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface BasicReportRow
  extends Row<
    'platform_basic',
    'id' | 'cause' | 'centre_id' | 'what' | 'happened_on' | 'due_on' | 'reported_on' | 'receipt_no' | 'receipt_file_id' | 'version'
  > {
  cause: BasicDataCause
  centre_name: string
  noter: string
}

/** The holder's name in the newest confirmed settings. */
const holderNameColumn = sql`(select plan.holder_name from reporter_plan plan where plan.state = 'confirmed' order by plan.first_quarter desc, plan.id desc limit 1)`
const basicReportSelection = sql`select basic.id, basic.centre_id, basic.cause, basic.what, basic.happened_on::text as happened_on, basic.due_on::text as due_on, basic.reported_on::text as reported_on,
    basic.receipt_no, basic.receipt_file_id, basic.version, coalesce(centre.name, ${holderNameColumn}) as centre_name, noter.name as noter
  from platform_basic basic left join centre on centre.id = basic.centre_id join app_user noter on noter.id = basic.noted_by`

const maxBasicReports = 200

/** Returns the duties to report basic data, open ones first, by due day. */
export const basicReports = (ctx: Context): Promise<BasicReportRow[]> =>
  ctx.rows<BasicReportRow>`${basicReportSelection} where ${centreCondition(ctx, 'basic')} order by basic.reported_on is not null, basic.due_on desc limit ${maxBasicReports}`

export async function findBasicReport(ctx: Context, id: number, isLocked = false): Promise<BasicReportRow | undefined> {
  const lockClause = isLocked ? sql`for no key update of basic` : sql``
  return await ctx.row<BasicReportRow>`${basicReportSelection} where basic.id = ${id} and ${centreCondition(ctx, 'basic')} ${lockClause}`
}

export async function insertBasicReport(
  ctx: Context,
  basic: { readonly centreId: number | null; readonly cause: BasicDataCause; readonly happenedOn: string; readonly dueOn: string; readonly what: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('platform_basic')
    .values({
      centre_id: basic.centreId,
      cause: basic.cause,
      happened_on: basic.happenedOn,
      due_on: basic.dueOn,
      what: basic.what,
      noted_by: ctx.actor.userId,
      noted_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function fileBasic(
  ctx: Context,
  id: number,
  change: Required<Pick<ReportChange, 'reported_on' | 'receipt_no' | 'receipt_file_id' | 'reported_by' | 'reported_at'>>,
): Promise<void> {
  await ctx.db
    .updateTable('platform_basic')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}
