import type { z } from 'zod'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { prepaymentFields, prepaymentRefusals, topupFields } from '#/api/money/prepayments.texts.ts'
import { refundFields, refundListName, refundRefusals, refundStateNames } from '#/api/money/refunds.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { type ExportList, type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { balances, decideReturn, enterReturn, postRefund, registerTransfer, returnSerialOf } from '#/server/money/ledger/public.ts'
import { notifyLowBalance } from '#/server/money/prepayments/low-balance.ts'
import { notifyManagers, notifyUnit, refundsPath } from '#/server/money/prepayments/notifications.ts'
import { hasSetting, isFrozen } from '#/server/money/prepayments/store.ts'
import * as store from '#/server/money/prepayments/store-refunds.ts'
import { markRefundReceiptReturned, recordRefundReceipt } from '#/server/money/vouchers/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['prepayments']> = z.output<Modules['prepayments'][O]['input']>

function presentRefund(ctx: Context, row: store.RefundRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'unit_id', 'unit_name', 'centre_id', 'centre_name', 'mode', 'amount_fen'),
    ...fieldsOf(row, 'payee_name', 'payee_account', 'reason', 'state', 'answer'),
    appliedBy: row.applicant,
    appliedAt: row.applied_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    paidBy: row.payer,
    paidOn: row.paid_text,
    bankSerial: row.bank_serial,
    slipFileId: row.slip_file_id,
    failureConfirmedBy: row.confirmer,
    bankReturn: row.bank_returns.at(-1) ?? null,
    isRegisteredByMe: row.paid_by === ctx.actor.userId,
    isDecidedByMe: row.decided_by === ctx.actor.userId,
    version: row.version,
  }
}

async function lockForUpdate(ctx: Context, target: { refundId: number; version: number }, state: store.RefundState): Promise<store.RefundRow> {
  const row = (await store.lock(ctx, target.refundId)) ?? refuse(refundRefusals, 'refundNotFound')
  if (row.state !== state) refuse(refundRefusals, 'refundState')
  if (row.version !== target.version) refuse(refundRefusals, 'refundChanged')
  return row
}

async function changeRefund(ctx: Context, row: store.RefundRow, change: store.RefundChange, noted: Record<string, unknown> = {}) {
  await store.updateRefund(ctx, row.id, change)
  const detail = {
    no: row.no,
    from: row.state,
    to: change.state,
    amount: row.amount_fen,
    account: maskCard(row.payee_account),
    reason: change.answer,
    ...noted,
  }
  ctx.note({ refType: 'refund', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail })
  return presentRefund(ctx, (await store.find(ctx, row.id)) ?? refuse(refundRefusals, 'refundNotFound'))
}

const moneyOf = (row: store.RefundRow) => ({
  ...fieldsOf(row, 'id', 'no', 'centre_id', 'mode', 'unit_id', 'amount_fen'),
})

const referenceTo = (row: store.RefundRow) => ({ path: refundsPath, refType: 'refund', refId: row.id }) as const
const refundValues = (row: store.RefundRow) => ({ no: row.no, amount: formatYuan(fen(row.amount_fen)) })

const columns: readonly ListColumn<store.RefundRow>[] = [
  { heading: refundFields.refundNo, width: 24, value: (row) => row.no },
  { heading: topupFields.state, width: 12, value: (row, language) => translate(refundStateNames[row.state], language) },
  { heading: topupFields.unit, width: 28, value: (row) => row.unit_name },
  { heading: prepaymentFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: topupFields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: refundFields.payeeName, width: 28, value: (row) => row.payee_name },
  { heading: refundFields.payeeAccount, width: 24, value: (row) => maskCard(row.payee_account) },
  { heading: prepaymentFields.refundReason, width: 28, value: (row) => row.reason },
  { heading: refundFields.applicant, width: 12, value: (row) => row.applicant },
  { heading: refundFields.appliedAt, width: 20, value: (row) => dateTimeOf(row.applied_at) },
  { heading: refundFields.decider, width: 12, value: (row) => row.decider ?? '' },
  { heading: refundFields.registrar, width: 12, value: (row) => row.payer ?? '' },
  { heading: refundFields.paidOn, width: 12, value: (row) => row.paid_text ?? '' },
  { heading: refundFields.refundSerial, width: 24, value: (row) => row.bank_serial ?? '' },
  { heading: refundFields.returnedOn, width: 12, value: (row) => row.bank_returns.at(-1)?.returnedOn ?? '' },
  { heading: refundFields.returnSerial, width: 24, value: (row) => row.bank_returns.at(-1)?.serial ?? '' },
  { heading: refundFields.failureConfirmedBy, width: 12, value: (row) => row.confirmer ?? '' },
  { heading: refundFields.answer, width: 28, value: (row) => row.answer },
]

async function refundsForExport(ctx: Context, filter: store.RefundFilter): Promise<ExportList<store.RefundRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return { name: translate(refundListName, ctx.language), language: ctx.language, filter, columns, rows }
}

async function applyForRefund(ctx: Context, { centreId, mode, account, amount, reason }: Input<'applyRefund'>) {
  const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
  const funds = { unitId, centreId, mode }
  if (!(await hasSetting(ctx, funds))) refuse(prepaymentRefusals, 'noAccount')
  if (await isFrozen(ctx, unitId)) refuse(refundRefusals, 'unitFrozen')
  const value = parseYuan(amount) ?? refuse(refundRefusals, 'badRefundAmount')
  if (value <= 0) refuse(refundRefusals, 'badRefundAmount')
  const namedOrigin = (await store.refundOriginsOf(ctx, funds)).find((origin) => origin.account === account)
  if (!namedOrigin) return refuse(refundRefusals, 'notAnOrigin', { account: maskCard(account) })
  const no = await nextNumber(ctx, 'TK', centreId)
  const id = await store.insert(ctx, { ...funds, no, amount: value, name: namedOrigin.name, account, reason })
  // The posting locks the unit's accounts. A concurrent refund of the same money waits here and is counted below.
  await postRefund(ctx, { id, no, ...funds, amount: value }, 'asked', reason)
  const remainingFen = (await store.refundOriginsOf(ctx, funds)).find((origin) => origin.account === account)?.left_fen ?? 0
  if (remainingFen < 0) refuse(refundRefusals, 'overOrigin', { account: maskCard(account), left: formatYuan(fen(remainingFen + value)) })
  ctx.note({ refType: 'refund', refId: id, unitId, centreId, detail: { no, amount: value, account: maskCard(account), reason } })
  const row = (await store.find(ctx, id)) ?? refuse(refundRefusals, 'refundNotFound')
  await notifyManagers(ctx, row, 'refund:check', { kind: 'refundApplied', values: { ...refundValues(row), unit: row.unit_name }, ...referenceTo(row) })
  await notifyLowBalance(ctx, funds, value)
  return presentRefund(ctx, row)
}

async function decide(ctx: Context, { approve, reason, ...target }: Input<'decideRefund'>) {
  const row = await lockForUpdate(ctx, target, 'applied')
  if (row.applied_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefund')
  if (!approve && reason.length < 2) refuse(refundRefusals, 'reasonNeeded')
  if (approve && (await isFrozen(ctx, row.unit_id))) refuse(refundRefusals, 'unitFrozen')
  const decision = { answer: reason, decided_by: ctx.actor.userId, decided_at: ctx.now }
  const answer = await changeRefund(ctx, row, { state: approve ? 'approved' : 'rejected', ...decision })
  if (approve) {
    await notifyManagers(ctx, row, 'refund:pay', { kind: 'refundToPay', values: { ...refundValues(row), unit: row.unit_name }, ...referenceTo(row) })
    await notifyUnit(ctx, row, row.applied_by, { kind: 'refundApproved', values: refundValues(row), ...referenceTo(row) })
  } else {
    await postRefund(ctx, moneyOf(row), 'undone', reason)
    await notifyUnit(ctx, row, row.applied_by, { kind: 'refundRejected', values: { ...refundValues(row), reason }, ...referenceTo(row) })
  }
  return answer
}

async function lockToPay(ctx: Context, target: { refundId: number; version: number }): Promise<store.RefundRow> {
  const row = await lockForUpdate(ctx, target, 'approved')
  if (row.applied_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefund')
  if (row.decided_by === ctx.actor.userId) refuse(refundRefusals, 'sameHands')
  return row
}

async function pay(ctx: Context, { paidOn, bankSerial, slip, ...target }: Input<'payRefund'>) {
  const row = await lockToPay(ctx, target)
  if (paidOn > dayOf(ctx.now) || (row.decided_at !== null && paidOn < dayOf(row.decided_at))) refuse(refundRefusals, 'refundDay')
  await registerTransfer(ctx, { ...moneyOf(row), use: 'refund', direction: 'out', serial: bankSerial, isBooked: true, paidOn })
  const fileOwner = { purpose: 'refund_slip', unitId: row.unit_id, centreId: row.centre_id }
  const { fileId } = await storeDocument(ctx, { upload: slip, pictures: true, ...fileOwner })
  const payment = { paid_on: paidOn, bank_serial: bankSerial, slip_file_id: fileId, paid_by: ctx.actor.userId, paid_at: ctx.now }
  const answer = await changeRefund(ctx, row, { state: 'paid', ...payment })
  await postRefund(ctx, moneyOf(row), 'paid', bankSerial)
  await recordRefundReceipt(ctx, row.id)
  await notifyUnit(ctx, row, row.applied_by, { kind: 'refundPaid', values: { ...refundValues(row), day: paidOn }, ...referenceTo(row) })
  return answer
}

async function reportFailure(ctx: Context, { reason, ...target }: Input<'failRefund'>) {
  const row = await lockToPay(ctx, target)
  const answer = await changeRefund(ctx, row, { state: 'failing', answer: reason, paid_by: ctx.actor.userId, paid_at: ctx.now })
  const content = {
    kind: 'refundFailing',
    values: { ...refundValues(row), unit: row.unit_name, name: answer.paidBy ?? '', reason },
    ...referenceTo(row),
  } as const
  await notifyManagers(ctx, row, 'refund:check', content)
  return answer
}

async function decideFailure(ctx: Context, { approve, reason, ...target }: Input<'decideRefundFailure'>) {
  const row = await lockForUpdate(ctx, target, 'failing')
  if (row.applied_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefund')
  if (row.paid_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefundFailure')
  if (!approve) {
    if (reason.length < 2) refuse(refundRefusals, 'reasonNeeded')
    const answer = await changeRefund(ctx, row, { state: 'approved', answer: reason, paid_by: null, paid_at: null })
    const content = { kind: 'refundFailureDeclined', values: { ...refundValues(row), unit: row.unit_name, reason }, ...referenceTo(row) } as const
    await notifyManagers(ctx, row, 'refund:pay', content)
    return answer
  }
  const answer = await changeRefund(ctx, row, { state: 'failed', confirmed_by: ctx.actor.userId, confirmed_at: ctx.now })
  await postRefund(ctx, moneyOf(row), 'undone', row.answer)
  await notifyUnit(ctx, row, row.applied_by, { kind: 'refundFailed', values: { ...refundValues(row), reason: row.answer }, ...referenceTo(row) })
  return answer
}

async function reportReturn(ctx: Context, { returnedOn, bankSerial, isNeverSent, reason, slip, ...target }: Input<'returnRefund'>) {
  const serial = returnSerialOf({ bankSerial, isNeverSent })
  const row = await lockForUpdate(ctx, target, 'paid')
  if (row.applied_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefund')
  const fileOwner = { purpose: 'refund_slip', unitId: row.unit_id, centreId: row.centre_id }
  const { fileId } = await storeDocument(ctx, { upload: slip, pictures: true, ...fileOwner })
  const payment = { paidOn: row.paid_text ?? '', slipFileId: row.slip_file_id ?? '' }
  await enterReturn(ctx, { ...moneyOf(row), use: 'refund', ...payment }, { returnedOn, serial, reason, fileId })
  const answer = await changeRefund(ctx, row, { state: 'paid' }, { serial, returnedOn, reason })
  const values = { ...refundValues(row), unit: row.unit_name, name: ctx.actor.name, reason }
  await notifyManagers(ctx, row, 'refund:check', { kind: 'refundReturning', values, ...referenceTo(row) })
  return answer
}

/** Confirms or declines a return by the bank. A confirmed one gives the money back to the unit. */
async function confirmReturn(ctx: Context, { approve, reason, ...target }: Input<'decideRefundReturn'>) {
  const row = await lockForUpdate(ctx, target, 'paid')
  if (row.applied_by === ctx.actor.userId) refuse(refundRefusals, 'ownRefund')
  const entry = await decideReturn(ctx, { use: 'refund', id: row.id }, { approve, reason })
  const noted = { isApproved: approve, serial: entry.serial, reason: approve ? entry.reason : reason }
  const answer = await changeRefund(ctx, row, { state: approve ? 'returned' : 'paid' }, noted)
  if (!approve) {
    const values = { ...refundValues(row), unit: row.unit_name, reason }
    await notifyManagers(ctx, row, 'refund:pay', { kind: 'refundReturnDeclined', values, ...referenceTo(row) })
    return answer
  }
  await postRefund(ctx, moneyOf(row), 'returned', entry.serial)
  await markRefundReceiptReturned(ctx, row.id)
  await notifyUnit(ctx, row, row.applied_by, { kind: 'refundReturned', values: { ...refundValues(row), reason: entry.reason }, ...referenceTo(row) })
  return answer
}

type RefundOperation =
  | 'refundOrigins'
  | 'refunds'
  | 'exportRefunds'
  | 'applyRefund'
  | 'withdrawRefund'
  | 'decideRefund'
  | 'payRefund'
  | 'failRefund'
  | 'decideRefundFailure'
  | 'returnRefund'
  | 'decideRefundReturn'

export const refundOperations = {
  async refundOrigins(ctx, { centreId, mode }) {
    const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
    const funds = { unitId, centreId, mode }
    const [{ available }, rows] = [await balances(ctx, funds), await store.refundOriginsOf(ctx, funds)]
    return { available, rows: rows.map((row) => ({ name: row.name, account: row.account, left: fen(row.left_fen) })) }
  },

  async refunds(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    return { rows: rows.map((row) => presentRefund(ctx, row)), count, next, totals: sums && { amount: fen(sums.amount) } }
  },

  async exportRefunds(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => refundsForExport(ctx, filter))
    return { fileId }
  },

  applyRefund: applyForRefund,

  async withdrawRefund(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'applied')
    const answer = await changeRefund(ctx, row, { state: 'withdrawn' })
    await postRefund(ctx, moneyOf(row), 'undone')
    return answer
  },

  decideRefund: decide,

  payRefund: pay,

  failRefund: reportFailure,

  decideRefundFailure: decideFailure,

  returnRefund: reportReturn,

  decideRefundReturn: confirmReturn,
} satisfies Pick<Implementation<Modules['prepayments']>, RefundOperation>
