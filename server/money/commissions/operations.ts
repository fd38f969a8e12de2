import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { commissionRefusals } from '#/api/money/commissions.texts.ts'
import { fen, formatYuan, negate, parseYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, twelveMonthsTo } from '#/domain/base/period.ts'
import { adjustBill, stateAfterReturn } from '#/domain/money/commission.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { billDetail, lockForUpdate, presentBill } from '#/server/money/commissions/bill.ts'
import { issueBills } from '#/server/money/commissions/issuing.ts'
import { accountsOfPayee, billReference, usersWithPermission } from '#/server/money/commissions/notifications.ts'
import { billsForExport, daysForExport } from '#/server/money/commissions/sheet.ts'
import * as store from '#/server/money/commissions/store.ts'
import * as bills from '#/server/money/commissions/store-bills.ts'
import {
  type CommissionMoney,
  decideReturn,
  enterReturn,
  markTransferBooked,
  postCommissionAdjustment,
  postCommissionPayment,
  postCommissionReturn,
  registerTransfer,
  releaseTransfer,
  returnSerialOf,
} from '#/server/money/ledger/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type Input<O extends keyof Modules['commissions']> = z.output<Modules['commissions'][O]['input']>

const amountText = (amount: number) => formatYuan(fen(amount))

/** Changes a bill and records the step in its history and the audit trail. */
async function recordBillStep(
  ctx: Context,
  row: store.BillRow,
  { change, ...done }: Omit<bills.NewStep, 'bill_id' | 'centre_id'> & { change: Parameters<typeof bills.changeBill>[2] },
): Promise<void> {
  await bills.changeBill(ctx, row.id, change)
  await bills.addSteps(ctx, [{ bill_id: row.id, centre_id: row.centre_id, ...done }], ctx.actor.userId)
  const { kind, amount_fen, reason } = done
  const detail = {
    no: row.no,
    step: kind,
    from: row.state,
    to: change.state ?? row.state,
    ...(amount_fen && { amount: amount_fen }),
    ...(reason && { reason }),
  }
  ctx.note({ refType: 'commission_bill', refId: row.id, centreId: row.centre_id, detail })
}

const moneyOf = (row: store.BillRow, amount: number): CommissionMoney => ({
  ...fieldsOf(row, 'id', 'no', 'centre_id', 'mode'),
  amount: fen(amount),
})

function requireReason(reason: string): string {
  return reason.length < 2 ? refuse(commissionRefusals, 'declineReason') : reason
}

function expectPositiveTotal(row: store.BillRow, by: number): number {
  const amount = adjustBill(fen(row.amount_fen), fen(by))
  return amount > 0 ? amount : refuse(commissionRefusals, 'nothingLeft', { amount: amountText(amount) })
}

async function proposeAdjustment(ctx: Context, { direction, amount, reason, ...target }: Input<'propose'>) {
  const { row } = await lockForUpdate(ctx, target, 'propose')
  const value = parseYuan(amount) ?? fen(0)
  if (value <= 0) refuse(commissionRefusals, 'zeroAdjustment')
  const signedAmount = direction === 'more' ? value : negate(value)
  expectPositiveTotal(row, signedAmount)
  await bills.addProposal(ctx, { billId: row.id, centreId: row.centre_id, amount: signedAmount, reason })
  await recordBillStep(ctx, row, { change: {}, kind: 'proposed', amount_fen: signedAmount, reason })
  const values = { no: row.no, name: ctx.actor.name, what: 'adjustment', amount: amountText(signedAmount) } as const
  await sendNotification(ctx, { to: await usersWithPermission(ctx, row, 'commission:check'), kind: 'commissionToCheck', values, ...billReference(row) })
  return billDetail(ctx, row.id)
}

async function decideAdjustment(ctx: Context, { approve, reason, ...target }: Input<'decide'>) {
  const { row, proposal } = await lockForUpdate(ctx, target, 'decide')
  if (!proposal) return refuse(commissionRefusals, 'noAdjustment')
  const adjustmentFen = proposal.amount_fen
  if (!approve) {
    const declineReason = requireReason(reason)
    await bills.decideProposal(ctx, proposal.id, 'declined')
    await recordBillStep(ctx, row, { change: {}, kind: 'declined', amount_fen: adjustmentFen, reason: declineReason })
    await sendNotification(ctx, {
      to: [proposal.proposed_by],
      kind: 'commissionDeclined',
      values: { no: row.no, name: ctx.actor.name, reason: declineReason },
      ...billReference(row),
    })
    return billDetail(ctx, row.id)
  }
  const amount = expectPositiveTotal(row, adjustmentFen)
  await bills.decideProposal(ctx, proposal.id, 'approved')
  const change = { state: 'generated', adjusted_fen: row.adjusted_fen + adjustmentFen, amount_fen: amount }
  await recordBillStep(ctx, row, { change, kind: 'adjusted', amount_fen: adjustmentFen, reason: proposal.reason })
  await postCommissionAdjustment(ctx, moneyOf(row, adjustmentFen), { id: proposal.id, reason: proposal.reason })
  await sendNotification(ctx, {
    to: await accountsOfPayee(ctx, row),
    kind: 'commissionAnswered',
    values: { no: row.no, amount: amountText(amount), reason: proposal.reason },
    ...billReference(row),
  })
  return billDetail(ctx, row.id)
}

function storeSlip(ctx: Context, row: store.BillRow, slip: Input<'prepare'>['slip']) {
  const partnerId = row.party_type === 'partner' ? row.party_id : null
  return storeDocument(ctx, { upload: slip, pictures: true, purpose: 'commission_slip', centreId: row.centre_id, partnerId })
}

async function preparePayment(ctx: Context, { paidOn, bankSerial, slip, ...target }: Input<'prepare'>) {
  const { row } = await lockForUpdate(ctx, target, 'prepare')
  if (paidOn > dayOf(ctx.now)) refuse(commissionRefusals, 'dayAhead')
  const money = moneyOf(row, row.amount_fen)
  await registerTransfer(ctx, { ...money, use: 'commission_bill', direction: 'out', serial: bankSerial, isBooked: false, paidOn })
  const { fileId } = await storeSlip(ctx, row, slip)
  const change = { paid_on: paidOn, bank_serial: bankSerial, slip_file_id: fileId, prepared_by: ctx.actor.userId, prepared_at: ctx.now }
  await recordBillStep(ctx, row, { change, kind: 'prepared', amount_fen: row.amount_fen, reason: bankSerial })
  const values = { no: row.no, name: ctx.actor.name, what: 'payment', amount: amountText(row.amount_fen) } as const
  await sendNotification(ctx, { to: await usersWithPermission(ctx, row, 'commission:check'), kind: 'commissionToCheck', values, ...billReference(row) })
  return billDetail(ctx, row.id)
}

async function decidePayment(ctx: Context, { approve, reason, ...target }: Input<'pay'>) {
  const { row } = await lockForUpdate(ctx, target, 'pay')
  if (!approve) {
    const declineReason = requireReason(reason)
    const change = { paid_on: null, bank_serial: null, slip_file_id: null, prepared_by: null, prepared_at: null }
    await recordBillStep(ctx, row, { change, kind: 'notPaid', amount_fen: row.amount_fen, reason: declineReason })
    await releaseTransfer(ctx, 'commission_bill', row.id)
    await sendNotification(ctx, {
      to: [row.prepared_by],
      kind: 'commissionDeclined',
      values: { no: row.no, name: ctx.actor.name, reason: declineReason },
      ...billReference(row),
    })
    return billDetail(ctx, row.id)
  }
  const change = { state: 'paid', paid_by: ctx.actor.userId, paid_at: ctx.now }
  await recordBillStep(ctx, row, { change, kind: 'paid', amount_fen: row.amount_fen })
  await markTransferBooked(ctx, 'commission_bill', row.id)
  await postCommissionPayment(ctx, moneyOf(row, row.amount_fen), row.bank_returns.length, row.bank_serial ?? '')
  const values = { no: row.no, amount: amountText(row.amount_fen), day: row.paid_on ?? '' }
  await sendNotification(ctx, { to: await accountsOfPayee(ctx, row), kind: 'commissionPaid', values, ...billReference(row) })
  return billDetail(ctx, row.id)
}

async function enterBillReturn(ctx: Context, { returnedOn, bankSerial, isNeverSent, reason, slip, ...target }: Input<'enterReturn'>) {
  const serial = returnSerialOf({ bankSerial, isNeverSent })
  const { row } = await lockForUpdate(ctx, target, 'enterReturn')
  const { fileId } = await storeSlip(ctx, row, slip)
  const payment = { use: 'commission_bill', paidOn: row.paid_on ?? '', slipFileId: row.slip_file_id ?? '' } as const
  await enterReturn(ctx, { ...moneyOf(row, row.amount_fen), ...payment }, { returnedOn, serial, reason, fileId })
  await recordBillStep(ctx, row, { change: {}, kind: 'bounced', amount_fen: row.amount_fen, reason })
  const values = { no: row.no, name: ctx.actor.name, what: 'return', amount: amountText(row.amount_fen) } as const
  await sendNotification(ctx, { to: await usersWithPermission(ctx, row, 'commission:check'), kind: 'commissionToCheck', values, ...billReference(row) })
  return billDetail(ctx, row.id)
}

/** Confirms or declines a return by the bank. The bill of a confirmed one can be paid again. */
async function decideBillReturn(ctx: Context, { approve, reason, ...target }: Input<'decideReturn'>) {
  const { row } = await lockForUpdate(ctx, target, 'decideReturn')
  const entry = await decideReturn(ctx, { use: 'commission_bill', id: row.id }, { approve, reason })
  if (!approve) {
    await recordBillStep(ctx, row, { change: {}, kind: 'notBounced', amount_fen: row.amount_fen, reason })
    const values = { no: row.no, name: ctx.actor.name, reason }
    await sendNotification(ctx, { to: [entry.created_by], kind: 'commissionDeclined', values, ...billReference(row) })
    return billDetail(ctx, row.id)
  }
  const unpaid = { paid_on: null, bank_serial: null, slip_file_id: null, prepared_by: null, prepared_at: null, paid_by: null, paid_at: null }
  const change = { state: stateAfterReturn(row.party_type), ...unpaid }
  await recordBillStep(ctx, row, { change, kind: 'returned', amount_fen: row.amount_fen, reason: entry.reason })
  await postCommissionReturn(ctx, moneyOf(row, row.amount_fen), entry.id, entry.serial)
  const values = { no: row.no, amount: amountText(row.amount_fen), reason: entry.reason }
  await sendNotification(ctx, { to: await accountsOfPayee(ctx, row), kind: 'commissionReturned', values, ...billReference(row) })
  await notifyPayable(ctx, row)
  return billDetail(ctx, row.id)
}

async function notifyPayable(ctx: Context, row: store.BillRow): Promise<void> {
  const values = { no: row.no, name: row.party_name, amount: amountText(row.amount_fen) }
  await sendNotification(ctx, { to: await usersWithPermission(ctx, row, 'commission:edit'), kind: 'commissionPayable', values, ...billReference(row) })
}

/** Returns the centres and modes whose bills the caller may issue. */
async function issuableBooks(ctx: Context, before: string): Promise<bills.BillBooks[]> {
  const { all, centreId, mode } = ctx.scope
  const places = await bills.dueBooks(ctx, before)
  return places.filter((place) => all || (place.centreId === centreId && (mode === null || place.mode === mode)))
}

export const commissions = {
  async days(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([
      store.listDays(ctx, filter, { page, size, after, before }),
      store.dayTotals(ctx, filter, isWhole),
    ])
    return {
      rows: rows.map((row) => ({
        ...fieldsOf(row, 'id', 'day', 'centre_name', 'unit_name', 'mode', 'batch_no', 'party_type', 'party_name'),
        ...fieldsOf(row, 'base_fen', 'fee_fen', 'accrued_fen', 'reversed_fen'),
        commission: fen(row.accrued_fen + row.reversed_fen),
        state: row.stands,
        billId: row.bill_id,
        billNo: row.bill_no ?? '',
      })),
      count,
      next,
      totals: sums && { base: fen(sums.base), fee: fen(sums.fee), commission: fen(sums.commission) },
    }
  },

  async months(ctx, { partnerId }) {
    const months = twelveMonthsTo(monthOf(ctx.now))
    const amounts = new Map((await store.partnerMonths(ctx, partnerId, months[0] ?? '')).map((row) => [row.booked_in, row.commission]))
    return { rows: months.map((month) => ({ month, amount: fen(amounts.get(month) ?? 0) })) }
  },

  async exportDays(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => daysForExport(ctx, filter))
    return { fileId }
  },

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([
      store.listBills(ctx, filter, { page, size, after, before }),
      store.billTotals(ctx, filter, isWhole),
    ])
    return { rows: rows.map(presentBill), count, next, totals: sums && { amount: fen(sums.amount) } }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => billsForExport(ctx, filter))
    return { fileId }
  },

  get: (ctx, { billId }) => billDetail(ctx, billId),

  async issue(ctx, { month }) {
    if (month >= monthOf(ctx.now)) refuse(commissionRefusals, 'monthOpen', { month })
    let count = 0
    for (const books of await issuableBooks(ctx, `${monthOf(ctx.now)}-01`)) count += await issueBills(ctx, books, month, ctx.actor.userId)
    return { count }
  },

  async confirm(ctx, target) {
    const { row } = await lockForUpdate(ctx, target, 'confirm')
    await recordBillStep(ctx, row, { change: { state: 'confirmed' }, kind: 'confirmed', amount_fen: row.amount_fen })
    if (row.party_type === 'staff') await notifyPayable(ctx, row)
    return billDetail(ctx, row.id)
  },

  async dispute(ctx, { reason, ...target }) {
    const { row } = await lockForUpdate(ctx, target, 'dispute')
    await recordBillStep(ctx, row, { change: { state: 'disputed' }, kind: 'disputed', reason })
    const values = { no: row.no, name: row.party_name, reason }
    await sendNotification(ctx, { to: await usersWithPermission(ctx, row, 'commission:edit'), kind: 'commissionDisputed', values, ...billReference(row) })
    return billDetail(ctx, row.id)
  },

  async answer(ctx, { reason, ...target }) {
    const { row } = await lockForUpdate(ctx, target, 'answer')
    await recordBillStep(ctx, row, { change: { state: 'generated' }, kind: 'answered', reason })
    const values = { no: row.no, amount: amountText(row.amount_fen), reason }
    await sendNotification(ctx, { to: await accountsOfPayee(ctx, row), kind: 'commissionAnswered', values, ...billReference(row) })
    return billDetail(ctx, row.id)
  },

  propose: proposeAdjustment,

  decide: decideAdjustment,

  async invoice(ctx, { no, file, ...target }) {
    const { row } = await lockForUpdate(ctx, target, 'invoice')
    const fileOwner = { purpose: 'commission_invoice', centreId: row.centre_id, partnerId: row.party_id }
    const { fileId } = await storeDocument(ctx, { upload: file, pictures: true, ...fileOwner })
    await recordBillStep(ctx, row, {
      change: { state: 'invoiced', invoice_no: no, invoice_file_id: fileId },
      kind: 'invoiced',
      amount_fen: row.amount_fen,
      reason: no,
    })
    await notifyPayable(ctx, row)
    return billDetail(ctx, row.id)
  },

  async returnInvoice(ctx, { reason, ...target }) {
    const { row } = await lockForUpdate(ctx, target, 'returnInvoice')
    await recordBillStep(ctx, row, { change: { state: 'confirmed', invoice_no: '', invoice_file_id: null }, kind: 'invoiceReturned', reason })
    await sendNotification(ctx, {
      to: await accountsOfPayee(ctx, row),
      kind: 'commissionInvoiceReturned',
      values: { no: row.no, reason },
      ...billReference(row),
    })
    return billDetail(ctx, row.id)
  },

  prepare: preparePayment,

  pay: decidePayment,

  enterReturn: enterBillReturn,

  decideReturn: decideBillReturn,
} satisfies Implementation<Modules['commissions']>
