import { type Expression, type SqlBool, sql } from 'kysely'
import type { PaymentInvoiceStatus } from '#/domain/money/collection.ts'
import { hasUnsettledOrders } from '#/server/access/changes/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { lineInvoiceStatus } from '#/server/money/collections/public.ts'
import { hasInvoiceStatus, invoiceStatusOf } from '#/server/money/payments/public.ts'
import { countUnsettledOrders } from '#/server/taxation/einvoices/public.ts'

// Withdrawn and rejected applications have released their lines. One issued application marks the batch as invoiced.
const hasPartWhere = (which: Expression<SqlBool>) =>
  sql<SqlBool>`exists (select from invoice_line part join invoice_application asked on asked.id = part.application_id where part.batch_id = batch.id and part.amount_fen > 0 and ${which})`

const isIssued = hasPartWhere(sql<SqlBool>`asked.issued_count > 0`)
const isApplied = hasPartWhere(sql<SqlBool>`asked.state not in ('withdrawn', 'rejected')`)

const conditionByStatus: Readonly<Record<PaymentInvoiceStatus, ReturnType<typeof hasPartWhere>>> = {
  issued: isIssued,
  applied: sql<SqlBool>`(${isApplied} and not ${isIssued})`,
  none: sql<SqlBool>`(batch.success_count > 0 and not ${isApplied})`,
}

export const answers: readonly Answer[] = [
  answer(invoiceStatusOf, () => sql<PaymentInvoiceStatus>`case when ${isIssued} then 'issued' when ${isApplied} then 'applied' else 'none' end`),
  answer(hasInvoiceStatus, (_, status) => conditionByStatus[status]),
  answer(
    lineInvoiceStatus,
    () => sql<string>`coalesce((select case when bool_or(asked.issued_count > 0) then 'issued' when count(*) > 0 then 'applied' end
    from (select part.application_id from invoice_line part where part.line_id = line.id group by part.application_id having sum(part.amount_fen) > 0) held
      join invoice_application asked on asked.id = held.application_id and asked.issuer = case line.mode when 1 then 'business' else 'centre' end
        and asked.state not in ('withdrawn', 'rejected')), 'none')`,
  ),
  answer(hasUnsettledOrders, async (ctx, channelId, becomes) => (await countUnsettledOrders(ctx, { channelId }, becomes)) > 0),
]
