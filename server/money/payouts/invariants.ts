import { sql } from 'kysely'
import { manualChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { journals, registeredReferences } from '#/server/money/ledger/public.ts'

/** Invariants of attempts, slips, notices and bank exceptions. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-08',
    title: 'a line has at most one open or successful attempt, and exactly one while it is under way or paid',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line
      left join payout_attempt attempt on attempt.line_id = line.id and attempt.state in ('created', 'sent', 'processing', 'unknown', 'success')
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having count(attempt.id) <> case when line.state in ('queued', 'sent', 'processing', 'unknown', 'success') then 1 else 0 end`,
  },
  {
    name: 'INV-25',
    title: 'every manual payment ended with a bank slip, and every slip agrees with its attempt or is listed as an exception',
    broken: sql`with slip as (
        select slip.*, exists (select from payout_exception exception where exception.attempt_id = slip.attempt_id and exception.told = slip.result
          and (exception.state <> 'resolved' or exception.resolution in ('undone', 'unit', 'adjustment', 'noted'))) as is_listed
        from payout_slip slip)
      select 'slip ' || slip.serial as id from slip join payout_attempt attempt on attempt.id = slip.attempt_id
      where attempt.channel_id <> slip.channel_id or attempt.line_id <> slip.line_id
        or not (slip.is_listed or case slip.result when 'success' then attempt.state in ('success', 'returned') and attempt.channel_ref = slip.serial else attempt.state = slip.result end)
      union all
      select 'attempt ' || attempt.request_no from payout_attempt attempt join channel on channel.id = attempt.channel_id and channel.kind = any(${manualChannelKinds}::text[])
        left join slip on slip.attempt_id = attempt.id
      where attempt.state in ('success', 'failed', 'returned')
      group by attempt.id having count(slip.id) filter (where not slip.is_listed) <> case when attempt.state = 'returned' then 2 else 1 end
        and not (attempt.state = 'failed' and count(slip.id) = 1)`,
  },
  {
    name: 'INV-78',
    title: 'every manual payment and return registered its bank reference, and no others are registered as one',
    broken: sql`with moved as (
        select slip.centre_id, slip.attempt_id, slip.serial, case slip.result when 'success' then 'out' else 'in' end as direction from payout_slip slip where slip.result <> 'failed'
        union all
        select report.centre_id, report.attempt_id, report.serial, 'in' from payout_report report where report.result = 'returned' and report.state = 'waiting')
      select 'slip ' || moved.serial as id from moved where not exists (select from ${registeredReferences} registered
        where (registered.centre_id, registered.direction, registered.reference) = (moved.centre_id, moved.direction, app.reference_key(moved.serial)))
      union all
      select 'slip ' || registered.reference from ${registeredReferences} registered where registered.ref_type = 'payout_slip' and not exists (select from moved
        where (moved.attempt_id, moved.direction, app.reference_key(moved.serial)) = (registered.ref_id, registered.direction, registered.reference))`,
  },
  {
    name: 'INV-27',
    title: 'every bank event is booked or listed, and each exception was booked once and cleared once',
    broken: sql`select 'notice ' || notice.notice_id as id from payout_notice notice
      where not case notice.outcome
        when 'returned' then exists (select from payout_attempt attempt where attempt.channel_id = notice.channel_id and attempt.request_no = notice.request_no and attempt.state = 'returned')
        when 'listed' then exists (select from payout_exception exception where exception.channel_id = notice.channel_id and exception.notice_id = notice.notice_id)
        else exists (select from payout_exception exception where exception.channel_id = notice.channel_id and exception.request_no = notice.request_no and exception.resolution in ('undone', 'unit', 'adjustment')) end
      union all
      select 'order ' || bank.request_no from sandbox_payment bank where bank.notified and bank.outcome = 'returning'
        and not exists (select from payout_notice notice where notice.channel_id = bank.channel_id and notice.request_no = bank.request_no)
      union all
      select 'exception ' || exception.no from payout_exception exception
        left join ${journals} journal on journal.ref_type = 'payout_exception' and journal.ref_id = exception.id
      group by exception.id
      having count(*) filter (where journal.kind = 'suspense') <> case when exception.suspense_fen <> 0 then 1 else 0 end
        or count(*) filter (where journal.kind = 'adjustment') <> case when exception.suspense_fen <> 0 and exception.state = 'resolved' then 1 else 0 end
      union all
      select 'line ' || line.no from payout_exception exception join payment_line line on line.month = exception.line_month and line.id = exception.line_id
      where exception.state <> 'resolved' and exception.kind in ('absent', 'overdue') and line.state not in ('processing', 'unknown')`,
  },
]
