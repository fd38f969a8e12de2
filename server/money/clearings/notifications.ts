import { pages } from '#/api/pages.ts'
import { type Fen, fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { ClearingRow } from '#/server/money/clearings/store.ts'
import { accountsOfOperator, holdersAt, sendNotification } from '#/server/services/messages/public.ts'

const referenceTo = (row: ClearingRow) => ({ path: pages.taxClearings.path, refType: 'tax_clearing', refId: row.id }) as const
const amountText = (row: ClearingRow) => formatYuan(fen(row.amount_fen))

/** Notifies the person of an excess. */
export async function notifyOfOffer(ctx: Context, row: ClearingRow): Promise<void> {
  const values = { month: row.month, amount: amountText(row), centre: row.centre_name, day: row.last_day }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'clearingOffered', values, ...referenceTo(row) })
}

/** Notifies the approvers of the person's choice, or the user who offered it of a refusal. */
export async function notifyOfChoice(ctx: Context, row: ClearingRow, choice: string): Promise<void> {
  const to = choice === 'refused' ? [row.offered_by] : await holdersAt(ctx, row.centre_id, 'tax:check', { mode: 2 })
  await sendNotification(ctx, {
    to,
    kind: 'clearingChosen',
    values: { month: row.month, amount: amountText(row), name: row.operator_name, choice },
    ...referenceTo(row),
  })
}

/** Notifies the person of the approval. */
export async function notifyOfApproval(ctx: Context, row: ClearingRow): Promise<void> {
  const values = { month: row.month, amount: formatYuan(fen(row.left_fen)), choice: row.choice ?? '' }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'clearingDecided', values, ...referenceTo(row) })
}

/** Notifies the person that money arrived. Any amount beyond the debt is owed to the person. */
export async function notifyOfRecovery(
  ctx: Context,
  row: ClearingRow,
  { amount, day, isBeyond }: { readonly amount: Fen; readonly day: string; readonly isBeyond: boolean },
): Promise<void> {
  const values = { month: row.month, amount: formatYuan(amount), day, isBeyond: isBeyond ? 'yes' : 'no' } as const
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'clearingRecovered', values, ...referenceTo(row) })
}

/** Notifies the person of the refund. */
export async function notifyOfRefund(ctx: Context, row: ClearingRow, amount: Fen, day: string): Promise<void> {
  const values = { month: row.month, amount: formatYuan(amount), day }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'clearingPaid', values, ...referenceTo(row) })
}

/** Notifies the person that the bank sent the refund back. */
export async function notifyOfBounce(ctx: Context, row: ClearingRow, amount: Fen, day: string): Promise<void> {
  const values = { month: row.month, amount: formatYuan(amount), day }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'clearingBounced', values, ...referenceTo(row) })
}
