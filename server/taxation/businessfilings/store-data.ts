import { sql } from 'kysely'
import type { FilingKind } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

type Figure =
  | 'invoiced_fen'
  | 'exempt_fen'
  | 'taxable_fen'
  | 'vat_ppm'
  | 'vat_fen'
  | 'city_fen'
  | 'education_fen'
  | 'local_education_fen'
  | 'levy_ppm'
  | 'iit_fen'

export interface FilingDataRow extends Row<'business_filing', 'period'>, Row<'operator_entity', 'name' | 'credit_code'>, Row<'business_filing_figure', Figure> {
  operator_name: string
  /** The filings whose figures changed after closing. */
  outdated_kinds: FilingKind[]
  sold_fen: number
  /** The VAT that red letters of earlier quarters returned for payments returned in this one. It is added to the VAT. */
  reversed_vat_fen: number
  /** The overpaid VAT of this and earlier quarters that the VAT was reduced by. */
  credit_fen: number
}

/** Returns up to `limit` rows of a centre's period, ordered by name. */
export async function filingData(ctx: Context, { centreId, period }: { centreId: number; period: string }, limit: number): Promise<FilingDataRow[]> {
  const vatColumn = (name: string) => sql.raw(`coalesce(max(figure.${name}) filter (where filing.kind = 'vat'), 0)::bigint as ${name}`)
  const vat = sql.join(['invoiced_fen', 'exempt_fen', 'taxable_fen', 'vat_ppm', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen'].map(vatColumn))
  return ctx.widen(
    'names of filings in sight',
    () =>
      ctx.rows<FilingDataRow>`select filing.period, entity.name, entity.credit_code, operator.name as operator_name, ${vat}, coalesce(array_agg(filing.kind order by filing.id) filter (where filing.outdated_since is not null), '{}') as outdated_kinds,
        coalesce(max(greatest(figure.return_vat_fen, 0)) filter (where filing.kind = 'vat'), 0)::bigint as reversed_vat_fen,
        coalesce(max(greatest(figure.credit_before_fen - least(figure.return_vat_fen, 0) - figure.credit_after_fen, 0)) filter (where filing.kind = 'vat'), 0)::bigint as credit_fen,
        greatest(coalesce(max(figure.gross_fen + figure.other_fen + figure.carried_fen) filter (where filing.kind = 'vat'), max(figure.gross_fen), 0), 0)::bigint as sold_fen,
        coalesce(max(figure.levy_ppm) filter (where filing.kind <> 'vat'), 0)::bigint as levy_ppm, coalesce(max(figure.iit_fen) filter (where filing.kind <> 'vat'), 0)::bigint as iit_fen
      from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
        join operator_entity entity on entity.id = filing.entity_id join operator on operator.id = filing.operator_id
      where filing.centre_id = ${centreId} and filing.period = ${period} and filing.kind <> 'annualReport'
      group by filing.period, entity.id, operator.id order by entity.name, entity.id limit ${limit}`,
  )
}
