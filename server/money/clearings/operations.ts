import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { clearingRefusals } from '#/api/money/clearings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen, negate } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ClearingPayment, ClearingVerb } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { storeExport } from '#/server/kernel/sheet-file.ts'
import { confirmationOf } from '#/server/money/clearings/document.ts'
import { findExcess } from '#/server/money/clearings/finding.ts'
import { notifyApproved, notifyChosen, notifyOffered, notifyPaid, notifyRecovered } from '#/server/money/clearings/notifications.ts'
import { numberOf, obstacle, present } from '#/server/money/clearings/present.ts'
import { exportedClearings } from '#/server/money/clearings/sheet.ts'
import * as store from '#/server/money/clearings/store.ts'
import { postClearingPaid } from '#/server/money/ledger/public.ts'
import { clearMonth, isCreditUnderWay, lockPeople } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['clearings']> = z.output<Modules['clearings'][O]['input']>

/**
 * Locks a clearing after its person, as payments do. Refuses when the caller cannot take the step now, or saw another
 * version.
 */
async function lockForStep(ctx: Context, target: Input<'offer'>, verb: ClearingVerb): Promise<store.ClearingRow> {
  const { operator_id: operatorId } = (await store.find(ctx, target.taxClearingId)) ?? refuse(clearingRefusals, 'notFound')
  await lockPeople(ctx, [operatorId])
  const row = (await store.find(ctx, target.taxClearingId, true)) ?? refuse(clearingRefusals, 'notFound')
  const problem = obstacle(ctx, row, verb)
  if (problem) refuse(clearingRefusals, ...problem)
  if (row.version !== target.version) refuse(clearingRefusals, 'changed')
  return row
}

function note(ctx: Context, row: store.ClearingRow, to: string, more: Readonly<Record<string, unknown>> = {}): void {
  const detail = { no: numberOf(row.id), month: row.month, amount: fen(row.amount_fen), from: row.state, to, ...more }
  ctx.note({ refType: 'tax_clearing', refId: row.id, centreId: row.centre_id, detail })
}

async function offer(ctx: Context, target: Input<'offer'>) {
  const row = await lockForStep(ctx, target, 'offer')
  await store.change(ctx, row, { state: 'offered', offered_by: ctx.actor.userId, offered_at: ctx.now, reason: '' })
  await notifyOffered(ctx, row)
  note(ctx, row, 'offered')
  return { id: row.id }
}

async function choose(ctx: Context, { choice, reason, ...target }: Input<'choose'>) {
  const row = await lockForStep(ctx, target, choice === 'refuse' ? 'refuse' : 'choose')
  if (choice === 'refuse') {
    if (reason.length < 2) refuse(clearingRefusals, 'reasonNeeded')
    await store.change(ctx, row, { state: 'refused', reason })
    await notifyChosen(ctx, row, 'refused')
    note(ctx, row, 'refused', { reason })
    return { id: row.id }
  }
  // A person who used a part of the credit may still ask for the rest.
  if (row.state === 'approved' && choice === 'credit') refuse(clearingRefusals, 'isCreditAlready')
  if (row.state === 'approved' && (await isCreditUnderWay(ctx, row.id))) refuse(clearingRefusals, 'creditUnderWay')
  await store.change(ctx, row, { state: 'chosen', choice, chosen_by: ctx.actor.userId, chosen_at: ctx.now, reason: '' })
  await notifyChosen(ctx, row, choice)
  note(ctx, row, 'chosen', { choice })
  return { id: row.id }
}

async function decide(ctx: Context, { isApproved, reason, ...target }: Input<'decide'>) {
  const row = await lockForStep(ctx, target, isApproved ? 'approve' : 'reject')
  const wasApproved = row.decided_at !== null
  if (!isApproved) {
    // The rest of an approved credit stays owed to the person.
    if (wasApproved) refuse(clearingRefusals, 'isOwed')
    if (reason.length < 2) refuse(clearingRefusals, 'reasonNeeded')
    await store.change(ctx, row, { state: 'withdrawn', reason })
    note(ctx, row, 'withdrawn', { reason })
    return { id: row.id }
  }
  await store.change(ctx, row, { state: 'approved', decided_by: ctx.actor.userId, decided_at: ctx.now })
  const parts = {
    vat: fen(row.vat_fen),
    city: fen(row.city_fen),
    education: fen(row.education_fen),
    localEducation: fen(row.local_education_fen),
    iit: fen(row.withheld_fen),
  }
  const place = { clearingId: row.id, centreId: row.centre_id, operatorId: row.operator_id, month: row.month }
  if (!wasApproved && !(await clearMonth(ctx, { ...place, parts }))) refuse(clearingRefusals, 'excessGone')
  await notifyApproved(ctx, row)
  note(ctx, row, 'approved', { choice: row.choice })
  return { id: row.id }
}

async function start(ctx: Context, target: Input<'start'>) {
  const row = await lockForStep(ctx, target, 'start')
  await store.startTransfer(ctx, row)
  note(ctx, row, row.state, { transferring: fen(row.left_fen) })
  return { id: row.id }
}

async function cancel(ctx: Context, { reason, ...target }: Input<'cancel'>) {
  const row = await lockForStep(ctx, target, 'cancel')
  await store.cancelTransfer(ctx, row)
  const { state } = (await store.find(ctx, row.id)) ?? row
  note(ctx, row, state, { cancelled: fen(row.transfer_fen), reason })
  return { id: row.id }
}

/** Registers a bank transfer with its slip and books it. The trigger on it moves the state. */
async function transfer(ctx: Context, { paidOn, serial, file, ...target }: Input<'pay'>, kind: ClearingPayment) {
  const row = await lockForStep(ctx, target, kind === 'refund' ? 'pay' : 'recover')
  const approvedOn = dayOf(row.decided_at ?? ctx.now)
  if (paidOn > dayOf(ctx.now)) refuse(clearingRefusals, 'dayAhead')
  if (paidOn < approvedOn) refuse(clearingRefusals, 'tooEarly', { day: approvedOn })
  if (await store.isSerialUsed(ctx, row.centre_id, serial)) refuse(clearingRefusals, 'serialUsed', { serial })
  const { fileId } = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'ofd'], pictures: true, purpose: 'tax_refund', centreId: row.centre_id })
  const amount = fen(kind === 'refund' ? row.transfer_fen : row.owed_fen)
  const id = await store.addPayment(ctx, row, { kind, amount, paidOn, serial, fileId })
  const booked = kind === 'refund' ? amount : negate(amount)
  await postClearingPaid(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, amount: booked, memo: serial })
  const notify = kind === 'refund' ? notifyPaid : notifyRecovered
  await notify(ctx, row, amount, paidOn)
  const { state } = (await store.find(ctx, row.id)) ?? row
  note(ctx, row, state, { [kind === 'refund' ? 'refunded' : 'recovered']: amount, serial, paidOn })
  return { id: row.id }
}

async function withdraw(ctx: Context, { reason, ...target }: Input<'withdraw'>) {
  const row = await lockForStep(ctx, target, 'withdraw')
  await store.change(ctx, row, { state: 'withdrawn', reason })
  note(ctx, row, 'withdrawn', { reason })
  return { id: row.id }
}

export const clearings = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { count, next, rows: rows.map((row) => present(ctx, row)) }
  },

  exportList: (ctx, filter) => storeExport(ctx, filter, () => exportedClearings(ctx, filter), { centreId: ctx.scope.centreId }),

  async document(ctx, { taxClearingId }) {
    const row = (await store.find(ctx, taxClearingId)) ?? refuse(clearingRefusals, 'notFound')
    const bytes = await confirmationOf(ctx, row)
    const place = { purpose: 'export', centreId: row.centre_id }
    const { id, sha256 } = await ctx.files.save({ name: `${numberOf(row.id)}.pdf`, mediaType: 'application/pdf', bytes, ...place })
    ctx.note({ refType: 'file', refId: id, centreId: row.centre_id, detail: { no: numberOf(row.id), sha256 } })
    return { fileId: id }
  },

  async search(ctx) {
    if (!ctx.scope.all && ctx.actor.usertype !== userType.centre) refuse(clearingRefusals, 'noPlace')
    return { count: await findExcess(ctx, ctx.scope.all ? null : ctx.scope.centreIds, true) }
  },

  offer,
  choose,
  decide,
  start,
  cancel,
  pay: (ctx, input) => transfer(ctx, input, 'refund'),
  recover: (ctx, input) => transfer(ctx, input, 'recovery'),
  withdraw,
} satisfies Implementation<Modules['clearings']>
