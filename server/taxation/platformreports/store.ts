import { type Expression, type SqlBool, sql } from 'kysely'
import type { Turn } from '#/domain/base/paging.ts'
import { type BasicCause, daysOf, type IdentityStatus } from '#/domain/taxation/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { countOf, keysOf, type Listing } from '#/server/kernel/page.ts'
import { inScope } from '#/server/kernel/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface CentreRow extends Row<'centre', 'id' | 'name' | 'legal_name' | 'credit_code'> {
  since: string
}

const own = (ctx: Context, table: string) => inScope({ ...ctx.scope, unitIds: [] }, table)

/** Returns the caller's active centres with their first day. */
export async function centres(ctx: Context, id?: number): Promise<CentreRow[]> {
  const one = id === undefined ? sql`` : sql`and centre.id = ${id}`
  const result =
    await sql<CentreRow>`select centre.id, centre.name, centre.legal_name, centre.credit_code, (centre.created_at at time zone 'Asia/Shanghai')::date::text as since
    from (select *, id as centre_id from centre) centre where centre.is_active and ${own(ctx, 'centre')} ${one} order by centre.id`.execute(ctx.db)
  return result.rows
}

export interface QuarterState extends Row<'platform_report', 'centre_id' | 'quarter' | 'state'> {
  state: 'generated' | 'exported' | 'reported'
}

/** The state of the newest edition of every quarter in scope that has one. */
export async function quarterStates(ctx: Context): Promise<QuarterState[]> {
  const result = await sql<QuarterState>`select distinct on (report.centre_id, report.quarter) report.centre_id, report.quarter, report.state
    from platform_report report where ${own(ctx, 'report')} order by report.centre_id, report.quarter, report.edition desc`.execute(ctx.db)
  return result.rows
}

/** Returns centres that have not reported a quarter and got no reminder today. */
export async function unreported(ctx: Context, quarter: string, today: string): Promise<Pick<CentreRow, 'id' | 'name'>[]> {
  const result = await sql<Pick<CentreRow, 'id' | 'name'>>`select centre.id, centre.name from centre
    where centre.is_active and (centre.created_at at time zone 'Asia/Shanghai')::date <= ${daysOf(quarter).to}::date
      and not exists (select from platform_report report where report.centre_id = centre.id and report.quarter = ${quarter} and report.state = 'reported')
      and not exists (select from message told where told.kind in ('platformDue', 'platformOverdue') and told.ref_type = 'centre' and told.ref_id = centre.id::text
        and told.values ->> 'quarter' = ${quarter} and told.created_at >= ${`${today}T00:00:00+08:00`}::timestamptz)
    order by centre.id`.execute(ctx.db)
  return result.rows
}

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
    | 'reported_on'
    | 'receipt_no'
    | 'receipt_file_id'
    | 'version'
  > {
  state: 'generated' | 'exported' | 'reported'
  centre_name: string
  maker: string
  reporter: string | null
  /** The latest edition of the quarter. */
  newest: number
  /** Payments of the quarter booked after the latest edition was made. */
  late_payments: number
}

const read = sql`select report.id, report.centre_id, report.quarter, report.edition, report.state, report.reason, report.row_count, report.new_count, report.changed_count,
    report.left_count, report.covered_count, report.payment_count, report.gross_fen, report.refund_fen, report.net_fen, report.made_at, report.reported_on::text as reported_on,
    report.receipt_no, report.receipt_file_id, report.version, centre.name as centre_name, maker.name as maker, reporter.name as reporter,
    (select max(edition) from platform_report other where other.centre_id = report.centre_id and other.quarter = report.quarter) as newest,
    (select count(*)::integer from payment_line line
      cross join lateral (select make_date(left(report.quarter, 4)::integer, right(report.quarter, 1)::integer * 3 - 2, 1)::timestamp as first) span
      where line.centre_id = report.centre_id and line.mode in (1, 2) and line.operator_id is not null and line.booked_at > report.made_at
        and line.finished_at >= span.first at time zone 'Asia/Shanghai' and line.finished_at < (span.first + interval '3 months') at time zone 'Asia/Shanghai') as late_payments
  from platform_report report join centre on centre.id = report.centre_id join app_user maker on maker.id = report.made_by
    left join app_user reporter on reporter.id = report.reported_by`

/** Returns every edition of every quarter, newest first. */
export async function reports(ctx: Context): Promise<ReportRow[]> {
  return (await sql<ReportRow>`${read} where ${own(ctx, 'report')} order by report.quarter desc, report.edition desc`.execute(ctx.db)).rows
}

export async function findReport(ctx: Context, id: number, isLocked = false): Promise<ReportRow | undefined> {
  const lock = isLocked ? sql`for no key update of report` : sql``
  return (await sql<ReportRow>`${read} where report.id = ${id} and ${own(ctx, 'report')} ${lock}`.execute(ctx.db)).rows[0]
}

/** Returns the editions of a quarter, newest first. */
export async function editionsOf(ctx: Context, centreId: number, quarter: string): Promise<ReportRow[]> {
  const result =
    await sql<ReportRow>`${read} where report.centre_id = ${centreId} and report.quarter = ${quarter} and ${own(ctx, 'report')} order by report.edition desc`.execute(
      ctx.db,
    )
  return result.rows
}

/** Serialises the generation of a centre's reports until the transaction ends. */
export async function holdQuarter(ctx: Context, centreId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7120262, hashint8(${centreId}::bigint))`.execute(ctx.db)
}

interface ToGenerate {
  readonly centreId: number
  readonly quarter: string
  readonly edition: number
  readonly reason: string
  readonly from: string
  readonly to: string
}

// Ways in which the centre itself declares a natural person's taxes. Such income is not reported twice (国务院令第810号 第四条).
const declaredWays = ['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28', 'EXEMPT']
const operatorClosed = 7

/**
 * Generates a quarter's report: everyone paid in it or with a return in it, and people reported before who changed or
 * left. A payment counts on its arrival day, a return on its return day, so neither changes an earlier quarter. Returns
 * the report's id.
 */
export async function generate(ctx: Context, { centreId, quarter, edition, reason, from, to }: ToGenerate): Promise<number> {
  const begin = sql`(${from}::date)::timestamp at time zone 'Asia/Shanghai'`
  const end = sql`(${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  // A payment arrives in its own month or a few later, so older partitions are skipped.
  const lines = sql`payment_line line where line.centre_id = ${centreId} and line.operator_id is not null and line.month between ${from}::date - interval '1 year' and ${to}::date`
  // The income of a business is its invoiced amount, including tax borne by the unit.
  const price = sql`case when line.entity_id is null then line.gross_fen else app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen) end`
  const result = await sql<Row<'platform_report', 'id'>>`
    with paid as materialized (
      select line.operator_id, line.entity_id, sum(${price})::bigint as gross, count(*)::integer as payments, sum(line.fee_operator_fen)::bigint as fee,
        bool_and(line.entity_id is null and line.filing_way = any(${declaredWays}::text[])) as is_covered,
        (array_agg(line.card_no_sealed order by line.id desc))[1] as card_no_sealed, (array_agg(line.card_no_index order by line.id desc))[1] as card_no_index,
        (array_agg(line.bank_name order by line.id desc))[1] as bank_name
      from ${lines} and line.state in ('success', 'returned') and line.finished_at >= ${begin} and line.finished_at < ${end} group by 1, 2),
    came_back as materialized (
      select line.operator_id, line.entity_id, sum(${price})::bigint as refund, bool_and(line.entity_id is null and line.filing_way = any(${declaredWays}::text[])) as is_covered
      from ${lines} and line.state = 'returned' and line.returned_at >= ${begin} and line.returned_at < ${end} group by 1, 2),
    known as materialized (
      select distinct on (seen.operator_id, coalesce(seen.entity_id, 0)) seen.operator_id, seen.entity_id, seen.status, seen.facts, seen.is_covered,
        seen.card_no_sealed, seen.card_no_index, seen.bank_name
      from platform_report_row seen join platform_report before on before.id = seen.report_id
      where before.centre_id = ${centreId} and before.quarter < ${quarter}
        and before.edition = (select max(edition) from platform_report last where last.centre_id = before.centre_id and last.quarter = before.quarter)
      order by seen.operator_id, coalesce(seen.entity_id, 0), before.quarter desc),
    people as (
      select operator_id, entity_id from paid union select operator_id, entity_id from came_back union select operator_id, entity_id from known where status <> 'left'),
    facts as (
      select people.operator_id, people.entity_id, operator.name, operator.id_kind, operator.id_number_sealed, operator.id_number_index, operator.nationality, operator.code,
        operator.mobile_sealed, operator.mobile_index, coalesce(entity.name, '') as entity_name, coalesce(entity.credit_code, '') as credit_code,
        coalesce(paid.bank_name, known.bank_name, '') as bank_name, coalesce(paid.card_no_sealed, known.card_no_sealed, '') as card_no_sealed,
        coalesce(paid.card_no_index, known.card_no_index, '') as card_no_index,
        (coalesce(entity.created_at, operator.created_at) at time zone 'Asia/Shanghai')::date as started_on,
        operator.status = ${operatorClosed} or coalesce(entity.state = 'cancelled', false) as has_left,
        coalesce(paid.is_covered, came_back.is_covered, known.is_covered) as is_covered, known.status as known_status, known.facts as known_facts,
        coalesce(paid.gross, 0) as gross, coalesce(came_back.refund, 0) as refund, coalesce(paid.fee, 0) as fee, coalesce(paid.payments, 0) as payments,
        md5(concat_ws('|', operator.name, operator.id_kind, operator.id_number_index, operator.nationality, entity.name, entity.credit_code, operator.mobile_index,
          coalesce(paid.card_no_index, known.card_no_index))) as facts
      from people join operator on operator.id = people.operator_id left join operator_entity entity on entity.id = people.entity_id
        left join paid on paid.operator_id = people.operator_id and paid.entity_id is not distinct from people.entity_id
        left join came_back on came_back.operator_id = people.operator_id and came_back.entity_id is not distinct from people.entity_id
        left join known on known.operator_id = people.operator_id and known.entity_id is not distinct from people.entity_id),
    stated as (
      select facts.*, case when known_status is null or known_status = 'left' then 'new' when has_left then 'left' when known_facts <> facts then 'changed' else 'same' end as status
      from facts),
    wanted as materialized (select * from stated where status <> 'same' or gross > 0 or refund > 0),
    report as (
      insert into platform_report (centre_id, quarter, edition, reason, row_count, new_count, changed_count, left_count, covered_count, payment_count, gross_fen, refund_fen, net_fen,
        made_by, made_at)
      select ${centreId}, ${quarter}, ${edition}, ${reason}, count(*), count(*) filter (where status = 'new'), count(*) filter (where status = 'changed'),
        count(*) filter (where status = 'left'), count(*) filter (where is_covered), coalesce(sum(payments), 0), coalesce(sum(gross), 0), coalesce(sum(refund), 0),
        coalesce(sum(gross - refund), 0), ${ctx.actor.userId}, ${ctx.now} from wanted returning id),
    rows as (
      insert into platform_report_row (report_id, centre_id, operator_id, entity_id, status, is_covered, name, id_kind, id_number_sealed, id_number_index, nationality, entity_name,
        credit_code, code, mobile_sealed, mobile_index, bank_name, card_no_sealed, card_no_index, started_on, ended_on, facts, gross_fen, refund_fen, net_fen, fee_fen, payment_count)
      select report.id, ${centreId}, operator_id, entity_id, status, is_covered, name, id_kind, id_number_sealed, id_number_index, nationality, entity_name, credit_code, code,
        mobile_sealed, mobile_index, bank_name, card_no_sealed, card_no_index, started_on, case when has_left then ${to}::date end, facts, gross, refund, gross - refund, fee, payments
      from wanted, report order by operator_id, coalesce(entity_id, 0))
    select id from report`.execute(ctx.db)
  const [made] = result.rows
  if (!made) throw new Error('a report is one row')
  return made.id
}

export interface PersonRow
  extends Row<
    'platform_report_row',
    | 'id'
    | 'status'
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
  /** The previous edition; null for none. */
  readonly beforeId: number | null
  readonly statuses?: readonly IdentityStatus[] | undefined
  readonly isDifferent?: boolean | undefined
}

export async function listRows(
  ctx: Context,
  { reportId, beforeId, statuses, isDifferent }: RowFilter,
  turn: Turn,
): Promise<{ rows: PersonRow[]; count: number; next: number | null }> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`person.report_id = ${reportId}`, own(ctx, 'person')]
  if (statuses?.length) conditions.push(sql<SqlBool>`person.status = any(${[...statuses]}::text[])`)
  if (isDifferent) {
    conditions.push(sql<SqlBool>`not exists (select from platform_report_row earlier where earlier.report_id = ${beforeId} and earlier.operator_id = person.operator_id
      and coalesce(earlier.entity_id, 0) = coalesce(person.entity_id, 0) and (earlier.gross_fen, earlier.refund_fen, earlier.status, earlier.facts) = (person.gross_fen, person.refund_fen, person.status, person.facts))`)
  }
  const listing: Listing = { table: sql`platform_report_row person`, where: sql`${sql.join(conditions, sql` and `)}`, id: sql`person.id` }
  const { ids, next } = await keysOf(ctx, listing, turn)
  const { rows } = await sql<PersonRow>`select * from (${readRowsOf(beforeId)}) shown where shown.id = any(${ids}::bigint[]) order by shown.id desc`.execute(
    ctx.db,
  )
  return { rows, count: await countOf(ctx, listing), next }
}

function readRowsOf(beforeId: number | null) {
  return sql`select person.id, person.report_id, person.entity_id, person.is_covered, person.name, person.id_kind, person.id_number_sealed, person.nationality, person.entity_name,
    person.credit_code, person.code, person.mobile_sealed, person.bank_name, person.card_no_sealed, person.started_on::text as started_on, person.ended_on::text as ended_on,
    person.gross_fen, person.refund_fen, person.net_fen, person.fee_fen, person.payment_count, person.status, earlier.net_fen as before_fen
  from platform_report_row person left join platform_report_row earlier on earlier.report_id = ${beforeId} and earlier.operator_id = person.operator_id
    and coalesce(earlier.entity_id, 0) = coalesce(person.entity_id, 0)`
}

/** Returns the rows of one form in order: new, changed or departed identities, or people with income. */
export async function rowsFor(ctx: Context, reportId: number, form: 'platform_identity' | 'platform_income'): Promise<PersonRow[]> {
  const which = form === 'platform_identity' ? sql`person.status <> 'same'` : sql`(person.gross_fen > 0 or person.refund_fen > 0)`
  const result =
    await sql<PersonRow>`${readRowsOf(null)} where person.report_id = ${reportId} and ${own(ctx, 'person')} and ${which} order by person.id`.execute(ctx.db)
  return result.rows
}

interface ReportChange {
  readonly state: 'exported' | 'reported'
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

export interface BasicRow
  extends Row<
    'platform_basic',
    'id' | 'cause' | 'centre_id' | 'what' | 'happened_on' | 'due_on' | 'reported_on' | 'receipt_no' | 'receipt_file_id' | 'version'
  > {
  cause: BasicCause
  centre_name: string
  noter: string
}

const readBasic = sql`select basic.id, basic.centre_id, basic.cause, basic.what, basic.happened_on::text as happened_on, basic.due_on::text as due_on, basic.reported_on::text as reported_on,
    basic.receipt_no, basic.receipt_file_id, basic.version, centre.name as centre_name, noter.name as noter
  from platform_basic basic join centre on centre.id = basic.centre_id join app_user noter on noter.id = basic.noted_by`

const maxBasics = 200

/** Returns the duties to report basic data, open ones first, by due day. */
export async function basics(ctx: Context): Promise<BasicRow[]> {
  return (
    await sql<BasicRow>`${readBasic} where ${own(ctx, 'basic')} order by basic.reported_on is not null, basic.due_on desc limit ${maxBasics}`.execute(ctx.db)
  ).rows
}

export async function findBasic(ctx: Context, id: number, isLocked = false): Promise<BasicRow | undefined> {
  const lock = isLocked ? sql`for no key update of basic` : sql``
  return (await sql<BasicRow>`${readBasic} where basic.id = ${id} and ${own(ctx, 'basic')} ${lock}`.execute(ctx.db)).rows[0]
}

export async function addBasic(
  ctx: Context,
  basic: { readonly centreId: number; readonly cause: BasicCause; readonly happenedOn: string; readonly dueOn: string; readonly what: string },
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
