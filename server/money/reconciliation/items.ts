import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { transferUseNames } from '#/api/money/ledger.texts.ts'
import { itemStateNames, reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import { inProgressLineStates } from '#/domain/money/line.ts'
import {
  accountByTreatment,
  allowedTreatments,
  isBookingTreatment,
  isReconActionAllowed,
  type ReconItemAction,
  type ReconTreatment,
  reconItemActions,
  reconItemNumber,
  reconSettleDays,
} from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { bookDifference, clearDifference, type DifferenceMoney, suspendDifference } from '#/server/money/ledger/public.ts'
import { dispatchJob, openDifference, placeOfChannel } from '#/server/money/payouts/public.ts'
import { notifyOfDecline, notifyOfProposal } from '#/server/money/reconciliation/notifications.ts'
import * as store from '#/server/money/reconciliation/store.ts'
import { isBookedOnOtherDay } from '#/server/money/reconciliation/store-match.ts'

type ItemOperation = 'take' | 'wait' | 'propose' | 'withdraw' | 'decide' | 'toException' | 'item'
type RefusalKey = keyof typeof reconRefusals

/** Maximum number of days in suspense before a difference is reviewed again: a quarter. */
const maxSuspenseDays = 92
const dayMs = 86_400_000

export function presentItem(ctx: Context, row: store.ItemRow) {
  const endMoment = row.settled_at ?? ctx.now
  return {
    id: row.id,
    no: reconItemNumber(row.id),
    dayId: row.day_id,
    day: row.day,
    channelName: presetName(row.channel_name, ctx.language),
    ...fieldsOf(row, 'centre_name', 'mode', 'side', 'kind', 'direction', 'key', 'serial', 'memo', 'ours_fen'),
    ...fieldsOf(row, 'theirs_fen'),
    difference: fen(row.ours_fen - row.theirs_fen),
    suspense: fen(row.suspense_fen),
    stops: row.stops && ['open', 'waiting', 'proposed'].includes(row.state),
    state: row.state,
    ending: row.ending,
    proposal: row.proposal,
    ageDays: Math.max(0, Math.floor((endMoment.getTime() - row.found_at.getTime()) / dayMs)),
    ownerName: row.owner_name ?? '',
    dueOn: row.due_text,
    isOverdue: row.state !== 'settled' && row.due_text !== null && row.due_text < dayOf(ctx.now),
    version: row.version,
  }
}

/**
 * Returns why the caller cannot apply this action to the difference now. The page and the operations use the same reason.
 */
function blocker(ctx: Context, row: store.ItemRow, action: ReconItemAction): readonly [RefusalKey, Values] | null {
  if (!isReconActionAllowed(action, row.state)) return ['wrongState', { state: translate(itemStateNames[row.state], ctx.language) }]
  if (action === 'toException' && row.side === 'bank') return ['onlyPayments', {}]
  if (action === 'withdraw') return row.proposed_by === ctx.actor.userId ? null : ['notYourProposal', {}]
  if (action !== 'decide') return null
  if (row.proposed_by === ctx.actor.userId) return ['ownProposal', {}]
  return row.is_same_hand ? ['linkedProposal', {}] : null
}

async function lockForUpdate(ctx: Context, target: { itemId: number; version: number }, action: ReconItemAction): Promise<store.ItemRow> {
  const row = (await store.findItem(ctx, target.itemId, true)) ?? refuse(reconRefusals, 'itemNotFound')
  const problem = blocker(ctx, row, action)
  if (problem) refuse(reconRefusals, ...problem)
  return row.version === target.version ? row : refuse(reconRefusals, 'changed')
}

/** Names the record that registered the transfer with another amount, such as "refund TK2026110001". */
function recordOf(ctx: Context, { record_use: use, record_no: no }: store.ItemRow) {
  return use === null || no === null ? null : { name: `${translate(transferUseNames[use], ctx.language)} ${no}`, isTopup: use === 'topup' }
}

/** Returns a difference with its history and the actions open to the caller. */
export async function loadItem(ctx: Context, id: number) {
  const row = (await store.findItem(ctx, id)) ?? refuse(reconRefusals, 'itemNotFound')
  const refusalText = (action: ReconItemAction) => {
    const problem = blocker(ctx, row, action)
    return problem ? translate(reconRefusals[problem[0]], ctx.language, problem[1]) : ''
  }
  const steps = await store.stepsOf(ctx, id)
  return {
    ...presentItem(ctx, row),
    batchId: row.batch_id,
    batchNo: row.batch_no ?? '',
    exceptionId: row.exception_id,
    exceptionNo: row.exception_no ?? '',
    record: recordOf(ctx, row),
    daysToReopen: row.state === 'settled' ? [] : [...daysToReopenOf(row)],
    treatments: isReconActionAllowed('propose', row.state) ? [...treatmentsOf(row)] : [],
    may: Object.fromEntries(reconItemActions.map((action) => [action, refusalText(action)])) as Record<ReconItemAction, string>,
    steps: steps.map(({ kind, at, by_name, treatment, reason }) => ({ kind, at: at.toISOString(), byName: by_name ?? '', treatment, reason })),
  }
}

type ItemStep = Omit<Parameters<typeof store.addStep>[1], 'dayId' | 'itemId' | 'centreId'> & { readonly change: Parameters<typeof store.changeItem>[2] }

async function recordItemStep(ctx: Context, row: store.ItemRow, { change, ...done }: ItemStep) {
  await store.changeItem(ctx, row, change)
  await store.addStep(ctx, { dayId: row.day_id, itemId: row.id, centreId: row.centre_id, ...done })
  const detail = {
    no: reconItemNumber(row.id),
    step: done.kind,
    from: row.state,
    to: change.state ?? row.state,
    ...(done.treatment && { treatment: done.treatment }),
  }
  ctx.note({ refType: 'recon_item', refId: row.id, centreId: row.centre_id, detail: { ...detail, ...(done.reason && { reason: done.reason }) } })
}

const defaultDueDay = (ctx: Context) => addWorkingDays(dayOf(ctx.now), reconSettleDays, workingCalendar)

function requireDueDay(ctx: Context, dueOn: string): string {
  const today = dayOf(ctx.now)
  if (dueOn <= today) refuse(reconRefusals, 'dueNeeded')
  const last = shiftDay(today, maxSuspenseDays)
  return dueOn > last ? refuse(reconRefusals, 'dueTooLate', { last }) : dueOn
}

/** Treatments that book the bank's movement without the order. */
const movesMoney = (treatment: ReconTreatment) => treatment === 'hang' || isBookingTreatment(treatment)

/**
 * Returns whether the order itself may still book this movement: it is in progress, our books do not know its result,
 * or an exception already covers the money. Of the channel's differences about our orders, only a wrong amount of a
 * paid order is booked by reconciliation.
 */
function canOrderBook({ side, kind, line_state: line, is_excepted }: store.ItemRow): boolean {
  if (is_excepted) return true
  if (line === null) return false
  if (inProgressLineStates.includes(line)) return true
  return side === 'channel' && !(kind === 'amount' && (line === 'success' || line === 'returned'))
}
const isDuplicateBooking = (row: store.ItemRow, treatment: ReconTreatment) =>
  movesMoney(treatment) && row.suspense_fen === 0 && (row.is_known || canOrderBook(row))

/** The closed days to reopen, because the record of the movement explains it there. */
const daysToReopenOf = (row: store.ItemRow): readonly string[] => (row.is_known && row.suspense_fen === 0 ? (row.days_to_reopen ?? []) : [])

/** Refuses to book a movement that its order or registered record books, or to end it before its closed day is reopened. */
function expectOnlyBooking(row: store.ItemRow, treatment: ReconTreatment): void {
  if (row.is_stale && row.suspense_fen === 0) refuse(reconRefusals, 'matchingAgain', { day: row.day })
  const days = daysToReopenOf(row)
  if (days.length > 0) refuse(reconRefusals, 'dayToReopen', { key: row.key, days })
  if (isDuplicateBooking(row, treatment)) refuse(reconRefusals, row.is_known ? 'transferKnown' : 'orderUndecided', { key: row.key })
}

/** Amount in fen that the treatment of a difference moves. */
const amountOf = (row: store.ItemRow) => row.suspense_fen || row.ours_fen - row.theirs_fen

function allowedTreatmentsOf(row: store.ItemRow): readonly ReconTreatment[] {
  const { state, side, kind, direction } = row
  return allowedTreatments({ state, side, kind, direction, amount: amountOf(row), isOfOrder: row.line_state !== null, isTopup: row.record_use === 'topup' })
}

/** Returns the treatments that are possible now. */
const treatmentsOf = (row: store.ItemRow): readonly ReconTreatment[] =>
  daysToReopenOf(row).length > 0 ? [] : allowedTreatmentsOf(row).filter((treatment) => !isDuplicateBooking(row, treatment))

async function moneyOf(ctx: Context, row: store.ItemRow, memo: string): Promise<DifferenceMoney> {
  const mode = row.mode ?? (await placeOfChannel(ctx, row.channel_id)).mode
  return { id: row.id, no: reconItemNumber(row.id), centreId: row.centre_id, mode, amount: fen(amountOf(row)), memo }
}

/** Books the treatment that two people agreed on. */
async function applyTreatment(ctx: Context, row: store.ItemRow, treatment: ReconTreatment, reason: string): Promise<void> {
  const money = await moneyOf(ctx, row, reason)
  const clearedProposal = { proposal: null, proposed_by: null, stops: false }
  if (treatment === 'hang') {
    await suspendDifference(ctx, money)
    return recordItemStep(ctx, row, { change: { ...clearedProposal, state: 'hung', suspense_fen: money.amount }, kind: 'hung', treatment, reason })
  }
  const account = isBookingTreatment(treatment) ? accountByTreatment[treatment] : null
  if (row.suspense_fen !== 0) await clearDifference(ctx, money, account ?? 'bank')
  else if (account) await bookDifference(ctx, money, account)
  const settledFields = { ...clearedProposal, state: 'settled', ending: treatment, suspense_fen: 0, settled_at: ctx.now }
  await recordItemStep(ctx, row, { change: settledFields, kind: 'settled', treatment, reason })
}

/**
 * Returns the mode in which a difference is booked: that of its order, or of the record that registered the transfer. Null
 * for the mode of the channel. Money in suspense stays in its mode.
 */
const bookingModeOf = (row: store.ItemRow) => (row.attempt_id !== null || row.suspense_fen !== 0 ? row.mode : row.record_mode)

async function propose(ctx: Context, { treatment, reason, dueOn, ...target }: z.output<Modules['reconciliation']['propose']['input']>) {
  const row = await lockForUpdate(ctx, target, 'propose')
  if (!allowedTreatmentsOf(row).includes(treatment)) refuse(reconRefusals, 'wayGone')
  expectOnlyBooking(row, treatment)
  const dueDay = treatment === 'hang' ? requireDueDay(ctx, dueOn ?? '') : (row.due_text ?? defaultDueDay(ctx))
  const { userId } = ctx.actor
  const proposal = { mode: bookingModeOf(row), state: 'proposed', proposal: treatment, proposed_by: userId }
  const change = { ...proposal, due_on: dueDay, owner_id: row.owner_id ?? userId }
  await recordItemStep(ctx, row, { change, kind: 'proposed', treatment, reason })
  await notifyOfProposal(ctx, row)
  return loadItem(ctx, row.id)
}

const stateWithoutProposal = (row: store.ItemRow) => ({ state: row.suspense_fen === 0 ? 'open' : 'hung', proposal: null, proposed_by: null })

async function withdraw(ctx: Context, target: z.output<Modules['reconciliation']['withdraw']['input']>) {
  const row = await lockForUpdate(ctx, target, 'withdraw')
  await recordItemStep(ctx, row, { change: stateWithoutProposal(row), kind: 'withdrawn', treatment: row.proposal })
  return loadItem(ctx, row.id)
}

async function decide(ctx: Context, { approve, reason, ...target }: z.output<Modules['reconciliation']['decide']['input']>) {
  const row = await lockForUpdate(ctx, target, 'decide')
  const { proposal } = row
  if (proposal === null) return refuse(reconRefusals, 'wayGone')
  if (approve) {
    // Since the proposal, the order may have resumed, the channel may have reported the movement, or a credit may have
    // been imported.
    if (!allowedTreatmentsOf(row).includes(proposal)) refuse(reconRefusals, 'wayGone')
    expectOnlyBooking(row, proposal)
    const { reason: why = '' } = (await store.stepsOf(ctx, row.id)).findLast((each) => each.kind === 'proposed') ?? {}
    await applyTreatment(ctx, row, proposal, reason || why)
    if (row.stops) await ctx.enqueue(dispatchJob, {})
    return loadItem(ctx, row.id)
  }
  if (reason.length < 2) refuse(reconRefusals, 'declineReason')
  await recordItemStep(ctx, row, { change: stateWithoutProposal(row), kind: 'declined', treatment: proposal, reason })
  await notifyOfDecline(ctx, row, reason)
  return loadItem(ctx, row.id)
}

async function toException(ctx: Context, target: z.output<Modules['reconciliation']['toException']['input']>) {
  const row = await lockForUpdate(ctx, target, 'toException')
  const isIncoming = row.direction === 'in'
  const reportedResult = row.theirs_fen === 0 ? ('failed' as const) : isIncoming ? ('returned' as const) : ('success' as const)
  const exceptionId = await openDifference(ctx, {
    channelId: row.channel_id,
    attemptId: row.attempt_id,
    requestNo: row.key,
    no: reconItemNumber(row.id),
    reported: reportedResult,
    theirs: row.theirs_fen === 0 ? null : Math.abs(row.theirs_fen),
    suspense: row.ours_fen - row.theirs_fen,
    isAmount: row.kind === 'amount',
    reference: row.serial,
    answer: `${reconItemNumber(row.id)} ${row.day} ${formatYuan(fen(row.ours_fen))} / ${formatYuan(fen(row.theirs_fen))}`,
  })
  // The line is locked now, so a payment or return of the order that was being booked is visible.
  if (await isBookedOnOtherDay(ctx, row)) refuse(reconRefusals, 'bookedOtherDay', { key: row.key })
  if (exceptionId === null) return refuse(reconRefusals, 'noException')
  const change = {
    state: 'exception',
    exception_id: exceptionId,
    owner_id: row.owner_id ?? ctx.actor.userId,
    due_on: row.due_text ?? defaultDueDay(ctx),
    stops: false,
  }
  await recordItemStep(ctx, row, { change, kind: 'toException', treatment: 'exception' })
  return loadItem(ctx, row.id)
}

export const itemDesk = {
  item: (ctx, { itemId }) => loadItem(ctx, itemId),

  async take(ctx, { dueOn, ...target }) {
    const row = await lockForUpdate(ctx, target, 'take')
    const dueDay = dueOn ? requireDueDay(ctx, dueOn) : (row.due_text ?? defaultDueDay(ctx))
    await recordItemStep(ctx, row, { change: { owner_id: ctx.actor.userId, due_on: dueDay }, kind: 'taken', reason: dueDay })
    return loadItem(ctx, row.id)
  },

  async wait(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'wait')
    const dueDay = defaultDueDay(ctx)
    await recordItemStep(ctx, row, {
      change: { state: 'waiting', owner_id: row.owner_id ?? ctx.actor.userId, due_on: dueDay },
      kind: 'waiting',
      reason: dueDay,
    })
    return loadItem(ctx, row.id)
  },

  propose,

  withdraw,

  decide,

  toException,
} satisfies Pick<Implementation<Modules['reconciliation']>, ItemOperation>
