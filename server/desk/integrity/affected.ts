import { sql } from 'kysely'
import type { remedies } from '#/api/desk/integrity.ts'
import { pages } from '#/api/pages.ts'
import type { Context } from '#/server/kernel/context.ts'

type Remedy = (typeof remedies)[number]

/** One thing that a broken check names: whose it is, where it is mended and how. */
export interface Affected {
  readonly check: string
  readonly item: string
  readonly unitName: string
  readonly centreName: string
  readonly path: string
  readonly remedy: Remedy
}

interface ItemRow {
  check: string
  item: string
  kind: string
  key: string
  batch_id: number | null
  exception_no: string | null
  unit_name: string | null
  centre_name: string | null
}

const mostItems = 50

/** What the last run that found each of these checks broken names, with the batch, open exception, unit and centre that it belongs to. */
async function itemsOf(ctx: Context, checks: readonly string[]): Promise<ItemRow[]> {
  const result = await sql<ItemRow>`
    with newest as (select distinct on (name) name, offenders from integrity_finding where name = any(${[...checks]}::text[]) and result = 'broken' order by name, run_id desc),
    item as (
      select name as check, offender as item, split_part(offender, ' ', 1) as kind, split_part(offender, ' ', 2) as key,
        substring(offender from '(?:^|[^a-z])unit ([0-9]+)')::bigint as unit_id, substring(offender from '(?:^|[^a-z])centre ([0-9]+)')::bigint as centre_id
      from newest cross join unnest(offenders) offender order by name, offender limit ${mostItems})
    select item.check, item.item, item.kind, item.key, batch.id as batch_id, unit.name as unit_name, centre.name as centre_name, coalesce(
        (select exception.no from payout_exception exception where item.kind = 'exception' and exception.no = item.key),
        (select exception.no from payout_exception exception where exception.batch_id = batch.id and exception.state <> 'resolved' order by exception.id limit 1)) as exception_no
    from item
      left join lateral (select slip.line_id, attempt.request_no from payout_slip slip join payout_attempt attempt on attempt.id = slip.attempt_id
        where item.kind = 'slip' and slip.serial = item.key order by slip.id desc limit 1) paid on true
      left join collection claim on item.kind = 'claim' and claim.no = item.key
      left join account on item.kind = 'account' and account.id::text = item.key
      left join payment_batch batch on batch.no = case when item.kind in ('line', 'batch', 'attempt', 'slip') then split_part(coalesce(paid.request_no, item.key), '-', 1) end
      left join payout_exception exception on item.kind = 'exception' and exception.no = item.key
      left join unit on unit.id = coalesce(batch.unit_id, claim.unit_id, account.unit_id, exception.unit_id, item.unit_id)
      left join centre on centre.id = coalesce(batch.centre_id, claim.centre_id, account.centre_id, exception.centre_id, item.centre_id)
    order by item.check, item.item`.execute(ctx.db)
  return result.rows
}

/** Where an item is mended: its open exception first, then the page of what it is. */
function wayOf({ check, kind, key, batch_id: batchId, exception_no: exceptionNo }: ItemRow): Pick<Affected, 'path' | 'remedy'> {
  if (exceptionNo !== null) return { remedy: 'exception', path: `${pages.zfycList.path}?keyword=${encodeURIComponent(exceptionNo)}` }
  if (batchId !== null) return { remedy: 'batch', path: `/zf/batch/${batchId}` }
  if (kind === 'claim') return { remedy: 'claim', path: `${pages.zfSkList.path}?keyword=${encodeURIComponent(key)}` }
  if (check === 'INV-26' || kind === 'notice' || kind === 'order') return { remedy: 'exception', path: `${pages.zfycList.path}?states=open` }
  if (check === 'INV-35' || check === 'INV-36') return { remedy: 'reconciliation', path: pages.zfdzList.path }
  if (check === 'INV-29' || check === 'INV-14' || check === 'INV-15' || check === 'INV-16') return { remedy: 'taxMonth', path: pages.taxListWtdz.path }
  return { remedy: 'support', path: '' }
}

/** What these broken checks name, at most fifty items. */
export async function affectedBy(ctx: Context, checks: readonly string[]): Promise<Affected[]> {
  const rows = await itemsOf(ctx, checks)
  return rows.map((row) => ({ check: row.check, item: row.item, unitName: row.unit_name ?? '', centreName: row.centre_name ?? '', ...wayOf(row) }))
}
