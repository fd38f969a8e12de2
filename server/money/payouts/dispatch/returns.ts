import { inProgressLineStates } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type ParsedNotice, splitIntoRounds, storableText, type UnreadableResponse } from '#/server/money/payouts/channels/channel.ts'
import { overdueMs } from '#/server/money/payouts/dispatch/decision.ts'
import {
  faultSuffix,
  isOwnOrder,
  isPermanentFault,
  type LockedLine,
  type ParsedReturnNotice,
  type ReturnOutcome,
} from '#/server/money/payouts/dispatch/responses.ts'
import { applySteps, type LineStep } from '#/server/money/payouts/dispatch/results.ts'
import {
  addNoticeOfBookedReturn,
  closeReturnedPayment,
  closeReturnInFile,
  type NewExceptionFact,
  openExceptions,
} from '#/server/money/payouts/exceptions/exceptions.ts'
import * as exceptionStore from '#/server/money/payouts/exceptions/store-exceptions.ts'
import * as store from '#/server/money/payouts/store.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

function returnFact(
  channelId: number,
  notice: ParsedReturnNotice,
  line: LockedLine | null,
  kind: NewExceptionFact['kind'],
  answer = storableText(notice),
): ReturnOutcome {
  const { requestNo, notifyId: noticeId, amount } = notice
  return { fact: { kind, reported: 'returned', theirs: amount, suspense: amount, line, channelId, requestNo, noticeId, answer } }
}

async function outcomeOf(
  ctx: Context,
  channelId: number,
  notice: ParsedReturnNotice,
  line: LockedLine | null,
  storedNotice: exceptionStore.NoticeRow | undefined,
): Promise<ReturnOutcome> {
  const factOfKind = (kind: NewExceptionFact['kind']) => returnFact(channelId, notice, line, kind)
  if (storedNotice) return storedNotice.request_no === notice.requestNo && storedNotice.amount_fen === notice.amount ? 'repeated' : factOfKind('used_notice')
  const isPaid = line !== null && line.attempt_state === 'success' && line.state === 'success'
  const bookedOutcome = isPaid || line?.attempt_state === 'returned' ? await addNoticeOfBookedReturn(ctx, channelId, notice, storableText(notice)) : null
  if (bookedOutcome) return bookedOutcome
  const isOpen = line !== null && isOwnOrder(line) && inProgressLineStates.includes(line.state)
  if (isPaid && notice.amount === line.attempt_fen && !(await keepOpen(ctx, { unitId: line.unit_id, centreId: line.centre_id })))
    return factOfKind('closed_unit')
  if (isPaid && notice.amount === line.attempt_fen)
    return { step: { line, to: 'returned', code: 'returned', reason: notice.reason, notifyId: `${channelId}:${notice.notifyId}` } }
  if (isPaid) return factOfKind('return_amount')
  if (line?.attempt_state === 'returned') return factOfKind('second_return')
  // A return may arrive before the answer to its payment, which is still queried.
  if (isOpen && line.exception === null && line.sent_at !== null && ctx.now.getTime() - line.sent_at.getTime() < overdueMs) return 'wait'
  if (await closeReturnedPayment(ctx, channelId, notice, storableText(notice))) return 'closed'
  return factOfKind(line === null ? 'unknown_number' : 'stray_return')
}

async function applyReturnRound(ctx: Context, channelId: number, notices: readonly ParsedReturnNotice[]): Promise<string[]> {
  const lines = await store.lockLinesByRequestNo(
    ctx,
    channelId,
    notices.map((notice) => notice.requestNo),
  )
  const storedNotices = await exceptionStore.appliedNotices(
    ctx,
    channelId,
    notices.map((notice) => notice.notifyId),
  )
  const settledIds: string[] = []
  const newNotices: exceptionStore.NoticeRow[] = []
  const steps: LineStep[] = []
  const facts: NewExceptionFact[] = []
  const returnedNotices: ParsedReturnNotice[] = []
  for (const notice of notices) {
    const line = lines.find((each) => each.request_no === notice.requestNo) ?? null
    const appliedNotice = storedNotices.get(notice.notifyId)
    const outcome = await outcomeOf(ctx, channelId, notice, line, appliedNotice)
    if (outcome === 'wait') continue
    settledIds.push(notice.notifyId)
    if (outcome === 'repeated') continue
    if (typeof outcome === 'object' && 'step' in outcome) {
      steps.push(outcome.step)
      returnedNotices.push(notice)
    } else if (typeof outcome === 'object') facts.push(outcome.fact)
    const noticeOutcome = typeof outcome === 'string' ? outcome : 'step' in outcome ? 'returned' : 'listed'
    if (!appliedNotice) newNotices.push({ notice_id: notice.notifyId, request_no: notice.requestNo, amount_fen: notice.amount, outcome: noticeOutcome })
  }
  if (newNotices.length > 0) await exceptionStore.storeNotices(ctx, channelId, newNotices)
  await openExceptions(ctx, facts)
  await applySteps(ctx, steps, 'notify')
  for (const notice of returnedNotices) await closeReturnInFile(ctx, channelId, notice, storableText(notice))
  return settledIds
}

function unreadableFact(channelId: number, notice: UnreadableResponse, lines: readonly LockedLine[]): NewExceptionFact {
  const line = lines.find((each) => each.request_no === notice.requestNo) ?? null
  const rest = { reported: null, theirs: null, suspense: 0, noticeId: '', answer: notice.text, mark: notice.mark }
  return { kind: 'unreadable', channelId, line, requestNo: notice.requestNo, ...rest }
}

/**
 * Applies return notices of one channel. Returns the ids of the applied notices, including those applied earlier. A
 * return of a line that is still queried waits. Unreadable notices become exceptions.
 */
export async function applyReturns(ctx: Context, channelId: number, notices: readonly ParsedNotice[]): Promise<string[]> {
  const unreadableNotices = notices.filter((notice) => notice.kind === 'unreadable')
  if (unreadableNotices.length > 0) {
    const lines = await store.lockLinesByRequestNo(
      ctx,
      channelId,
      unreadableNotices.map((notice) => notice.requestNo),
    )
    await openExceptions(
      ctx,
      unreadableNotices.map((notice) => unreadableFact(channelId, notice, lines)),
    )
  }
  const settledIds: string[] = []
  const returnNotices = notices.filter((notice) => notice.kind === 'return')
  for (const turn of splitIntoRounds(returnNotices, (notice) => [`n ${notice.notifyId}`, `r ${notice.requestNo}`]))
    settledIds.push(...(await applyReturnRound(ctx, channelId, turn)))
  return settledIds
}

/** Opens an exception for a return that cannot be booked. Returns false if a retry may help. */
export async function openReturnException(ctx: Context, channelId: number, notice: ParsedNotice, error: unknown): Promise<boolean> {
  if (notice.kind === 'unreadable' || !isPermanentFault(error)) return false
  const [line = null] = await store.lockLinesByRequestNo(ctx, channelId, [notice.requestNo])
  const storedNotices = await exceptionStore.appliedNotices(ctx, channelId, [notice.notifyId])
  const outcome = returnFact(channelId, notice, line, 'not_booked', storableText(notice) + faultSuffix(error))
  if (typeof outcome !== 'object' || !('fact' in outcome)) return false
  await openExceptions(ctx, [outcome.fact])
  if (!storedNotices.has(notice.notifyId))
    await exceptionStore.storeNotices(ctx, channelId, [
      { notice_id: notice.notifyId, request_no: notice.requestNo, amount_fen: notice.amount, outcome: 'listed' },
    ])
  return true
}
