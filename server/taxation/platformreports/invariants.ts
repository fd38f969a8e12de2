import { sql } from 'kysely'
import type { Invariant, Offender } from '#/server/kernel/invariant.ts'

/** The totals of a platform report equal its rows, and no rows are added later. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-49',
    title: 'every quarterly platform report is the sum of its rows',
    broken: sql<Offender>`select 'platform report ' || report.id as id from platform_report report left join platform_report_row person on person.report_id = report.id
      group by report.id having (report.row_count, report.payment_count, report.gross_fen, report.refund_fen, report.net_fen)
        <> (count(person.id), coalesce(sum(person.payment_count), 0), coalesce(sum(person.gross_fen), 0), coalesce(sum(person.refund_fen), 0), coalesce(sum(person.net_fen), 0))
        or report.new_count <> count(person.id) filter (where person.status = 'new') or report.covered_count <> count(person.id) filter (where person.is_covered)`,
  },
]
