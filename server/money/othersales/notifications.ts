import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { SaleRow } from '#/server/money/othersales/store.ts'
import { accountsOfOperator, sendNotification } from '#/server/services/messages/public.ts'

/** Notifies the operator of the decision; `reason` is null when the declaration counts. */
export async function notifyOfDecision(ctx: Context, row: SaleRow, reason: string | null): Promise<void> {
  const to = await accountsOfOperator(ctx, row.operator_id)
  const reference = { path: pages.otherSales.path, refType: 'other_sale', refId: row.id }
  const values = { month: row.month, amount: formatYuan(fen(row.gross_fen)) }
  if (reason === null) await sendNotification(ctx, { to, kind: 'otherSaleConfirmed', values, ...reference })
  else await sendNotification(ctx, { to, kind: 'otherSaleRejected', values: { ...values, reason }, ...reference })
}
