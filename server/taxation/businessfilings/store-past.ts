import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isAuthorised } from '#/server/taxation/businessfilings/store-facts.ts'

/** The days on which past filings were declared and paid. */
export interface PastFilingDays {
  readonly declaredOn: string
  readonly paidOn: string
  readonly fileId: string
}

const taxesJoin = sql`lateral (values ('vat', figure.vat_fen), ('surcharge', figure.city_fen + figure.education_fen + figure.local_education_fen), ('iit', figure.iit_fen)) tax (kind, fen)`

/**
 * Declares and pays many closed filings on behalf of their businesses. Skips those whose duty in the calendar is still
 * open.
 */
export async function declareAndPayFilings(ctx: Context, ids: readonly number[], { declaredOn, paidOn, fileId }: PastFilingDays): Promise<void> {
  if (ids.length === 0) return
  const declarerId = ctx.actor.userId
  const chosenFilingTable = sql`(select filing.id, filing.edition, filing.centre_id, filing.operator_id, 'SB' || replace(filing.period, '-', '') || lpad(filing.id::text, 6, '0') as no,
      case when filing.entity_id % 2 = 1 and ${isAuthorised(sql`filing.operator_id`, sql`filing.centre_id`, declaredOn)} then 'agent' else 'self' end as way
    from business_filing filing where filing.id = any(${[...ids]}::bigint[]) and filing.state = 'closed' and not exists (select from entity_obligation duty
      where duty.entity_id = filing.entity_id and duty.kind = filing.kind and duty.period = filing.period and duty.state in ('open', 'overdue')))`
  const figureTables = sql`${chosenFilingTable} past join business_filing_figure figure on figure.filing_id = past.id and figure.edition = past.edition`
  await ctx.run`insert into business_filing_receipt (filing_id, edition, centre_id, operator_id, way, no, declared_on, vat_fen, surcharge_fen, iit_fen, file_id, by_id, at)
    select past.id, past.edition, past.centre_id, past.operator_id, past.way, past.no, ${declaredOn}::date, figure.vat_fen,
      figure.city_fen + figure.education_fen + figure.local_education_fen, figure.iit_fen, ${fileId}::uuid, ${declarerId}, ${ctx.now} from ${figureTables}`
  await ctx.run`insert into business_filing_payment (filing_id, centre_id, operator_id, kind, amount_fen, paid_on, way, serial, file_id, by_id, at)
    select past.id, past.centre_id, past.operator_id, tax.kind, tax.fen, ${paidOn}::date, past.way, 'JK' || substr(past.no, 3), ${fileId}::uuid, ${declarerId}, ${ctx.now}
    from ${figureTables} cross join ${taxesJoin} where tax.fen <> 0`
  await ctx.run`insert into business_filing_step (filing_id, centre_id, operator_id, kind, edition, at, by_id, amount_fen, reason)
    select past.id, past.centre_id, past.operator_id, step.kind, past.edition, ${ctx.now}, ${declarerId}, step.fen, step.reason from ${figureTables}
      cross join lateral (select 0 as turn, 'declared' as kind, figure.vat_fen + figure.city_fen + figure.education_fen + figure.local_education_fen + figure.iit_fen as fen, past.no as reason
        union all select 1, 'paid', tax.fen, 'JK' || substr(past.no, 3) from ${taxesJoin} where tax.fen <> 0
        union all select 2, 'settled', null, '') step order by past.id, step.turn`
  const rows = await ctx.rows<
    Row<'business_filing', 'id'>
  >`update business_filing set state = 'declared', version = version + 1 where id in (select id from ${chosenFilingTable} past) returning id`
  await ctx.run`update business_filing set state = 'paid', version = version + 1 where id = any(${rows.map((row) => row.id)}::bigint[])`
}

/** Returns the paid filings with their operator, and whether they owed tax. */
export async function paidFilings(ctx: Context, ids: readonly number[]): Promise<(Row<'business_filing', 'id' | 'operator_id'> & { owes: boolean })[]> {
  return ctx.rows<Row<'business_filing', 'id' | 'operator_id'> & { owes: boolean }>`select filing.id, filing.operator_id,
      exists (select from business_filing_payment paid where paid.filing_id = filing.id) as owes
    from business_filing filing where filing.id = any(${[...ids]}::bigint[]) and filing.state = 'paid' order by filing.id`
}

/** Certifies past filings that have a file, and archives all of them. */
export async function archiveFilings(
  ctx: Context,
  place: { readonly centreId: number; readonly kind: string; readonly period: string },
  filings: readonly { readonly id: number; readonly operator_id: number; readonly file: { readonly id: string; readonly sha256: string } | null }[],
): Promise<void> {
  const { centreId, kind, period } = place
  const archiverId = ctx.actor.userId
  const filingRows = sql`json_to_recordset(${JSON.stringify(filings.map(({ id, operator_id, file }) => ({ id, operator_id, file_id: file?.id ?? null, sha256: file?.sha256 ?? '' })))}::json)
    as given(id bigint, operator_id bigint, file_id uuid, sha256 text)`
  await ctx.run`insert into business_filing_certificate (centre_id, kind, period, filing_id, operator_id, path, problem, file_id, sha256, by_id, at)
    select ${centreId}, ${kind}, ${period}, id, operator_id, ${`${period}.pdf`}, '', file_id, sha256, ${archiverId}, ${ctx.now} from ${filingRows} where file_id is not null`
  await ctx.run`insert into business_filing_step (filing_id, centre_id, operator_id, kind, edition, at, by_id, amount_fen, reason)
    select given.id, filing.centre_id, filing.operator_id, step.kind, filing.edition, ${ctx.now}, ${archiverId}, null, '' from ${filingRows} join business_filing filing on filing.id = given.id
      cross join lateral (select 0 as turn, 'certified' as kind where given.file_id is not null union all select 1, 'archived') step order by given.id, step.turn`
  const idsWithFile = filings.filter(({ file }) => file !== null).map(({ id }) => id)
  await ctx.run`update business_filing set state = 'certified', version = version + 1 where id = any(${idsWithFile}::bigint[])`
  await ctx.run`update business_filing set state = 'archived', version = version + 1 where id = any(${filings.map(({ id }) => id)}::bigint[])`
}
