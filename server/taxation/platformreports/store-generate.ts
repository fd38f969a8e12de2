import { sql } from 'kysely'
import type { GroundRule } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchServices } from '#/server/money/payments/public.ts'
import { businessFacts } from '#/server/people/entities/public.ts'

export interface ReportToGenerate {
  /** The centre that reports; null for the platform. */
  readonly centreId: number | null
  /** The centres whose payments are reported. */
  readonly centreIds: readonly number[]
  /** The settings in force; null if there is none. */
  readonly planId: number | null
  readonly rules: readonly GroundRule[]
  readonly quarter: string
  readonly edition: number
  readonly reason: string
  readonly from: string
  readonly to: string
}

const closedAccountStatus = 7

/** The income tax of a payment, including the part that a credit of cleared tax pays. */
const incomeTax = sql`(line.iit_fen + coalesce((line.calculation -> 'credit' ->> 'iit')::bigint, 0))`

/**
 * Selects payments and returns of the quarter, each with the first rule that excludes it. `excludingRuleNumber` in the
 * domain applies the same rules.
 */
function flowTables({ centreIds, rules, from, to }: ReportToGenerate) {
  const begin = sql`(${from}::date)::timestamp at time zone 'Asia/Shanghai'`
  const end = sql`(${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const numberedRules = JSON.stringify(rules.map((rule, at) => ({ ...rule, number: at + 1 })))
  const isPaid = sql`line.finished_at >= ${begin} and line.finished_at < ${end}`
  const isReturned = sql`line.state = 'returned' and line.returned_at >= ${begin} and line.returned_at < ${end}`
  const ofCentres = sql`line.centre_id = any(${[...centreIds]}::bigint[]) and line.operator_id is not null and line.state in ('success', 'returned')`
  // A payment succeeds in the month of its line or a few months later, so older partitions are read only for their
  // returns. The income of a business is its invoiced amount, including tax borne by the unit.
  return sql`
    rules as materialized (select * from jsonb_to_recordset(${numberedRules}::jsonb) as rule(number integer, ground text, ways text[], categories text[])),
    flow as materialized (
      select line.id, line.operator_id, line.entity_id, line.centre_id, batch.source_platform, line.nickname, line.user_no, excluded.ground, excluded.number as rule,
        case when line.entity_id is null then line.gross_fen else app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen) end as price,
        line.fee_operator_fen as fee, line.card_no_sealed, line.card_no_index, line.bank_name, ${isPaid} as is_paid, ${isReturned} as is_back
      from (select * from payment_line line where ${ofCentres} and line.month between ${from}::date - interval '1 year' and ${to}::date and (${isPaid} or ${isReturned})
          union all select * from payment_line line where ${ofCentres} and line.month < ${from}::date - interval '1 year' and line.mode in (1, 2) and ${isReturned}) line
        join ${batchServices} batch on batch.id = line.batch_id
        left join lateral (select rules.ground, rules.number from rules where line.entity_id is null and line.filing_way = any(rules.ways)
          and (cardinality(rules.categories) = 0 or batch.category = any(rules.categories)) and (rules.ground <> 'convenience' or ${incomeTax} = 0)
          order by rules.number limit 1) excluded on true)`
}

/**
 * Selects the people with income or payment returns, and those of the reporter's previous report, with their data for
 * the identity form.
 */
function peopleTables({ centreId, quarter }: ReportToGenerate) {
  return sql`
    earned as materialized (
      select flow.operator_id, flow.entity_id, coalesce(sum(flow.price) filter (where flow.is_paid), 0)::bigint as gross, count(*) filter (where flow.is_paid)::integer as payments,
        coalesce(sum(flow.price) filter (where flow.is_back), 0)::bigint as refund, coalesce(sum(flow.fee) filter (where flow.is_paid), 0)::bigint as fee,
        bool_and(flow.ground is not null) as is_covered,
        (array_agg(flow.card_no_sealed order by flow.id desc) filter (where flow.is_paid))[1] as card_no_sealed,
        (array_agg(flow.card_no_index order by flow.id desc) filter (where flow.is_paid))[1] as card_no_index,
        (array_agg(flow.bank_name order by flow.id desc) filter (where flow.is_paid))[1] as bank_name
      from flow group by 1, 2),
    known as materialized (
      select distinct on (seen.operator_id, coalesce(seen.entity_id, 0)) seen.operator_id, seen.entity_id, seen.status, seen.facts, seen.is_covered,
        seen.card_no_sealed, seen.card_no_index, seen.bank_name
      from platform_report_row seen join platform_report before on before.id = seen.report_id
      where before.centre_id is not distinct from ${centreId}::bigint and before.quarter < ${quarter}
        and before.edition = (select max(edition) from platform_report last where last.centre_id is not distinct from before.centre_id and last.quarter = before.quarter)
      order by seen.operator_id, coalesce(seen.entity_id, 0), before.quarter desc),
    people as (select operator_id, entity_id from earned union select operator_id, entity_id from known where status <> 'left'),
    facts as (
      select people.operator_id, people.entity_id, operator.name, operator.id_kind, operator.id_number_sealed, operator.id_number_index, operator.nationality, operator.code,
        operator.mobile_sealed, operator.mobile_index, coalesce(entity.name, '') as entity_name, coalesce(entity.credit_code, '') as credit_code,
        coalesce(earned.bank_name, known.bank_name, '') as bank_name, coalesce(earned.card_no_sealed, known.card_no_sealed, '') as card_no_sealed,
        coalesce(earned.card_no_index, known.card_no_index, '') as card_no_index,
        (coalesce(entity.created_at, operator.created_at) at time zone 'Asia/Shanghai')::date as started_on,
        operator.status = ${closedAccountStatus} or coalesce(entity.state = 'cancelled', false) as has_left,
        coalesce(earned.is_covered, known.is_covered) as is_covered, known.status as known_status, known.facts as known_facts,
        coalesce(earned.gross, 0) as gross, coalesce(earned.refund, 0) as refund, coalesce(earned.fee, 0) as fee, coalesce(earned.payments, 0) as payments,
        md5(concat_ws('|', operator.name, operator.id_kind, operator.id_number_index, operator.nationality, entity.name, entity.credit_code, operator.mobile_index,
          coalesce(earned.card_no_index, known.card_no_index))) as facts
      from people join operator on operator.id = people.operator_id left join lateral ${businessFacts(sql`people.entity_id`)} entity on true
        left join earned on earned.operator_id = people.operator_id and earned.entity_id is not distinct from people.entity_id
        left join known on known.operator_id = people.operator_id and known.entity_id is not distinct from people.entity_id),
    stated as (
      select facts.*, case when known_status is null or known_status = 'left' then 'new' when has_left then 'left' when known_facts <> facts then 'changed' else 'same' end as status
      from facts),
    included as materialized (select * from stated where status <> 'same' or gross > 0 or refund > 0)`
}

/**
 * Generates a quarter's report. The report includes everyone with a payment or payment return in the quarter, and
 * people of the previous report who changed or left. Each person is included once, even if paid by several centres. A
 * payment counts on the day it succeeded, a return on its own day, so neither changes an earlier quarter. Returns the
 * report's id.
 */
export async function generateReport(ctx: Context, of: ReportToGenerate): Promise<number> {
  const { centreId, planId, quarter, edition, reason, to } = of
  const [made] = await ctx.rows<Row<'platform_report', 'id'>>`
    with ${flowTables(of)}, ${peopleTables(of)},
    report as (
      insert into platform_report (centre_id, plan_id, quarter, edition, reason, row_count, new_count, changed_count, left_count, covered_count, payment_count, gross_fen,
        refund_fen, net_fen, made_by, made_at)
      select ${centreId}::bigint, ${planId}::bigint, ${quarter}, ${edition}, ${reason}, count(*), count(*) filter (where status = 'new'), count(*) filter (where status = 'changed'),
        count(*) filter (where status = 'left'), count(*) filter (where is_covered), coalesce(sum(payments), 0), coalesce(sum(gross), 0), coalesce(sum(refund), 0),
        coalesce(sum(gross - refund), 0), ${ctx.actor.userId}, ${ctx.now} from included returning id),
    rows as (
      insert into platform_report_row (report_id, centre_id, operator_id, entity_id, status, is_covered, name, id_kind, id_number_sealed, id_number_index, nationality, entity_name,
        credit_code, code, mobile_sealed, mobile_index, bank_name, card_no_sealed, card_no_index, started_on, ended_on, facts, gross_fen, refund_fen, net_fen, fee_fen, payment_count)
      select report.id, ${centreId}::bigint, operator_id, entity_id, status, is_covered, name, id_kind, id_number_sealed, id_number_index, nationality, entity_name, credit_code, code,
        mobile_sealed, mobile_index, bank_name, card_no_sealed, card_no_index, started_on, case when has_left then ${to}::date end, facts, gross, refund, gross - refund, fee, payments
      from included, report order by operator_id, coalesce(entity_id, 0)),
    parts as (
      insert into platform_report_part (report_id, centre_id, operator_id, entity_id, source_platform, nickname, user_no, ground, rule, gross_fen, refund_fen, net_fen, fee_fen,
        payment_count)
      select report.id, part.centre_id, part.operator_id, part.entity_id, part.source_platform, part.nickname, part.user_no, part.ground, part.rule, part.gross, part.refund,
        part.gross - part.refund, part.fee, part.payments
      from report, (select flow.centre_id, flow.operator_id, flow.entity_id, flow.source_platform, flow.nickname, flow.user_no, flow.ground, flow.rule,
          coalesce(sum(flow.price) filter (where flow.is_paid), 0)::bigint as gross, coalesce(sum(flow.price) filter (where flow.is_back), 0)::bigint as refund,
          coalesce(sum(flow.fee) filter (where flow.is_paid), 0)::bigint as fee, count(*) filter (where flow.is_paid)::integer as payments
        from flow group by 1, 2, 3, 4, 5, 6, 7, 8) part
      order by part.operator_id, coalesce(part.entity_id, 0), part.centre_id, part.source_platform, part.user_no)
    select id from report`
  if (!made) throw new Error('a report is one row')
  return made.id
}
