import { type SqlBool, sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { hasTaxProof } from '#/server/money/collections/public.ts'
import { taxPayments } from '#/server/money/vouchers/public.ts'

const conditionByProof = {
  certified: sql<SqlBool>`(exists (select from tax_reservation counted join tax_declaration period on period.centre_id = counted.centre_id and period.mode = counted.mode and period.month = counted.month
      join tax_certificate paper on paper.declaration_id = period.id and paper.operator_id = counted.operator_id where counted.line_id = line.id and counted.mode = 2)
    or exists (select from business_filing filing join business_filing_certificate paper on paper.filing_id = filing.id where filing.entity_id = line.entity_id and filing.kind = 'vat'
      and filing.period = to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q')))`,
  declared: sql<SqlBool>`(exists (select from tax_reservation counted join tax_declaration period on period.centre_id = counted.centre_id and period.mode = counted.mode and period.month = counted.month
      where counted.line_id = line.id and counted.mode = 2 and period.state in ('declared', 'paid', 'certified', 'archived'))
    or exists (select from business_filing filing where filing.entity_id = line.entity_id and filing.kind = 'vat'
      and filing.period = to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q') and filing.state in ('declared', 'paid', 'certified', 'archived')))`,
}

export const answers: readonly Answer[] = [
  answer(hasTaxProof, (_, proof) => conditionByProof[proof]),
  answer(
    taxPayments,
    () => sql`(select paid.id, paid.centre_id, paid.amount_fen, paid.serial, paid.paid_on, paid.file_id, period.id as period_id, period.month, period.mode
      from tax_payment paid join tax_declaration period on period.id = paid.declaration_id)`,
  ),
]
