import { createHash } from 'node:crypto'
import type { ChannelSettings } from '#/domain/base/connection-settings.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { ChannelTestFault } from '#/domain/organisations/payout-channel.ts'
import type { JobContext } from '#/server/kernel/context.ts'

/**
 * One order to a bank or payment company. The order number is fixed before the first attempt and never changes, because
 * the channel pays a number at most once.
 */
export interface PayoutRequest {
  readonly requestNo: string
  readonly amount: Fen
  readonly payeeName: string
  readonly idNo: string
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  /** Set if the bank is known (`domain/money/bank-code.ts`). */
  readonly bankCode: string | null
  readonly remark: string
}

/**
 * The answer of a channel about one order.
 * - accepted: it has the order, the result is open.
 * - success, failed: the final result (a success may still come back as a return).
 * - held: it did not take the order (a limit, no balance) and will never execute this number.
 * - deferred: it did not take the order now (closed, too busy, not called at all). The same number may be placed later.
 * - unknown: no usable answer (time-out, broken connection, nonsense). Never treated as a failure.
 * - absent: the channel reports that it never received this number.
 * - awaited: a person will register the result, so there is no one to query.
 */
export type ChannelResponse = { readonly requestNo: string } & (
  | { readonly kind: 'accepted'; readonly reference: string }
  | { readonly kind: 'success'; readonly reference: string; readonly amount: Fen }
  | { readonly kind: 'failed' | 'held'; readonly code: string; readonly reason: string }
  | { readonly kind: 'deferred'; readonly afterSeconds: number }
  | { readonly kind: 'unknown' | 'absent' | 'awaited' }
)

/** A channel's notice that a successful payment was returned. */
export interface ReturnNotice {
  readonly notifyId: string
  readonly requestNo: string
  readonly amount: Fen
  readonly reason: string
}

/** A channel's notice of an order's result, with the fields of an answer. */
export interface ResultNotice {
  readonly notifyId: string
  readonly answer: ChannelResponse
}

export interface ChannelFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ChannelTestResult {
  readonly ms: number
  /** Seconds by which the channel's clock is ahead of ours. */
  readonly skewSeconds: number
  readonly balance: Fen
}

/** One channel of a centre, opened with its settings. Must not be called while a transaction of ours is open. */
export interface PayoutChannel {
  /**
   * Places orders and returns an answer for each. A repeated number is not paid again. The result may contain further,
   * unsolicited answers.
   */
  send(requests: readonly PayoutRequest[]): Promise<readonly ChannelResponse[]>
  /** Queries the results of orders. Changes nothing. */
  query(requestNos: readonly string[]): Promise<readonly ChannelResponse[]>
  /** Returns the notices that were not acknowledged yet. */
  notices(): Promise<readonly (ReturnNotice | ResultNotice)[]>
  /** Acknowledges notices. Call it after their content is committed here. */
  acknowledge(notifyIds: readonly string[]): Promise<void>
  /** The number of orders that the channel accepts within half a minute, if below a thousand. */
  readonly most?: number
  // The optional methods exist when the kind's `can` lists the ability.
  /**
   * Cancels an order that the channel has not yet passed on. Answers `failed` if cancelled, otherwise the order's
   * state.
   */
  cancel?(requestNo: string): Promise<ChannelResponse>
  balance?(): Promise<Fen>
  /** Returns the channel's receipt of a payment; null if there is none yet. */
  receipt?(requestNo: string): Promise<ChannelFile | null>
  /** Returns the channel's file of a day (yyyy-MM-dd, China time); null if there is none yet. */
  dailyFile?(day: string): Promise<ChannelFile | null>
  /** Tests the connection. Throws a `ChannelFault` with the cause when the test fails. */
  test?(): Promise<ChannelTestResult>
}

/** The error of a channel that gave no credible answer. */
export class ChannelFault extends Error {
  override readonly name = 'ChannelFault'
  readonly fault: ChannelTestFault
  constructor(fault: ChannelTestFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface ChannelRecord {
  readonly id: number
  readonly settings: ChannelSettings
}

/** The parts of this server that a channel may use. A channel writes to our database through `run`. */
export interface ChannelEnvironment extends Pick<JobContext, 'run' | 'ownNetworks' | 'real' | 'log'> {}

export type ChannelKindOpener = (channel: ChannelRecord, here: ChannelEnvironment) => PayoutChannel

/** A notice as received: the unchanged body, the headers with the signature, and the URL. */
export interface IncomingNotice {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly receivedAt: Date
}

/** A verified notice to store under its number, or the refusal. */
export type NoticeReadResult =
  | { readonly noticeNo: string; readonly content: object; readonly refused?: undefined }
  | { readonly refused: 'form' | 'signature' | 'clock' | 'merchant' | 'keys' }

/** Reads and verifies a notice to a channel of one kind. Unverified content is not trusted. */
export type NoticeReader = (channel: ChannelRecord, notice: IncomingNotice) => NoticeReadResult

/** An unreadable answer or notice, as text that may be stored. */
export interface UnreadableResponse {
  readonly kind: 'unreadable'
  /** Empty when the number is unreadable too. */
  readonly requestNo: string
  readonly text: string
  /** A digest that distinguishes unreadable texts. */
  readonly mark: string
}

export type ParsedResponse = ChannelResponse | UnreadableResponse
export type ParsedNotice = (ReturnNotice & { readonly kind: 'return' }) | UnreadableResponse

const maxTextLength = 200
const maxRawLength = 1500
const printablePattern = /^[!-~]{1,64}$/

/** Sanitises text from outside for storage and display: whole characters, no control characters, limited length. */
export function cleanText(value: unknown, limit = maxTextLength): string {
  if (typeof value !== 'string') return ''
  const begin = value.slice(0, 2 * limit).toWellFormed()
  return Array.from(begin.replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, ' '))
    .slice(0, limit)
    .join('')
    .trim()
}

/** Masks long numbers, because banks quote accounts and ID numbers in their reasons. */
function maskLongNumbers(text: string): string {
  return text.replace(/\d{11,}[\dXx]?/g, (number) => `****${number.slice(-4)}`)
}

function rawText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

/** Converts anything a channel sent to text for an exception. */
export function storableText(value: unknown): string {
  return cleanText(rawText(value), maxRawLength)
}

function unreadableResponse(value: unknown, requestNo: unknown): UnreadableResponse {
  const mark = createHash('sha256').update(rawText(value).toWellFormed()).digest('hex').slice(0, 24)
  return {
    kind: 'unreadable',
    requestNo: typeof requestNo === 'string' && printablePattern.test(requestNo) ? requestNo : '',
    text: maskLongNumbers(storableText(value)),
    mark,
  }
}

function amountOf(value: unknown): Fen | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? fen(value) : null
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const maxDeferSeconds = 86_400

function deferSecondsOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.ceil(value), maxDeferSeconds) : 1
}

/** Parses a raw answer from an untrusted channel. */
export function readResponse(raw: unknown): ParsedResponse {
  const { requestNo, kind, reference, amount, code, reason, afterSeconds } = fieldsOf(raw)
  if (typeof requestNo !== 'string' || !printablePattern.test(requestNo)) return unreadableResponse(raw, requestNo)
  if (kind === 'accepted') return { requestNo, kind, reference: cleanText(reference) }
  if (kind === 'failed' || kind === 'held') return { requestNo, kind, code: cleanText(code, 40), reason: maskLongNumbers(cleanText(reason)) }
  if (kind === 'unknown' || kind === 'absent' || kind === 'awaited') return { requestNo, kind }
  if (kind === 'deferred') return { requestNo, kind, afterSeconds: deferSecondsOf(afterSeconds) }
  const paidAmount = kind === 'success' ? amountOf(amount) : null
  return paidAmount === null ? unreadableResponse(raw, requestNo) : { requestNo, kind: 'success', reference: cleanText(reference), amount: paidAmount }
}

/** Parses a raw notice from an untrusted channel. */
export function readNotice(raw: unknown): ParsedNotice {
  const { notifyId, requestNo, amount, reason } = fieldsOf(raw)
  const returnedAmount = amountOf(amount)
  const isReadable = typeof notifyId === 'string' && printablePattern.test(notifyId) && typeof requestNo === 'string' && printablePattern.test(requestNo)
  return isReadable && returnedAmount !== null
    ? { kind: 'return', notifyId, requestNo, amount: returnedAmount, reason: maskLongNumbers(cleanText(reason)) }
    : unreadableResponse(raw, requestNo)
}

/**
 * Calls a channel that may throw or omit orders. Returns an answer for every number, `unknown` if the channel gave
 * none.
 */
export async function collectResponses(
  requestNos: readonly string[],
  ask: () => Promise<readonly ChannelResponse[]>,
  onError: (error: unknown) => void,
): Promise<ParsedResponse[]> {
  const rawAnswers = await ask().catch((error: unknown) => {
    onError(error)
    return []
  })
  const answers = rawAnswers.map(readResponse)
  const answeredNumbers = new Set(answers.map((answer) => answer.requestNo))
  return [...answers, ...requestNos.filter((requestNo) => !answeredNumbers.has(requestNo)).map((requestNo) => ({ requestNo, kind: 'unknown' as const }))]
}

/**
 * Splits a list into parts without duplicate keys, in order, so that messages about one order are applied one by one.
 * Drops exact repetitions.
 */
export function splitIntoRounds<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): T[][] {
  const turns: T[][] = []
  const nextTurnByKey = new Map<string, number>()
  const seen = new Set<string>()
  for (const item of items) {
    const rawItem = rawText(item)
    if (seen.has(rawItem)) continue
    seen.add(rawItem)
    const turn = Math.max(0, ...keysOf(item).map((key) => nextTurnByKey.get(key) ?? 0))
    for (const key of keysOf(item)) nextTurnByKey.set(key, turn + 1)
    const turnRows = turns[turn] ?? []
    turnRows.push(item)
    turns[turn] = turnRows
  }
  return turns
}
