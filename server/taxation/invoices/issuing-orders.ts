import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { InvoiceOrderKind } from '#/domain/taxation/einvoice.ts'
import { canIssueRedInvoice, isInvoiceActionAllowed, type RedCode } from '#/domain/taxation/invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { exchangesOf, issuingChannelOf, queryQuota, type StoredChannel, usableChannelRef } from '#/server/taxation/einvoices/public.ts'
import { lockForUpdate, recordStep } from '#/server/taxation/invoices/application.ts'
import { ordersJob } from '#/server/taxation/invoices/orders.ts'
import { lockRedLetter } from '#/server/taxation/invoices/red-letters.ts'
import { problemText } from '#/server/taxation/invoices/results.ts'
import { expectNotReturned } from '#/server/taxation/invoices/returned-parts.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as orders from '#/server/taxation/invoices/store-orders.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

type Input<O extends keyof Modules['invoices']> = z.output<Modules['invoices'][O]['input']>

const maxExchanges = 50

/** Returns the issuing channel of the centre, and the orders of this application with their exchanges. */
export async function channelOrders(ctx: Context, { invoicingId }: Input<'machine'>) {
  const row = (await store.find(ctx, { id: invoicingId })) ?? refuse(invoiceRefusals, 'applicationNotFound')
  const issuingChannel = await issuingChannelOf(ctx, row.centre_id)
  const ordersOfApplication = await orders.ordersOf(ctx, row.id)
  const orderedExchanges = await ctx.widen('names on invoices', () =>
    exchangesOf(
      ctx,
      ordersOfApplication.map((order) => order.request_no),
      maxExchanges,
    ),
  )
  const sendingBlocker = issuingChannel.isManual ? 'noChannel' : issuingChannel.isSandbox && !ctx.isDemo ? 'sandboxHere' : null
  return {
    ...issuingChannel,
    why: sendingBlocker
      ? translate(einvoiceRefusals[sendingBlocker], ctx.language)
      : isInvoiceActionAllowed('issue', row.state) || row.issued_count > 0
        ? ''
        : translate(invoiceRefusals.notIssued, ctx.language),
    orders: ordersOfApplication.map((order) => ({
      ...fieldsOf(order, 'id', 'request_no', 'what', 'state', 'invoice_id', 'red_id', 'tries', 'next_at'),
      number: order.number ?? '',
      problem: order.fault === '' ? '' : problemText(ctx, { fault: order.fault, values: order.fault_values }),
      byName: order.asked_name,
      createdAt: order.created_at.toISOString(),
    })),
    exchanges: orderedExchanges.map((each) => ({
      ...fieldsOf(each, 'id', 'what', 'request_no', 'at'),
      byName: each.by_name ?? '',
      result: each.result,
      tookMs: each.took_ms,
      asked: each.asked_digest,
      answered: each.answered_digest,
    })),
  }
}

/** Refuses invoices above the centre's quota at the tax office. A business uses its own quota, which is unknown here. */
async function expectQuota(ctx: Context, { issuer }: store.ApplicationRow, ref: StoredChannel, invoices: readonly papers.InvoiceRow[]): Promise<void> {
  if (issuer !== 'centre') return
  const neededQuota = invoices.reduce((sum, paper) => sum + paper.price_fen, 0)
  const quota = await queryQuota(ctx, ref)
  if (quota < neededQuota) refuse(einvoiceRefusals, 'quotaShort', { left: formatYuan(quota), needed: formatYuan(fen(neededQuota)) })
}

/**
 * Sends the unissued invoices of an application to the channel, if the issuer's known quota covers them. Queries doubtful
 * orders again. Returns the application id.
 */
export async function sendOrders(ctx: Context, target: Input<'sendOrders'>): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'issue')
  const ref = await usableChannelRef(ctx, row.centre_id)
  const invoicesToOrder: papers.InvoiceRow[] = []
  let resentCount = 0
  for (const paper of (await papers.invoicesOf(ctx, row.id)).filter((invoice) => invoice.number === null)) {
    const openOrder = await orders.findOpenOrder(ctx, { invoiceId: paper.id })
    if (!openOrder) invoicesToOrder.push(paper)
    if (openOrder?.state !== 'doubted') continue
    await orders.scheduleOrderQuery(ctx, openOrder.id, ctx.now, ctx.actor.userId)
    resentCount++
  }
  if (invoicesToOrder.length + resentCount === 0) refuse(einvoiceRefusals, 'ordersLive')
  if (invoicesToOrder.length > 0) {
    await expectNotReturned(ctx, row.id)
    await expectQuota(ctx, row, ref, invoicesToOrder)
  }
  const orderOwner = { application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, mode: row.mode, red_id: null }
  for (const paper of invoicesToOrder) await orders.addOrder(ctx, { ...orderOwner, invoice_id: paper.id, what: 'issue', stem: `${row.no}-${paper.seq}` })
  const amount = invoicesToOrder.reduce((sum, paper) => sum + paper.total_fen, 0)
  await recordStep(ctx, row, { kind: 'sent', ...(amount > 0 && { amount_fen: amount }) }, row.state === 'todo' ? { state: 'issuing' } : {})
  await ctx.enqueue(ordersJob, {})
  return row.id
}

/** Returns the action that the channel offers for a red letter in this state. */
function orderFor(code: RedCode): InvoiceOrderKind | null {
  if (code === '10') return 'redApply'
  if (code === '03') return 'redConfirm'
  return canIssueRedInvoice(code) ? 'redIssue' : null
}

const suffixByOrderKind: Readonly<Record<InvoiceOrderKind, string>> = { issue: '', redApply: 'S', redConfirm: 'Q', redIssue: 'H' }

/** Sends a red letter to the channel, or queries its open order again. */
export async function sendRedLetter(ctx: Context, target: Input<'sendRed'>): Promise<number> {
  const { red, row } = await lockRedLetter(ctx, target)
  await usableChannelRef(ctx, row.centre_id)
  const openRedOrder = await orders.findOpenOrder(ctx, { redId: red.id })
  const orderKind = openRedOrder?.what ?? orderFor(red.code)
  if (orderKind === null) return refuse(einvoiceRefusals, 'redNotSendable', { code: translate(redCodeNames[red.code], ctx.language) })
  if (openRedOrder && openRedOrder.state !== 'doubted') refuse(einvoiceRefusals, 'underWay', { requestNo: openRedOrder.request_no })
  if (openRedOrder) await orders.scheduleOrderQuery(ctx, openRedOrder.id, ctx.now, ctx.actor.userId)
  else {
    const redOrderOwner = { application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, mode: row.mode, invoice_id: red.invoice_id, red_id: red.id }
    await orders.addOrder(ctx, { ...redOrderOwner, what: orderKind, stem: `${row.no}-${suffixByOrderKind[orderKind]}${red.id}` })
  }
  await recordStep(ctx, row, { kind: 'redSent', amount_fen: red.amount_fen })
  await ctx.enqueue(ordersJob, {})
  return row.id
}
