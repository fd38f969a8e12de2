import { failCodeNames, lineReasons } from '#/api/money/payouts.texts.ts'
import { inProgressLineStates } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { InsufficientFunds } from '#/server/money/ledger/public.ts'
import {
  cleanText,
  type ParsedNotice,
  type ParsedResponse,
  splitIntoRounds,
  storableText,
  type UnreadableResponse,
} from '#/server/money/payouts/channels/channel.ts'
import { decideLine, type LineDecision, overdueMs, queryDelay, type ResponseSource } from '#/server/money/payouts/dispatch/decision.ts'
import { applySteps, type LineStep } from '#/server/money/payouts/dispatch/results.ts'
import { lockWaitingLines } from '#/server/money/payouts/dispatch/store-claim.ts'
import { closeAwaitingExceptions, type NewExceptionFact, openExceptions } from '#/server/money/payouts/exceptions/exceptions.ts'
import * as exceptionStore from '#/server/money/payouts/exceptions/store-exceptions.ts'
import * as store from '#/server/money/payouts/store.ts'
import * as tallies from '#/server/money/payouts/store-tallies.ts'

export type LockedLine = store.LockedLine

/** Returns whether the order is the current one of its line, not one replaced by another number. */
export function isOwnOrder(line: LockedLine): boolean {
  return line.attempt_state !== 'cancelled' && !(line.attempt_state === 'held' && line.state !== 'held')
}

function decisionOf(ctx: Context, line: LockedLine, answer: ParsedResponse, source: ResponseSource): LineDecision {
  // A held or queued line that was cancelled has its only order cancelled. An answer to that order still decides the
  // line.
  const { state, exception } = line
  const facts = { state, amount: line.attempt_fen, sentAt: line.sent_at, isOwnOrder: isOwnOrder(line), exception, wasDenied: line.was_denied }
  return decideLine(facts, answer, source, ctx.now)
}

type ExceptionDecision = Extract<LineDecision, { do: 'except' }>

function exceptionFactOf(line: LockedLine, doubt: ExceptionDecision, answer: ParsedResponse, fault = ''): NewExceptionFact {
  const { kind, reported, theirs, suspense } = doubt
  const reference = answer.kind === 'success' ? answer.reference : ''
  return {
    kind,
    reported,
    theirs,
    suspense,
    line,
    channelId: line.channel_id,
    requestNo: line.request_no,
    noticeId: '',
    reference,
    answer: responseText(answer) + fault,
  }
}

export function responseText(answer: ParsedResponse): string {
  return answer.kind === 'unreadable' ? answer.text : storableText(answer)
}

/** Appends the error that prevented booking an answer to the stored answer. */
export function faultSuffix(error: unknown): string {
  return ` ← ${cleanText(String(error), 300)}`
}

/**
 * Returns the step of a line with an open exception. The line is neither resent nor cancelled. Only a missing answer is
 * still queried.
 */
function exceptionStepsOf(line: LockedLine, { kind }: ExceptionDecision): LineStep[] {
  const isAwaited = kind === 'wrong_amount' || kind === 'not_booked'
  if (!isOwnOrder(line) || !inProgressLineStates.includes(line.state) || line.state === 'unknown') return []
  return isAwaited || (kind === 'overdue' && line.state === 'sent') ? [{ line, to: 'unknown', isAwaited }] : []
}

/** Holds a line whose next order is queued when an earlier order proves to be paid. Users then decide. */
async function holdQueuedLines(ctx: Context, facts: readonly NewExceptionFact[]): Promise<LineStep[]> {
  const queuedLines = facts.flatMap(({ line }) => (line?.state === 'queued' ? [line] : []))
  if (queuedLines.length === 0) return []
  return (await lockWaitingLines(ctx, queuedLines)).map((line) => ({ line, to: 'held', code: 'exception', reason: failCodeNames.exception.zh }))
}

/** Cancels queued lines whose debt an earlier order has paid, so that the payment can be booked. */
async function recallPaidDebts(ctx: Context, facts: readonly NewExceptionFact[]): Promise<LineStep[]> {
  const paidLines = facts.flatMap(({ reported, line }) => (reported === 'success' && line !== null && !inProgressLineStates.includes(line.state) ? [line] : []))
  const linesOfSameDebts = await tallies.otherQueuedLines(ctx, paidLines)
  if (linesOfSameDebts.length === 0) return []
  return (await lockWaitingLines(ctx, linesOfSameDebts)).map((line) => ({ line, to: 'cancelled', code: 'recalled', reason: lineReasons.debt.zh }))
}

/**
 * Finds payments under numbers that this channel never received, to book them at its centre. Other answers about
 * unknown numbers are only logged.
 */
function unknownNumberFacts(ctx: Context, channelId: number, answers: readonly ParsedResponse[], lines: readonly LockedLine[]): NewExceptionFact[] {
  const requestNos = new Set(lines.map((line) => line.request_no))
  return answers.flatMap((answer): NewExceptionFact[] => {
    const { requestNo, kind } = answer
    if (requestNos.has(requestNo)) return []
    if (kind !== 'success') {
      if (kind !== 'unknown') ctx.log.warn({ channelId, requestNo, kind }, 'an answer of a channel about an order that is not its own')
      return []
    }
    const { amount, reference } = answer
    return [
      {
        kind: 'unknown_number',
        reported: 'success',
        theirs: amount,
        suspense: -amount,
        line: null,
        channelId,
        requestNo,
        noticeId: '',
        reference,
        answer: storableText(answer),
      },
    ]
  })
}

async function applyRound(ctx: Context, channelId: number, answers: readonly ParsedResponse[], source: ResponseSource): Promise<string[]> {
  const answerByNumber = new Map(answers.map((answer) => [answer.requestNo, answer]))
  const lines = await store.lockLinesByRequestNo(ctx, channelId, [...answerByNumber.keys()])
  const steps: LineStep[] = []
  const facts = unknownNumberFacts(ctx, channelId, answers, lines)
  const nextQueries: { id: number; month: string; next_query_at: Date | null }[] = []
  const laterAnswers: { attempt_id: number; answer: string }[] = []
  const numbersToResend: string[] = []
  for (const line of lines) {
    const answer = answerByNumber.get(line.request_no)
    if (!answer) continue
    const decision = decisionOf(ctx, line, answer, source)
    const isAwaited = answer.kind === 'awaited'
    let lineSteps: LineStep[] = []
    if (decision.do === 'move') lineSteps = [{ line, ...decision, isAwaited }]
    else if (decision.do === 'except') {
      facts.push(exceptionFactOf(line, decision, answer))
      lineSteps = exceptionStepsOf(line, decision)
    } else if (decision.do === 'keepAnswer') laterAnswers.push({ attempt_id: line.attempt_id, answer: responseText(answer) })
    steps.push(...lineSteps)
    if (decision.do === 'sendAgain') numbersToResend.push(line.request_no)
    // The answer to a replaced order does not schedule the next query of the current one.
    else if (lineSteps.length === 0 && isOwnOrder(line)) {
      const hasMoneyException = line.exception === 'money' || (decision.do === 'except' && decision.suspense !== 0)
      nextQueries.push({
        id: line.id,
        month: line.month,
        next_query_at: isAwaited || hasMoneyException ? null : new Date(ctx.now.getTime() + queryDelay(line.queries)),
      })
    }
  }
  await openExceptions(ctx, facts)
  await applySteps(ctx, [...steps, ...(await holdQueuedLines(ctx, facts)), ...(await recallPaidDebts(ctx, facts))], source)
  const settledSteps = steps.filter(({ line, to }) => line.exception === 'answer' && to !== 'processing' && to !== 'unknown')
  await closeAwaitingExceptions(
    ctx,
    settledSteps.map(({ line }) => ({ attempt_id: line.attempt_id, answer: storableText(answerByNumber.get(line.request_no)) })),
  )
  if (laterAnswers.length > 0) await exceptionStore.addReplies(ctx, laterAnswers)
  if (nextQueries.length > 0) await store.setNextQuery(ctx, nextQueries)
  return numbersToResend
}

/**
 * Applies answers of a channel, whether requested or not. Returns the order numbers to resend, which the channel never
 * received. A channel can only answer for its own orders. Repeated and late answers change nothing. An answer that
 * contradicts a final line or the order becomes an exception.
 */
export async function applyResponses(ctx: Context, channelId: number, answers: readonly ParsedResponse[], source: ResponseSource): Promise<string[]> {
  const numbersToResend: string[] = []
  for (const turn of splitIntoRounds(
    answers.filter((answer) => answer.requestNo !== ''),
    (answer) => [answer.requestNo],
  ))
    numbersToResend.push(...(await applyRound(ctx, channelId, turn, source)))
  return numbersToResend
}

/**
 * Processes items together and bisects on failure, so that one faulty item does not block the others. `alone` handles
 * the faulty one.
 */
export async function splitOnFailure<T, R>(
  items: readonly T[],
  all: (items: readonly T[]) => Promise<R[]>,
  alone: (item: T, error: unknown) => Promise<R[]>,
): Promise<R[]> {
  try {
    return await all(items)
  } catch (error) {
    const [only] = items
    if (only === undefined) return []
    if (items.length === 1) return alone(only, error)
    const middle = Math.ceil(items.length / 2)
    return [...(await splitOnFailure(items.slice(0, middle), all, alone)), ...(await splitOnFailure(items.slice(middle), all, alone))]
  }
}

const permanentErrorClasses = ['22', '23', 'P0']

/** Returns whether the error is permanent: the ledger or a rule refuses it, so a retry would fail too. */
export function isPermanentFault(error: unknown): boolean {
  if (error instanceof InsufficientFunds || error instanceof RangeError || error instanceof TypeError) return true
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && permanentErrorClasses.includes(code.slice(0, 2))
}

/**
 * Opens an exception for an answer that cannot be booked. The reported money goes to suspense and the line waits for a
 * decision. Returns false while a retry may help: for one day, unless the error is permanent.
 */
export async function openResponseException(ctx: Context, channelId: number, answer: ParsedResponse, source: ResponseSource, error: unknown): Promise<boolean> {
  const [line] = await store.lockLinesByRequestNo(ctx, channelId, [answer.requestNo])
  if (!line || !inProgressLineStates.includes(line.state)) return false
  const isOverdue = line.sent_at !== null && ctx.now.getTime() - line.sent_at.getTime() >= overdueMs
  const decision = decisionOf(ctx, line, answer, source)
  if (decision.do !== 'move' || (!isPermanentFault(error) && !isOverdue)) return false
  const paidAmount = answer.kind === 'success' ? answer.amount : null
  const reported = answer.kind === 'success' || answer.kind === 'failed' ? answer.kind : null
  const exceptionDecision: ExceptionDecision = {
    do: 'except',
    kind: 'not_booked',
    reported,
    theirs: paidAmount,
    suspense: paidAmount === null ? 0 : -paidAmount,
  }
  await openExceptions(ctx, [exceptionFactOf(line, exceptionDecision, answer, faultSuffix(error))])
  await applySteps(ctx, exceptionStepsOf(line, exceptionDecision), source)
  if (line.state === 'unknown') await store.setNextQuery(ctx, [{ id: line.id, month: line.month, next_query_at: null }])
  return true
}

export type ParsedReturnNotice = Exclude<ParsedNotice, UnreadableResponse>

export type ReturnOutcome = 'wait' | 'repeated' | { readonly step: LineStep } | { readonly fact: NewExceptionFact } | 'closed' | 'returned'
