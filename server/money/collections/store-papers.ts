import { sql } from 'kysely'

/** The invoice state of the payment `line`: in mode 1 of the business's invoice, in mode 2 of the centre's. */
export const invoiceStatus = sql`coalesce((select case when bool_or(asked.issued_count > 0) then 'issued' when count(*) > 0 then 'applied' end
    from (select part.application_id from invoice_line part where part.line_id = line.id group by part.application_id having sum(part.amount_fen) > 0) held
      join invoice_application asked on asked.id = held.application_id and asked.issuer = case line.mode when 1 then 'business' else 'centre' end
        and asked.state not in ('withdrawn', 'rejected')), 'none')`

const proved = sql`(exists (select from tax_reservation counted join tax_declaration period on period.centre_id = counted.centre_id and period.mode = counted.mode and period.month = counted.month
      join tax_certificate paper on paper.declaration_id = period.id and paper.operator_id = counted.operator_id where counted.line_id = line.id and counted.mode = 2)
    or exists (select from business_filing filing join business_filing_certificate paper on paper.filing_id = filing.id where filing.entity_id = line.entity_id and filing.kind = 'vat'
      and filing.period = to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q')))`

const declared = sql`(exists (select from tax_reservation counted join tax_declaration period on period.centre_id = counted.centre_id and period.mode = counted.mode and period.month = counted.month
      where counted.line_id = line.id and counted.mode = 2 and period.state in ('declared', 'paid', 'certified', 'archived'))
    or exists (select from business_filing filing where filing.entity_id = line.entity_id and filing.kind = 'vat'
      and filing.period = to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q') and filing.state in ('declared', 'paid', 'certified', 'archived')))`

/** The tax state of the payment `line`, up to the certificate of tax paid. */
export const taxStatus = sql`case when line.vat_fen + line.surcharge_fen + line.iit_fen = 0 then 'none' when line.state <> 'success' then 'waiting'
    when ${proved} then 'certified' when ${declared} then 'declared'
    when exists (select from tax_period period where period.centre_id = line.centre_id and period.mode = line.mode
      and period.month = to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM')) then 'closed' else 'withheld' end`
