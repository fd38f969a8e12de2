import { z } from 'zod'
import { orderFaults } from '#/api/taxation/einvoices.texts.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { fen, ppm } from '#/domain/base/money.ts'
import { maxInvoiceOrderTries, redPath, retryDelaySeconds } from '#/domain/taxation/einvoice.ts'
import { canIssueRedInvoice, hasRedDeadline } from '#/domain/taxation/invoice.ts'
import type { Context, JobContext, Upload } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { Refusal, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import {
  addExchanges,
  channelRefOf,
  contradictingField,
  contradictingRedField,
  type IssueOrder,
  type IssueResult,
  type RedLetterOrder,
  type RedLetterResult,
  requestFromChannel,
  type StoredChannel,
} from '#/server/taxation/einvoices/public.ts'
import { recordStep } from '#/server/taxation/invoices/application.ts'
import { registerIssuedInvoice } from '#/server/taxation/invoices/issuing.ts'
import { notifyCentre, notifyOfExpiredRedLetter } from '#/server/taxation/invoices/notifications.ts'
import { changeRedLetterState, completeRedLetter, notifyOfRedLetter } from '#/server/taxation/invoices/red-letters.ts'
import { describeReturned } from '#/server/taxation/invoices/returned-parts.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as orders from '#/server/taxation/invoices/store-orders.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

// An order is committed as sent before it goes to the channel. Without an answer, the job queries the outcome. The job
// resends only orders that never arrived, under the same number, so a time-out never causes a second invoice.

export const ordersJob = job('invoices.orders', z.object({}))

const maxDueOrders = 50
const redQuerySeconds = 600

type ClaimedOrder = orders.InvoiceOrderRow & { readonly wasAsked: boolean }
type OrderTask = { readonly order: ClaimedOrder; readonly ref: StoredChannel } & (
  | { readonly issue: IssueOrder; readonly red?: undefined; readonly returned: Awaited<ReturnType<typeof describeReturned>> }
  | { readonly red: RedLetterOrder; readonly issue?: undefined }
)

/** The outcome of a request; `silent` if no credible answer arrived. */
type ChannelOutcome =
  | { readonly kind: 'silent' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'stopped'; readonly values: Values }
  | { readonly kind: 'doubted'; readonly what: string }
  | { readonly kind: 'issued'; readonly number: string; readonly issuedOn: string; readonly files: readonly Upload[] }
  | { readonly kind: 'stands'; readonly answer: Extract<RedLetterResult, { kind: 'stands' }> }

type ChannelRequester = <T extends IssueResult | RedLetterResult | readonly Upload[]>(
  what: Parameters<typeof requestFromChannel>[2]['what'],
  ask: Parameters<typeof requestFromChannel<T>>[2]['ask'],
) => Promise<T | null>

/** Returns the seller on an invoice. The bank account is the centre's, so an invoice of a business shows none. */
async function sellerOf(ctx: Context, row: store.ApplicationRow): Promise<IssueOrder['seller']> {
  const bank = row.issuer === 'centre' ? await orders.sellerBank(ctx, row.centre_id) : undefined
  return { name: row.seller_name, taxNo: row.seller_no, bank: bank?.invoice_bank ?? '', accountNo: bank?.invoice_account_no ?? '' }
}

/** Builds the channel's request from the current data. */
async function taskOf(ctx: Context, order: ClaimedOrder, ref: StoredChannel): Promise<OrderTask | null> {
  const row = await store.find(ctx, { id: order.application_id })
  const paper = row && (await papers.invoicesOf(ctx, row.id)).find((invoice) => invoice.id === order.invoice_id)
  if (!row || !paper) return null
  const red = order.red_id === null ? undefined : (await papers.redLettersOf(ctx, row.id)).find((each) => each.id === order.red_id)
  const { version: _, ...buyer } = row.title
  const seller = await sellerOf(ctx, row)
  const { request_no: requestNo } = order
  if (red && order.what !== 'redIssue') {
    const figures = { price: fen(red.price_fen), tax: fen(red.tax_fen), total: fen(red.amount_fen) }
    const redOrderFields = {
      requestNo,
      blueNumber: paper.number ?? '',
      reason: red.reason,
      confirmNo: red.confirm_no,
      sellerNo: seller.taxNo,
      buyerNo: buyer.taxNo,
    }
    return { order, ref, red: { ...redOrderFields, ...figures } }
  }
  const figures = red
    ? { price: fen(-red.price_fen), tax: fen(-red.tax_fen), total: fen(-red.amount_fen) }
    : { price: fen(paper.price_fen), tax: fen(paper.tax_fen), total: fen(paper.total_fen) }
  const issueOrderFields = { requestNo, kind: row.kind, rate: ppm(paper.rate_ppm), goods: row.goods, taxCode: row.tax_code, remark: row.remark, seller, buyer }
  const returnedParts = red ? null : await describeReturned(ctx, row.id)
  return {
    order,
    ref,
    returned: returnedParts,
    issue: { ...issueOrderFields, ...figures, red: red ? { blueNumber: paper.number ?? '', confirmNo: red.confirm_no, reason: red.reason } : null },
  }
}

/** Queries first if the order may have been sent before. */
async function queryBeforeResend<A extends { readonly kind: string }>(
  wasRequested: boolean,
  query: () => Promise<A | null>,
  send: () => Promise<A | null>,
): Promise<A | null> {
  if (!wasRequested) return send()
  const orderState = await query()
  return orderState?.kind === 'absent' ? send() : orderState
}

async function requestIssue(
  requester: ChannelRequester,
  { issue: of, returned, order: { wasAsked: wasRequested } }: Extract<OrderTask, { issue: IssueOrder }>,
): Promise<ChannelOutcome> {
  const answer = await queryBeforeResend<IssueResult>(
    wasRequested,
    () => requester('query', (channel) => channel.query(of)),
    // A payment was returned meanwhile. If the channel does not have the order, it is not sent.
    () => (returned ? Promise.resolve({ kind: 'absent' }) : requester('issue', (channel) => channel.issue(of))),
  )
  if (returned && answer?.kind === 'absent') return { kind: 'stopped', values: returned }
  if (answer === null || answer.kind === 'absent') return { kind: 'silent' }
  if (answer.kind !== 'issued') return answer.kind === 'refused' ? answer : { kind: 'pending' }
  const contradiction = contradictingField(of, answer)
  if (contradiction !== '') return { kind: 'doubted', what: contradiction }
  const files = await requester<readonly Upload[]>('files', (channel) => channel.files(of, answer.number))
  return files && files.length > 0 ? { kind: 'issued', number: answer.number, issuedOn: answer.issuedOn, files } : { kind: 'silent' }
}

async function requestRedLetter(requester: ChannelRequester, of: RedLetterOrder, { what, wasAsked: wasRequested }: ClaimedOrder): Promise<ChannelOutcome> {
  const sendRequest = () =>
    what === 'redConfirm' ? requester('redConfirm', (channel) => channel.redConfirm(of)) : requester('redApply', (channel) => channel.redApply(of))
  let answer = await queryBeforeResend<RedLetterResult>(wasRequested, () => requester('redQuery', (channel) => channel.redQuery(of)), sendRequest)
  // The tax office still waits for our confirmation, so it is sent again.
  if (wasRequested && what === 'redConfirm' && answer?.kind === 'stands' && answer.code === '03') answer = await sendRequest()
  if (answer === null || answer.kind === 'absent') return { kind: 'silent' }
  if (answer.kind === 'refused') return answer
  const contradiction = contradictingRedField(of, answer)
  return contradiction === '' ? { kind: 'stands', answer } : { kind: 'doubted', what: contradiction }
}

/** Calls the channel without an open transaction. Records each exchange in its own transaction. */
async function askChannel(work: JobContext, task: OrderTask, now: Date): Promise<ChannelOutcome> {
  const { order, ref } = task
  const requester: ChannelRequester = async (what, request) => {
    const { said, exchange } = await requestFromChannel({ ...work, now }, ref, {
      what,
      requestNo: order.request_no,
      byId: order.asked_by,
      ask: request,
      resultOf,
    })
    await work.run(ordersJob.name, (ctx) => addExchanges(ctx, [exchange]))
    return said.answer
  }
  return task.issue ? requestIssue(requester, task) : requestRedLetter(requester, task.red, order)
}

/** Returns the part of an answer to record: the invoice number, the types of the files, a code or a reason. */
function resultOf(answer: IssueResult | RedLetterResult | readonly Upload[]): string {
  if (!('kind' in answer)) return answer.map((file) => file.filename.split('.').at(-1)?.toUpperCase()).join(' ')
  if (answer.kind === 'issued') return answer.number
  if (answer.kind === 'stands') return answer.code
  return answer.kind === 'refused' ? answer.reason : answer.kind
}

const timeLater = (ctx: Context, seconds: number) => new Date(ctx.now.getTime() + seconds * 1000)

/** Marks the application as failed once no channel will issue any more of it. Staff then decide. */
async function endApplication(ctx: Context, invoicingId: number, reason: string): Promise<void> {
  const row = await store.find(ctx, { id: invoicingId }, true)
  const { busy } = await orders.countBusyOrders(ctx, invoicingId)
  if (!row || busy > 0 || (row.state !== 'issuing' && row.state !== 'part')) return
  await recordStep(ctx, row, { kind: 'failed', reason }, { state: 'failed', reason: reason.slice(0, 200) })
  await notifyCentre(ctx, row, 'fp:issue', 'invoiceFailed', { no: row.no, reason })
}

/** Registers an invoice or red invoice issued by the channel, with the same checks as one entered manually. */
async function registerChannelInvoice(
  ctx: Context,
  order: ClaimedOrder,
  { number, issuedOn, files }: Extract<ChannelOutcome, { kind: 'issued' }>,
): Promise<void> {
  const row = await store.find(ctx, { id: order.application_id }, true)
  const paper = row && (await papers.invoicesOf(ctx, row.id)).find((invoice) => invoice.id === order.invoice_id)
  if (!row || !paper) throw new Error(`order ${order.request_no} is of nothing`)
  await orders.endOrder(ctx, order.id, { state: 'done', number, issuedOn })
  if (order.red_id === null) return registerIssuedInvoice(ctx, row, paper, { number, issuedOn, files })
  const red = await papers.lockRedLetter(ctx, order.red_id)
  if (!red) throw new Error(`order ${order.request_no} is of no red letter`)
  await completeRedLetter(ctx, row, red, { number, issuedOn, files })
}

/** Applies the tax office's state to a red letter, and queues the issue order once allowed. */
async function applyRedState(ctx: Context, order: ClaimedOrder, { code, confirmNo }: Extract<RedLetterResult, { kind: 'stands' }>): Promise<void> {
  const row = await store.find(ctx, { id: order.application_id }, true)
  const red = await papers.lockRedLetter(ctx, order.red_id ?? 0)
  if (!row || !red) throw new Error(`order ${order.request_no} is of no red letter`)
  const path = redPath(red.code, code)
  if (path === null || (path.some((each) => each !== '01' && each !== '08') && confirmNo === '')) {
    return orders.endOrder(ctx, order.id, { state: 'doubted', fault: 'contradicts', values: { what: path === null ? 'state' : 'confirmNo' } })
  }
  for (const nextCode of path) await changeRedLetterState(ctx, row, red, { code: nextCode, confirmNo })
  if (path.length > 0) await notifyOfRedLetter(ctx, row, red, { code, confirmNo })
  if (hasRedDeadline(code) || code === '10') return orders.scheduleOrderQuery(ctx, order.id, timeLater(ctx, redQuerySeconds))
  await orders.endOrder(ctx, order.id, { state: 'done' })
  if (code === '07') await notifyOfExpiredRedLetter(ctx, row, red)
  if (!canIssueRedInvoice(code)) return
  const { application_id, centre_id, unit_id, mode, invoice_id, red_id } = order
  const requestNoStem = `${row.no}-H${red_id}`
  await orders.addOrder(ctx, { application_id, centre_id, unit_id, mode, invoice_id, red_id, what: 'redIssue', stem: requestNoStem })
  await ctx.enqueue(ordersJob, {})
}

/** Records the outcome in the name of the user who sent the order. If it cannot be registered, staff decide. */
async function recordOutcome(ctx: Context, order: ClaimedOrder, outcome: ChannelOutcome): Promise<void> {
  if (!(await orders.lockAwaitingOrder(ctx, order.id))) return
  if (outcome.kind === 'silent' && order.tries >= maxInvoiceOrderTries) return orders.endOrder(ctx, order.id, { state: 'doubted', fault: 'noAnswer' })
  if (outcome.kind === 'silent' || outcome.kind === 'pending') return orders.scheduleOrderQuery(ctx, order.id, timeLater(ctx, retryDelaySeconds(order.tries)))
  if (outcome.kind === 'doubted') return orders.endOrder(ctx, order.id, { state: 'doubted', fault: 'contradicts', values: { what: outcome.what } })
  if (outcome.kind === 'stopped') {
    await orders.endOrder(ctx, order.id, { state: 'refused', fault: 'paymentsReturned', values: outcome.values })
    return endApplication(ctx, order.application_id, translate(invoiceRefusals.paymentsReturned, 'zh', outcome.values))
  }
  if (outcome.kind === 'refused') {
    const values = { reason: outcome.reason }
    await orders.endOrder(ctx, order.id, { state: 'refused', fault: 'officeRefused', values })
    if (order.what === 'issue') await endApplication(ctx, order.application_id, translate(orderFaults.officeRefused, 'zh', values))
    return
  }
  try {
    await ctx.part(() => (outcome.kind === 'issued' ? registerChannelInvoice(ctx, order, outcome) : applyRedState(ctx, order, outcome.answer)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await orders.endOrder(ctx, order.id, { state: 'doubted', fault: error.error, values: error.values })
  }
}

async function processOrder(work: JobContext, id: number): Promise<void> {
  const name = ordersJob.name
  const claimedTask = await work.run(name, async (ctx) => {
    const order = await orders.claimOrder(ctx, id)
    const ref = order && (await channelRefOf(ctx, order.centre_id))
    return order ? { order, task: ref ? await taskOf(ctx, order, ref) : null, now: ctx.now } : null
  })
  if (!claimedTask) return
  const { order, task, now } = claimedTask
  const outcome = task ? await askChannel(work, task, now) : ({ kind: 'silent' } as const)
  try {
    await work.runAs(order.asked_by, name, (ctx) => recordOutcome(ctx, order, outcome), { centreId: order.centre_id, mode: order.mode })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await work.run(name, async (ctx) => {
      if (await orders.lockAwaitingOrder(ctx, order.id)) await orders.endOrder(ctx, order.id, { state: 'doubted', fault: 'askerGone' })
    })
  }
}

export async function processDueOrders(work: JobContext): Promise<void> {
  for (const id of await work.run(ordersJob.name, (ctx) => orders.dueOrders(ctx, maxDueOrders))) {
    if (work.isStopping()) return
    await processOrder(work, id)
  }
}
