import { centreStaffOf } from '#/demo/access.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { userType } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { clearings } from '#/server/money/clearings/public.ts'
import { applyReturns } from '#/server/money/payouts/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const place = { centreId: 2, mode: 2 } as const
const directorId = 2
/** A month with less income than this (fen) is exempt from VAT. */
const exemptLimit = 10_000_000

interface PaidRow {
  readonly operator_id: number
  readonly channel_id: number
  readonly request_no: string
  readonly net: Fen
}

/** Returns, for each payee, a payment of last month without which the month would be exempt from VAT. */
async function findExcessPayments(ctx: Context, month: string): Promise<PaidRow[]> {
  return ctx.rows<PaidRow>`select distinct on (line.operator_id) line.operator_id, attempt.channel_id, attempt.request_no, line.net_fen as net
    from tax_standing standing join tax_reservation own on own.centre_id = standing.centre_id and own.mode = 2 and own.operator_id = standing.operator_id
        and own.month = standing.month
      join payment_batch batch on batch.id = own.batch_id join payment_line line on line.month = batch.month and line.id = own.line_id and line.state = 'success'
      join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id and attempt.state = 'success'
    where standing.centre_id = ${place.centreId} and standing.mode = 2 and standing.month = ${month} and standing.vat_fen > 0
      and own.vat_fen = 0 and standing.gross_fen - own.gross_fen < ${exemptLimit} order by line.operator_id, line.id`
}

/** Returns the payments of this payee in the month that bore VAT. */
async function findTaxedPayments(ctx: Context, month: string, operatorId: number): Promise<PaidRow[]> {
  return ctx.rows<PaidRow>`select own.operator_id, attempt.channel_id, attempt.request_no, line.net_fen as net from tax_reservation own
      join payment_batch batch on batch.id = own.batch_id join payment_line line on line.month = batch.month and line.id = own.line_id and line.state = 'success'
      join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id and attempt.state = 'success'
    where own.operator_id = ${operatorId} and own.centre_id = ${place.centreId} and own.mode = 2 and own.month = ${month} and own.vat_fen > 0
    order by line.id`
}

async function returnPayment(ctx: Context, paidRow: PaidRow): Promise<void> {
  const { request_no: requestNo, net } = paidRow
  await applyReturns(ctx, paidRow.channel_id, [{ kind: 'return', notifyId: `demo-${requestNo}`, requestNo, amount: fen(net), reason: '收款账户已销户' }])
}

async function renderPaper(title: string, now: Date) {
  const bytes = await renderDocument({ title, createdAt: now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  return { filename: `${title}.pdf`, mediaType: 'application/pdf', bytes }
}

/** Finds over-withheld tax and offers it to each payee. */
async function offerClearings(ctx: Context): Promise<void> {
  await clearings.search(ctx)
  const { rows } = await clearings.list(ctx, { states: ['found'], page: 1, size: 20 })
  for (const { id, version } of rows) await clearings.offer(ctx, { taxClearingId: id, version })
}

/** Takes the offer to a person without an account, who signs a paper, through every step to the refund. */
async function refundPerson(finance: Context, checker: Context, person: DemoPerson): Promise<void> {
  const day = dayOf(finance.now)
  const currentClearing = async () => {
    const { rows } = await clearings.list(finance, { keyword: person.name, page: 1, size: 20 })
    const row = rows.find(({ operatorId }) => operatorId === person.id)
    if (!row) throw new Error(`demo: ${person.name} has no clearing`)
    return row
  }
  const target = async () => {
    const { id, version } = await currentClearing()
    return { taxClearingId: id, version }
  }
  const scan = await renderPaper('退还多扣税款书面选择', finance.now)
  await clearings.enterChoice(finance, { ...(await target()), choice: 'refund', reason: '', signedOn: day, file: scan })
  const clearingEntryId = (await currentClearing()).pending?.id ?? 0
  await clearings.confirm(checker, { ...(await target()), clearingEntryId, isConfirmed: true, reason: '' })
  await clearings.decide(checker, { ...(await target()), isApproved: true, reason: '' })
  await clearings.start(finance, await target())
  const { no } = await currentClearing()
  await clearings.pay(finance, { ...(await target()), paidOn: day, serial: `TK${no}`, file: await renderPaper('银行回单', finance.now) })
}

/**
 * Lets the bank return payments of last month, which is declared. The centre offers the excess tax to the subcontractor
 * of the demo accounts and to one person without an account. Another person without an account received a refund of
 * excess tax, and owes it after a second returned payment.
 */
export async function addClearings(from: ContextAt, now: Date, [owing, offered]: readonly DemoPerson[]): Promise<void> {
  const contextOf = (who: Partial<Actor>): Context => {
    const baseContext = from(now, who)
    return { ...baseContext, enqueue: async () => undefined, enqueueAll: async () => undefined, scope: { ...baseContext.scope, ...place } }
  }
  const ctx = contextOf({ userId: centreStaffOf(place.centreId).finance, name: '钱守一', usertype: userType.centre })
  const month = shiftMonth(monthOf(now), -1)
  const rows = await findExcessPayments(ctx, month)
  const paidRowOf = (person?: DemoPerson) => rows.find(({ operator_id }) => operator_id === person?.id)
  const subcontractor = rows.find(({ operator_id }) => operator_id !== owing?.id && operator_id !== offered?.id)
  for (const paidRow of [subcontractor, paidRowOf(owing), paidRowOf(offered)]) if (paidRow) await returnPayment(ctx, paidRow)
  if (subcontractor) await ctx.run`update app_user set operator_id = ${subcontractor.operator_id} where username = 'subcontractor'`
  await offerClearings(ctx)
  if (!owing || !paidRowOf(owing)) return
  await refundPerson(ctx, contextOf({ userId: directorId, name: '许立言', usertype: userType.centre }), owing)
  for (const paidRow of await findTaxedPayments(ctx, month, owing.id)) await returnPayment(ctx, paidRow)
}
