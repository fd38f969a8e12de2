import { type RawBuilder, sql } from 'kysely'
import type { PeriodFault, TaxKind } from '#/domain/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'

type Period = Pick<PeriodRow, 'centre_id' | 'month'>

/** Somebody with a fault; `count` is how many there are of the kind. */
export interface FaultRow extends Row<'operator', 'id' | 'name' | 'id_number_sealed'> {
  fault: Exclude<PeriodFault, 'ledger'>
  count: number
}

const shown = 50

const queries: Readonly<Record<FaultRow['fault'], RawBuilder<unknown>>> = {
  consent: sql`select id from payee where gross_fen > 0 and not exists (select from consent where consent.operator_id = payee.id and consent.centre_id = payee.centre_id
    and consent.kind = 'tax_filing' and consent.revoked_at is null and (consent.valid_to is null or consent.valid_to >= payee.today))`,
  identity: sql`select payee.id from payee join operator on operator.id = payee.id where not operator.is_identity_verified or operator.name = '' or operator.id_number_sealed = ''`,
  // A number is of one person alone; somebody with two papers is found by name and mobile, as each paper would have a deduction of its own.
  duplicate: sql`select id from (select payee.id, count(*) over (partition by operator.name, operator.mobile_index) as same
    from payee join operator on operator.id = payee.id where operator.mobile_sealed <> '') named where same > 1`,
  negative: sql`select id from payee where gross_fen < 0 or vat_fen < 0 or surcharge_fen < 0 or withheld_fen < 0`,
  underWay: sql`select distinct operator_id as id from tax_reservation join asked on tax_reservation.centre_id = asked.centre_id and tax_reservation.month = asked.month
    where mode = 2 and is_open`,
  returned: sql`select distinct operator_id as id from tax_adjustment join asked on tax_adjustment.centre_id = asked.centre_id and tax_adjustment.period = asked.month
    where mode = 2 and kind = 'uncounted'`,
  unsettled: sql`select standing.operator_id as id from tax_standing standing join asked on standing.centre_id = asked.centre_id and standing.month = asked.month
    where standing.mode = 2 and standing.needs_review and standing.gross_fen <> 0 and exists (select from tax_reservation open where open.operator_id = standing.operator_id
      and open.centre_id = standing.centre_id and open.mode = 2 and open.is_open)`,
}

/** Everybody in a period with a fault, the first of each kind with the number of all. */
export async function faultsOf(ctx: Context, { centre_id, month }: Period, today: string): Promise<FaultRow[]> {
  const kinds = Object.entries(queries).map(([kind, query]) => sql`select ${kind} as kind, id from (${query}) of_kind`)
  const result = await sql<FaultRow>`
    with asked as (select ${centre_id}::bigint as centre_id, ${month}::text as month),
    payee as materialized (
      select standing.operator_id as id, standing.centre_id, ${today}::date as today, standing.gross_fen - coalesce(earlier.gross_fen, 0) as gross_fen,
        standing.vat_fen - coalesce(earlier.vat_fen, 0) as vat_fen, standing.withheld_fen - coalesce(earlier.withheld_fen, 0) as withheld_fen,
        standing.city_fen + standing.education_fen + standing.local_education_fen
          - coalesce(earlier.city_fen + earlier.education_fen + earlier.local_education_fen, 0) as surcharge_fen
      from asked join tax_standing standing on standing.centre_id = asked.centre_id and standing.mode = 2 and standing.month = asked.month
        left join tax_earlier earlier on earlier.centre_id = standing.centre_id and earlier.operator_id = standing.operator_id and earlier.month = standing.month
      where standing.gross_fen <> coalesce(earlier.gross_fen, 0)),
    fault as (${sql.join(kinds, sql` union all `)}),
    numbered as (select kind, id, count(*) over (partition by kind) as count, row_number() over (partition by kind order by id) as turn from fault)
    select numbered.kind as fault, numbered.count, operator.id, operator.name, operator.id_number_sealed
    from numbered join operator on operator.id = numbered.id where turn <= ${shown} order by numbered.kind, operator.id`.execute(ctx.db)
  return result.rows
}

/** What the books took of a tax for a period. */
export interface BookedRow extends Row<'tax_declaration', 'id'> {
  tax: TaxKind
  fen: number
}

const entryOf = sql`ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
  join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')`

// Journals that are neither of a payment nor of its return belong to the month that they were booked in.
const isStray = sql`journal.centre_id = asked.centre_id and journal.mode = 2 and journal.kind not in ('payment', 'return', 'opening', 'tax')
  and journal.at >= ((asked.month || '-01')::timestamp at time zone 'Asia/Shanghai')
  and journal.at < (((asked.month || '-01')::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai')`

/** What the books took for periods, each with the payments counted in it, less the returns declared in it, and whatever else was booked on the tax accounts in its month. */
export async function bookedOf(ctx: Context, periodIds: readonly number[]): Promise<BookedRow[]> {
  const result = await sql<BookedRow>`
    with asked as (select id, centre_id, month from tax_declaration where id = any(${[...periodIds]}::bigint[])),
    counted as (
      select asked.id as period_id, journal.id, journal.at from asked join tax_reservation own on own.centre_id = asked.centre_id and own.mode = 2 and own.month = asked.month
        join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = own.line_id and journal.kind = 'payment'
      union all
      select asked.id, journal.id, journal.at from asked join tax_adjustment back on back.centre_id = asked.centre_id and back.mode = 2 and back.period = asked.month
          and back.kind = 'uncounted' cross join unnest(back.line_ids) line(id)
        join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id and journal.kind = 'return'
      union all
      select asked.id, journal.id, journal.at from asked join ledger_journal journal on ${isStray})
    select journal.period_id as id, substr(account.kind, 5) as tax, coalesce(sum(entry.amount_fen), 0)::bigint as fen
    from counted journal join ${entryOf} group by 1, 2`.execute(ctx.db)
  return result.rows
}

/** A journal on a tax account that is of no payment. */
export interface StrayRow extends Row<'ledger_journal', 'id' | 'ref_no' | 'at' | 'memo'> {
  tax: TaxKind
  fen: number
}

/** What explains a difference between lines and books: journals on the tax accounts that are of no payment. */
export async function straysOf(ctx: Context, period: Period): Promise<StrayRow[]> {
  const result = await sql<StrayRow>`select journal.id, journal.ref_no, journal.at, journal.memo, substr(account.kind, 5) as tax, entry.amount_fen as fen
    from (select ${period.centre_id}::bigint as centre_id, ${period.month}::text as month) asked join ledger_journal journal on ${isStray} join ${entryOf}
    order by journal.id limit ${shown}`.execute(ctx.db)
  return result.rows
}

/** What of a period's payments is paid: an open month also holds what is under way, which the books have not taken yet. */
export async function underWayOf(ctx: Context, { centre_id, month }: Period): Promise<{ vat: number; surcharge: number; iit: number }> {
  const result = await sql<{ vat: number; surcharge: number; iit: number }>`select coalesce(sum(vat_fen), 0)::bigint as vat,
      coalesce(sum(city_fen + education_fen + local_education_fen), 0)::bigint as surcharge, coalesce(sum(withheld_fen), 0)::bigint as iit
    from tax_reservation where centre_id = ${centre_id} and mode = 2 and month = ${month} and is_open`.execute(ctx.db)
  return result.rows[0] ?? { vat: 0, surcharge: 0, iit: 0 }
}
