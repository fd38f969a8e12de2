import { type Permission, pages } from '#/api/pages.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { accountsOfOperator, holdersAt, holdersInUnit, type OutgoingNotification, sendNotification } from '#/server/services/messages/public.ts'
import type { ApplicationRow } from '#/server/taxation/invoices/store.ts'

type InvoiceMessageKind =
  | 'invoiceApplied'
  | 'invoiceRejected'
  | 'invoiceIssued'
  | 'invoiceFailed'
  | 'invoiceReleased'
  | 'invoiceWithdrawn'
  | 'redDue'
  | 'redIssued'
  | 'redToConfirm'
  | 'redVoided'
type ApplicationRef = Pick<ApplicationRow, 'id' | 'no' | 'centre_id' | 'unit_id' | 'mode'>

const applicationReference = ({ id, mode }: Pick<ApplicationRef, 'id' | 'mode'>) => {
  const { path } = mode === settlementMode.individualBusiness ? pages.fpListGth : pages.fpListDz
  return { path: `${path}?open=${id}`, refType: 'invoice_application', refId: id } as const
}

/** Notifies the unit's staff who apply for invoices. */
export async function notifyUnit<K extends InvoiceMessageKind>(
  ctx: Context,
  row: ApplicationRef,
  kind: K,
  values: OutgoingNotification<K>['values'],
  besides: readonly number[] = [],
): Promise<void> {
  await sendNotification(ctx, {
    to: [...besides, ...(await holdersInUnit(ctx, row.unit_id, 'fp:apply'))],
    kind,
    values,
    ...applicationReference(row),
  } as OutgoingNotification<K>)
}

/** Notifies the centre's staff who hold this permission. */
export async function notifyCentre<K extends InvoiceMessageKind>(
  ctx: Context,
  row: ApplicationRef,
  right: Permission,
  kind: K,
  values: OutgoingNotification<K>['values'],
): Promise<void> {
  await sendNotification(ctx, {
    to: await holdersAt(ctx, row.centre_id, right, { mode: row.mode, alone: true }),
    kind,
    values,
    ...applicationReference(row),
  } as OutgoingNotification<K>)
}

export async function notifyOfApplication(ctx: Context, row: ApplicationRow): Promise<void> {
  await notifyCentre(ctx, row, 'fp:check', 'invoiceApplied', { no: row.no, unit: row.unit_name, amount: formatYuan(fen(row.amount_fen)) })
}

/** Notifies both parties of a red letter that expired unconfirmed. */
export async function notifyOfExpiredRedLetter(ctx: Context, row: ApplicationRef, red: { readonly amount_fen: number }): Promise<void> {
  const values = { no: row.no, amount: formatYuan(fen(red.amount_fen)) }
  await notifyUnit(ctx, row, 'redVoided', values)
  await notifyCentre(ctx, row, 'fp:issue', 'redVoided', values)
}

/** Notifies the operator whose business issues the invoice. Does nothing for other invoices. */
export async function notifyOperator(ctx: Context, row: ApplicationRow, kind: 'ownInvoiceToIssue' | 'ownInvoiceIssued'): Promise<void> {
  if (row.operator_id === null) return
  const values = { no: row.no, unit: row.unit_name, amount: formatYuan(fen(row.amount_fen)) }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind, values, ...applicationReference(row) })
}
