import type { Context } from '#/server/kernel/context.ts'
import { claimPlaces } from '#/server/money/collections/public.ts'
import { accountPlaces } from '#/server/money/ledger/public.ts'
import { batchHeads } from '#/server/money/payments/public.ts'

/** An item of a broken check, with its batch, open exception, unit and centre. */
export interface AffectedItemRow {
  check: string
  item: string
  what: string
  key: string
  in_batch: number | null
  exception_no: string | null
  unit_name: string | null
  centre_name: string | null
}

const maxItems = 50

/** Returns the offenders of the last run that found each check broken. */
export const itemsOf = (ctx: Context, checks: readonly string[]): Promise<AffectedItemRow[]> => ctx.rows<AffectedItemRow>`
    with newest as (select distinct on (name) name, offenders from integrity_finding where name = any(${[...checks]}::text[]) and result = 'broken' order by name, run_id desc),
    item as (
      select name as check, offender as item, split_part(offender, ' ', 1) as kind, split_part(offender, ' ', 2) as key,
        substring(offender from '(?:^|[^a-z])unit ([0-9]+)')::bigint as unit_id, substring(offender from '(?:^|[^a-z])centre ([0-9]+)')::bigint as centre_id
      from newest cross join unnest(offenders) offender order by name, offender limit ${maxItems})
    select item.check, item.item, item.kind as what, item.key, batch.id as in_batch, unit.name as unit_name, centre.name as centre_name, coalesce(
        (select exception.no from payout_exception exception where item.kind = 'exception' and exception.no = item.key),
        (select exception.no from payout_exception exception where exception.batch_id = batch.id and exception.state <> 'resolved' order by exception.id limit 1)) as exception_no
    from item
      left join lateral (select slip.line_id, attempt.request_no from payout_slip slip join payout_attempt attempt on attempt.id = slip.attempt_id
        where item.kind = 'slip' and slip.serial = item.key order by slip.id desc limit 1) paid on true
      left join ${claimPlaces} claim on item.kind = 'claim' and claim.no = item.key
      left join ${accountPlaces} account on item.kind = 'account' and account.id::text = item.key
      left join ${batchHeads} batch on batch.no = case when item.kind in ('line', 'batch', 'attempt', 'slip') then split_part(coalesce(paid.request_no, item.key), '-', 1) end
      left join payout_exception exception on item.kind = 'exception' and exception.no = item.key
      left join unit on unit.id = coalesce(batch.unit_id, claim.unit_id, account.unit_id, exception.unit_id, item.unit_id)
      left join centre on centre.id = coalesce(batch.centre_id, claim.centre_id, account.centre_id, exception.centre_id, item.centre_id)
    order by item.check, item.item`
