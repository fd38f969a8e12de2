import { type RawBuilder, sql } from 'kysely'
import type { PeriodFault, TaxKind } from '#/domain/taxation/tax-declaration.ts'
import { hadConsentAt, hasConsentOn } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookings } from '#/server/money/ledger/public.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { isLive, liveFigureTable, type PeriodRow } from '#/server/taxation/periods/store.ts'

type CentreMonth = Pick<PeriodRow, 'centre_id' | 'month'>

/** A payee with a fault. `count` is the number of payees with this kind of fault. */
export interface FaultyPayeeRow extends Row<'operator', 'id' | 'name' | 'id_number_sealed'> {
  fault: Exclude<PeriodFault, 'ledger' | 'samePermit'>
  count: number
}

const maxPeople = 50

const payeeConsent = { operator: sql`own.operator_id`, centre: sql`own.centre_id`, kind: 'tax_filing' } as const

const queryByFault: Readonly<Record<FaultyPayeeRow['fault'], RawBuilder<unknown>>> = {
  // The consent on the day of payment is sufficient, even if it ended later. A later consent that is still in force
  // also covers the payment.
  consent: sql`select distinct own.operator_id as id from asked
      join tax_reservation own on own.centre_id = asked.centre_id and own.month = asked.month and own.mode = 2 and not own.is_open
      join ${batchHeads} batch on batch.id = own.batch_id
    where not ${hadConsentAt({ ...payeeConsent, at: sql`batch.paid_at` })} and not ${hasConsentOn({ ...payeeConsent, day: sql`asked.today` })}`,
  identity: sql`select payee.id from payee join operator on operator.id = payee.id where not operator.is_identity_verified or operator.name = '' or operator.id_number_sealed = ''`,
  // An ID number belongs to one operator. Name and mobile identify a person with two ID documents, each of which would
  // have its own deduction.
  duplicate: sql`select id from (select payee.id, count(*) over (partition by operator.name, operator.mobile_index) as same
    from payee join operator on operator.id = payee.id where operator.mobile_sealed <> '') named where same > 1`,
  negative: sql`select id from payee where gross_fen < 0 or vat_fen < 0 or surcharge_fen < 0 or withheld_fen < 0`,
  underWay: sql`select distinct operator_id as id from tax_reservation join asked on tax_reservation.centre_id = asked.centre_id and tax_reservation.month = asked.month
    where mode = 2 and is_open`,
  returned: sql`select distinct operator_id as id from tax_adjustment join asked on tax_adjustment.centre_id = asked.centre_id and tax_adjustment.period < asked.month
      and left(tax_adjustment.period, 4) = left(asked.month, 4) where mode = 2 and kind = 'uncounted' and edition is null`,
  unsettled: sql`select standing.operator_id as id from tax_standing standing join asked on standing.centre_id = asked.centre_id and standing.month = asked.month
    where standing.mode = 2 and standing.needs_review and standing.gross_fen <> 0 and exists (select from tax_reservation open where open.operator_id = standing.operator_id
      and open.centre_id = standing.centre_id and open.mode = 2 and open.is_open)`,
}

/** Returns the first payees of each kind of fault in a period, with the number of payees. */
export async function faultyPayees(ctx: Context, { centre_id, month }: CentreMonth, today: string): Promise<FaultyPayeeRow[]> {
  const faultQueries = Object.entries(queryByFault).map(([kind, query]) => sql`select ${kind} as kind, id from (${query}) of_kind`)
  return ctx.rows<FaultyPayeeRow>`
    with asked as (select ${centre_id}::bigint as centre_id, ${month}::text as month, ${today}::date as today),
    payee as materialized (
      select standing.operator_id as id, standing.gross_fen - coalesce(earlier.gross_fen, 0) as gross_fen,
        standing.vat_fen - coalesce(earlier.vat_fen, 0) as vat_fen, standing.withheld_fen - coalesce(earlier.withheld_fen, 0) as withheld_fen,
        standing.city_fen + standing.education_fen + standing.local_education_fen
          - coalesce(earlier.city_fen + earlier.education_fen + earlier.local_education_fen, 0) as surcharge_fen
      from asked join tax_standing standing on standing.centre_id = asked.centre_id and standing.mode = 2 and standing.month = asked.month
        left join tax_earlier earlier on earlier.centre_id = standing.centre_id and earlier.operator_id = standing.operator_id and earlier.month = standing.month
      where standing.gross_fen <> coalesce(earlier.gross_fen, 0)),
    fault as (${sql.join(faultQueries, sql` union all `)}),
    numbered as (select kind, id, count(*) over (partition by kind) as count, row_number() over (partition by kind order by id) as turn from fault)
    select numbered.kind as fault, numbered.count, operator.id, operator.name, operator.id_number_sealed
    from numbered join operator on operator.id = numbered.id where turn <= ${maxPeople} order by numbered.kind, operator.id`
}

/** Returns the payees paid under a Hong Kong or Macao permit in a period, ordered by id. */
export async function permitHolders(ctx: Context, { centre_id, month }: CentreMonth): Promise<Row<'operator', 'id' | 'name' | 'id_number_sealed'>[]> {
  return ctx.rows<Row<'operator', 'id' | 'name' | 'id_number_sealed'>>`select operator.id, operator.name, operator.id_number_sealed
    from tax_standing standing join operator on operator.id = standing.operator_id and operator.id_kind = 'hk_macau_permit' and operator.id_number_sealed <> ''
    where standing.centre_id = ${centre_id} and standing.mode = 2 and standing.month = ${month} and standing.gross_fen <> 0 order by operator.id`
}

/**
 * A tax of a period: the amount of its lines, the part of unfinished payments that is not booked yet, and the booked
 * amount.
 */
export interface LedgerComparisonRow extends Row<'tax_declaration', 'id' | 'booked_at'> {
  tax: TaxKind
  accrued: number
  waiting: number
  booked: number
}

/**
 * Compares the lines of periods with the ledger, tax by tax. A closed period has the figures stored at closing, any
 * other has live ones. Uses one statement, so that no payment is booked between two reads.
 */
export async function compareWithLedger(ctx: Context, periodIds: readonly number[]): Promise<LedgerComparisonRow[]> {
  const liveOrStoredColumn = (from: string, stored: string) => sql`case when ${isLive} then live.${sql.raw(from)} else period.${sql.raw(stored)} end`
  return ctx.rows<LedgerComparisonRow>`
    select period.id, period.booked_at, figure.tax, figure.accrued, coalesce(figure.waiting, 0)::bigint as waiting, figure.booked
    from tax_declaration period left join lateral ${liveFigureTable} live on true
      left join lateral (select sum(vat_fen) as vat, sum(city_fen + education_fen + local_education_fen) as surcharge, sum(withheld_fen) as iit from (
          select vat_fen, city_fen, education_fen, local_education_fen, withheld_fen from tax_reservation own
            where own.centre_id = period.centre_id and own.mode = 2 and own.month = period.month and own.is_open and ${isLive}
          union all
          select used.vat_fen, used.city_fen, used.education_fen, used.local_education_fen, used.withheld_fen from tax_adjustment used
            join tax_reservation own on own.line_id = used.clearing_line_id and own.is_open
            where used.centre_id = period.centre_id and used.mode = 2 and used.period = period.month and not used.is_reversal and ${isLive}) waits) way on true
      left join lateral (select sum(amount_fen) filter (where tax = 'vat') as vat, sum(amount_fen) filter (where tax = 'surcharge') as surcharge,
          sum(amount_fen) filter (where tax = 'iit') as iit
        from app.tax_booked(period.centre_id, period.month) where period.booked_at is null) books on true
      cross join lateral (values
        ('vat', ${liveOrStoredColumn('vat_fen', 'vat_fen')}, way.vat, coalesce(period.booked_vat_fen, books.vat, 0)::bigint),
        ('surcharge', ${liveOrStoredColumn('surcharge_fen', 'surcharge_fen')}, way.surcharge, coalesce(period.booked_surcharge_fen, books.surcharge, 0)::bigint),
        ('iit', ${liveOrStoredColumn('withheld_fen', 'iit_fen')}, way.iit, coalesce(period.booked_iit_fen, books.iit, 0)::bigint)) figure(tax, accrued, waiting, booked)
    where period.id = any(${[...periodIds]}::bigint[])`
}

/** A journal on a tax account that belongs to no payment. */
export interface UnmatchedTaxRow extends Row<'ledger_journal', 'id' | 'ref_no' | 'at' | 'memo'> {
  tax: TaxKind
  fen: number
}

/**
 * Finds the month's journals on the tax accounts that belong to no payment, to explain a difference. The database
 * refuses such journals, and no operation creates one.
 */
export async function unmatchedTaxRows(ctx: Context, { centre_id, month }: CentreMonth): Promise<UnmatchedTaxRow[]> {
  return ctx.rows<UnmatchedTaxRow>`select journal.id, journal.ref_no, journal.at, journal.memo, substr(journal.account, 5) as tax, journal.amount_fen as fen
    from ${bookings} journal
    where journal.account in ('tax_vat', 'tax_surcharge', 'tax_iit') and journal.centre_id = ${centre_id} and journal.mode = 2
      and journal.kind not in ('payment', 'return', 'opening', 'tax', 'clearing')
      and journal.at >= (${`${month}-01`}::timestamp at time zone 'Asia/Shanghai')
      and journal.at < ((${`${month}-01`}::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai')
    order by journal.id limit ${maxPeople}`
}
