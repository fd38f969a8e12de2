import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { clearingRefusals } from '#/api/money/clearings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { choose, enterChoice } from '#/server/money/clearings/choices.ts'
import { confirmationDocument } from '#/server/money/clearings/document.ts'
import { bounce, confirm, expectTransferDay, recover } from '#/server/money/clearings/entries.ts'
import { findExcess } from '#/server/money/clearings/finding.ts'
import { notifyOfApproval, notifyOfOffer, notifyOfRefund } from '#/server/money/clearings/notifications.ts'
import { clearingNumberOf, presentClearing } from '#/server/money/clearings/present.ts'
import { clearingsForExport } from '#/server/money/clearings/sheet.ts'
import { lockForStep, recordStep } from '#/server/money/clearings/steps.ts'
import * as store from '#/server/money/clearings/store.ts'
import { isMobileOfPerson } from '#/server/money/clearings/store-entries.ts'
import { postClearingPayment, registerTransfer } from '#/server/money/ledger/public.ts'
import { clearMonth } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['clearings']> = z.output<Modules['clearings'][O]['input']>

async function offer(ctx: Context, target: Input<'offer'>) {
  const row = await lockForStep(ctx, target, 'offer')
  await store.update(ctx, row, { state: 'offered', offered_by: ctx.actor.userId, offered_at: ctx.now, reason: '' })
  await notifyOfOffer(ctx, row)
  recordStep(ctx, row, 'offered')
  return { id: row.id }
}

async function decide(ctx: Context, { isApproved, reason, ...target }: Input<'decide'>) {
  const row = await lockForStep(ctx, target, isApproved ? 'approve' : 'reject')
  if (await isMobileOfPerson(ctx, row)) refuse(clearingRefusals, 'ownChoice')
  const wasApproved = row.decided_at !== null
  if (!isApproved) {
    // The rest of an approved credit is still owed to the person.
    if (wasApproved) refuse(clearingRefusals, 'isOwed')
    if (reason.length < 2) refuse(clearingRefusals, 'reasonNeeded')
    await store.update(ctx, row, { state: 'withdrawn', reason })
    recordStep(ctx, row, 'withdrawn', { reason })
    return { id: row.id }
  }
  await store.update(ctx, row, { state: 'approved', decided_by: ctx.actor.userId, decided_at: ctx.now })
  const parts = {
    vat: fen(row.vat_fen),
    city: fen(row.city_fen),
    education: fen(row.education_fen),
    localEducation: fen(row.local_education_fen),
    iit: fen(row.withheld_fen),
  }
  const clearingKey = { clearingId: row.id, centreId: row.centre_id, operatorId: row.operator_id, month: row.month }
  if (!wasApproved && !(await clearMonth(ctx, { ...clearingKey, parts }))) refuse(clearingRefusals, 'excessGone')
  await notifyOfApproval(ctx, row)
  recordStep(ctx, row, 'approved', { choice: row.choice })
  return { id: row.id }
}

async function start(ctx: Context, target: Input<'start'>) {
  const row = await lockForStep(ctx, target, 'start')
  await store.startTransfer(ctx, row)
  recordStep(ctx, row, row.state, { transferring: fen(row.left_fen) })
  return { id: row.id }
}

async function cancel(ctx: Context, { reason, ...target }: Input<'cancel'>) {
  const row = await lockForStep(ctx, target, 'cancel')
  if (await isMobileOfPerson(ctx, row)) refuse(clearingRefusals, 'ownMoney')
  await store.cancelTransfer(ctx, row)
  const { state } = (await store.find(ctx, row.id)) ?? row
  recordStep(ctx, row, state, { cancelled: fen(row.transfer_fen), reason })
  return { id: row.id }
}

/** Registers and books a refund that left the bank. A trigger on the payment moves the state. */
async function pay(ctx: Context, { paidOn, serial, file, ...target }: Input<'pay'>) {
  const row = await lockForStep(ctx, target, 'pay')
  expectTransferDay(ctx, paidOn, row.decided_at)
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'ofd'], pictures: true, purpose: 'tax_refund', centreId: row.centre_id })
  const amount = fen(row.transfer_fen)
  const participants = { approvedBy: row.decided_by ?? 0, paidBy: ctx.actor.userId ?? 0, entryId: null }
  const id = await store.addPayment(ctx, row, { kind: 'refund', amount, paidOn, serial, fileId, ...participants })
  const money = { id, no: row.month, centreId: row.centre_id, amount }
  await registerTransfer(ctx, { ...money, use: 'tax_clearing_payment', direction: 'out', serial, isBooked: true, paidOn })
  await postClearingPayment(ctx, { ...money, mode: 2, memo: serial })
  await notifyOfRefund(ctx, row, amount, paidOn)
  const { state } = (await store.find(ctx, row.id)) ?? row
  recordStep(ctx, row, state, { refunded: amount, serial, paidOn })
  return { id: row.id }
}

async function withdraw(ctx: Context, { reason, ...target }: Input<'withdraw'>) {
  const row = await lockForStep(ctx, target, 'withdraw')
  await store.update(ctx, row, { state: 'withdrawn', reason })
  recordStep(ctx, row, 'withdrawn', { reason })
  return { id: row.id }
}

export const clearings = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { count, next, rows: rows.map((row) => presentClearing(ctx, row)), owed: fen(await store.owedByCaller(ctx)) }
  },

  exportList: (ctx, filter) => storeExport(ctx, filter, () => clearingsForExport(ctx, filter), { centreId: ctx.scope.centreId }),

  async document(ctx, { taxClearingId }) {
    const row = (await store.find(ctx, taxClearingId)) ?? refuse(clearingRefusals, 'notFound')
    const bytes = await confirmationDocument(ctx, row)
    const fileOwner = { purpose: 'export', centreId: row.centre_id }
    const { id, sha256 } = await ctx.files.save({ name: `${clearingNumberOf(row.id)}.pdf`, mediaType: 'application/pdf', bytes, ...fileOwner })
    ctx.note({ refType: 'file', refId: id, centreId: row.centre_id, detail: { no: clearingNumberOf(row.id), sha256 } })
    return { fileId: id }
  },

  async search(ctx) {
    if (!ctx.scope.all && ctx.actor.usertype !== userType.centre) refuse(clearingRefusals, 'noPlace')
    return { count: await findExcess(ctx, ctx.scope.all ? null : ctx.scope.centreIds, true) }
  },

  offer,
  choose,
  enterChoice,
  decide,
  start,
  cancel,
  pay,
  recover,
  bounce,
  confirm,
  withdraw,
} satisfies Implementation<Modules['clearings']>
