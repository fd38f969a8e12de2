import { sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'
import { planQuery } from '#/server/taxation/platformreports/store.ts'

/** The totals of a platform report equal its rows and parts, and each payment has one reporter. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-49',
    title: 'every quarterly platform report is the sum of its rows',
    broken: sql<Violation>`select 'platform report ' || report.id as id from platform_report report left join platform_report_row person on person.report_id = report.id
      group by report.id having (report.row_count, report.payment_count, report.gross_fen, report.refund_fen, report.net_fen)
        <> (count(person.id), coalesce(sum(person.payment_count), 0), coalesce(sum(person.gross_fen), 0), coalesce(sum(person.refund_fen), 0), coalesce(sum(person.net_fen), 0))
        or report.new_count <> count(person.id) filter (where person.status = 'new') or report.covered_count <> count(person.id) filter (where person.is_covered)`,
  },
  {
    name: 'INV-68',
    title: 'every payment of a quarter is in the report of its one reporter: the centre, or the platform for its centres',
    // Reports generated before parts existed have none.
    broken: sql<Violation>`with report as (
        select report.id, report.centre_id, report.quarter, report.plan_id, report.payment_count, report.made_at, plan.id as plan, coalesce(plan.centre_ids, '{}') as covered,
          case when report.centre_id is null then plan.centre_ids else array[report.centre_id] end as sources,
          report.edition = max(report.edition) over (partition by report.centre_id, report.quarter) as is_newest,
          (make_date(left(report.quarter, 4)::integer, right(report.quarter, 1)::integer * 3 - 2, 1)::timestamp) at time zone 'Asia/Shanghai' as begins,
          (make_date(left(report.quarter, 4)::integer, right(report.quarter, 1)::integer * 3 - 2, 1) + interval '3 months') at time zone 'Asia/Shanghai' as ends
        from platform_report report left join lateral (${planQuery(sql`report.quarter`)}) plan on true)
      select 'reporter of report ' || id as id from report where centre_id = any(covered) or centre_id is null and plan_id is distinct from plan
      union select 'centre of a part of report ' || part.report_id from platform_report_part part join report on report.id = part.report_id where part.centre_id <> all(report.sources)
      union select 'parts of report ' || person.report_id from platform_report_row person
        join (select report_id, operator_id, entity_id, sum(gross_fen) as gross, sum(refund_fen) as refund, sum(payment_count) as payments, bool_and(ground is not null) as is_covered
          from platform_report_part group by 1, 2, 3) part on part.report_id = person.report_id and part.operator_id = person.operator_id and part.entity_id is not distinct from person.entity_id
        where (person.gross_fen, person.refund_fen, person.payment_count, person.is_covered) <> (part.gross, part.refund, part.payments, part.is_covered)
      union select 'payments missing in report ' || id from report where is_newest and payment_count <
        (select count(*) from payment_line line where line.centre_id = any(report.sources) and line.mode in (1, 2) and line.operator_id is not null
          and line.booked_at <= report.made_at and line.finished_at >= report.begins and line.finished_at < report.ends)`,
  },
]
