import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { generalTimes } from '#/server/people/entities/public.ts'

const spanJoin = sql`cross join lateral (select case when filing.period like '%Q%' then make_date(left(filing.period, 4)::int, right(filing.period, 1)::int * 3 - 2, 1) else make_date(filing.period::int, 1, 1) end as starts) first
  cross join lateral (select (first.starts::timestamp at time zone 'Asia/Shanghai') as starts,
    ((first.starts + case when filing.period like '%Q%' then interval '3 months' else interval '1 year' end) at time zone 'Asia/Shanghai') as ends) span`
// The sales of a business are its invoiced amounts. Earlier editions counted the gross amount, without tax borne by the
// unit.
const salesAmount = sql`case when figure.is_whole_price then app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen) else line.gross_fen end`
// Earlier editions of VAT also counted payments to a general taxpayer in a quarter that ended as a small-scale one.
const excludedJoin = sql`left join operator_entity entity on entity.id = filing.entity_id
  cross join lateral (select case when filing.kind = 'vat' and figure.is_credited then ${generalTimes} else '{}' end as excluded offset 0) times`
const isCounted = (at: string) =>
  sql`${sql.raw(at)} >= span.starts and ${sql.raw(at)} < least(span.ends, filing.ends_at) and not times.excluded @> line.booked_at and not times.excluded @> ${sql.raw(at)}`
const dueJoin = sql`cross join lateral (values ('vat', figure.vat_fen), ('surcharge', figure.city_fen + figure.education_fen + figure.local_education_fen), ('iit', figure.iit_fen)) tax(kind, fen)
  cross join lateral (select coalesce(sum(amount_fen), 0) as fen from business_filing_payment paid where paid.filing_id = filing.id and paid.kind = tax.kind) paid`

/** Business filings match the payments received, and tax payments match the filings (INV-50, INV-51). */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-50',
    title:
      'the figures of a filing that was closed are what the business was paid in the period less what came back in it; each declaration has its receipt with them',
    broken: sql`select 'filing ' || filing.id as id from business_filing filing
        left join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
        left join business_filing_receipt receipt on receipt.filing_id = filing.id and receipt.edition = filing.edition ${spanJoin} ${excludedJoin}
      where figure.edition is null or (filing.state in ('declared', 'paid', 'certified', 'archived') and receipt.no is null)
        or (receipt.vat_fen, receipt.surcharge_fen, receipt.iit_fen) is distinct from (case when receipt.no is null then null else figure.vat_fen end,
          case when receipt.no is null then null else figure.city_fen + figure.education_fen + figure.local_education_fen end, case when receipt.no is null then null else figure.iit_fen end)
        or (filing.state <> 'open' and figure.gross_fen <> coalesce((select sum(${salesAmount}) from payment_line line
              where line.entity_id = filing.entity_id and ${isCounted('line.booked_at')}), 0)
            - coalesce((select sum(${salesAmount}) from payment_line line
              where line.entity_id = filing.entity_id and line.booked_at is not null and ${isCounted('line.returned_at')}), 0))`,
  },
  {
    name: 'INV-51',
    title: 'a business pays no more of each tax than it declared, and all of it once its filing is paid',
    broken: sql`select 'filing ' || filing.id || ' ' || tax.kind as id from business_filing filing
        join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition ${dueJoin}
      where (filing.state in ('open', 'closed') and paid.fen <> 0) or (filing.state in ('paid', 'certified', 'archived') and paid.fen <> tax.fen)`,
  },
]
