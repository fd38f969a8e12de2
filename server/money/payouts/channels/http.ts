import { setTimeout as sleep } from 'node:timers/promises'
import { failCodeNames } from '#/api/money/payouts.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import {
  ChannelFault,
  type ChannelFile,
  type ChannelKindOpener,
  type ChannelResponse,
  cleanText,
  type NoticeReader,
  type PayoutRequest,
  type ResultNotice,
  type ReturnNotice,
} from '#/server/money/payouts/channels/channel.ts'
import {
  callAtRate,
  callForUser,
  callOnce,
  channelTimeoutMs,
  fieldsOf,
  type HttpChannel,
  maxResponseBytes,
  maxSendMs,
  maxTries,
  maxWaitMs,
  parseFields,
  pauseSending,
  type ResponseFields,
  type SignedResponse,
  sha256,
  stringOf,
} from '#/server/money/payouts/channels/http-calls.ts'
import { mapConcurrently, windowEnd } from '#/server/money/payouts/channels/pace.ts'
import { type ChannelSignatures, signaturesOf } from '#/server/money/payouts/channels/signatures.ts'
import * as store from '#/server/money/payouts/channels/store-inbox.ts'

// Protocol: docs/payout-channel-http.md. JSON over HTTPS, signed by both sides.

const currency = 'CNY'

// Enough for the file of a day with 200,000 payments, escaped as text in JSON.
const maxFileBytes = 40 * 1024 * 1024

const maxParallel = 8

const maxOrdersPerQuery = 100

const maxNoticesPerRun = 500

/** Converts one order of the channel to an answer. Marks an order of another merchant or currency as unreadable. */
function responseFromOrder(order: ResponseFields, merchantNo: string): ChannelResponse {
  const { status, amount, reference, failCode, failReason } = order
  const requestNo = stringOf(order.requestNo)
  const oddResponse = { ...order, kind: 'odd' } as unknown as ChannelResponse
  if (status === 'NOT_FOUND') return { requestNo, kind: 'absent' }
  if (order.merchantNo !== merchantNo || order.currency !== currency) return oddResponse
  if (status === 'ACCEPTED') return { requestNo, kind: 'accepted', reference: stringOf(reference) }
  if (status === 'SUCCESS' || status === 'RETURNED') return { requestNo, kind: 'success', reference: stringOf(reference), amount: amount as Fen }
  const failure = { code: stringOf(failCode) || 'channel_error', reason: stringOf(failReason) || failCodeNames.channel_error.zh }
  if (status === 'FAILED') return { requestNo, kind: 'failed', ...failure }
  if (status === 'CANCELLED') return { requestNo, kind: 'failed', code: 'cancelled_by_user', reason: failCodeNames.cancelled_by_user.zh }
  return status === 'REFUSED' ? { requestNo, kind: 'held', ...failure } : oddResponse
}

/**
 * Returns the callback address (null without a site URL) and the seconds until the current maintenance window ends (0
 * outside a window).
 */
async function notifyUrlAndClosure({ id, settings, environment: here }: HttpChannel): Promise<{ notifyUrl: string | null; closed: number }> {
  const { now, url } = await here.run('payouts.closed', async (ctx) => ({ now: ctx.now, url: ctx.site.url }))
  const end = windowEnd(settings.maintenance ?? '', now)
  return { notifyUrl: url && `${url}/callbacks/channels/${id}`, closed: end === null ? 0 : Math.ceil((end.getTime() - now.getTime()) / 1000) }
}

/**
 * One batch of calls to place orders: their deadline, the pause that the channel requested, and its unanswered calls.
 */
interface SendRound {
  readonly deadlineMs: number
  readonly notifyUrl: string | null
  closed: number
  unansweredCalls: number
}

const maxUnansweredCalls = 8

const pauseSeconds = 30

function contentOf(channel: HttpChannel, request: PayoutRequest, notifyUrl: string | null): object {
  const { requestNo, amount, payeeName, idNo, mobile, cardNo, bankName, bankCode, remark } = request
  return { requestNo, amount, currency, notifyUrl, payerAccount: channel.settings.payerAccount, payeeName, idNo, mobile, cardNo, bankName, bankCode, remark }
}

/** Makes one attempt. Returns `dark` if the channel gave no credible answer, `uncalled` if no call was made. */
async function tryOnce(channel: HttpChannel, request: PayoutRequest, round: SendRound): Promise<SignedResponse | 'dark' | 'uncalled'> {
  try {
    const response = await callAtRate(channel, 'payouts', contentOf(channel, request, round.notifyUrl), round.deadlineMs)
    if (response !== null) round.unansweredCalls = 0
    return response ?? 'uncalled'
  } catch (error) {
    channel.environment.log.warn({ channelId: channel.id, requestNo: request.requestNo, error: String(error) }, 'a channel gave no answer to an order')
    round.unansweredCalls++
    if (round.unansweredCalls >= maxUnansweredCalls) round.closed = Math.max(round.closed, pauseSeconds)
    return error instanceof ChannelFault && error.fault === 'address' ? 'uncalled' : 'dark'
  }
}

/**
 * Places one order and retries an unanswered one under the same number, which the channel pays at most once. "Not
 * taken" counts only if no earlier attempt stayed unanswered.
 */
async function placeOrder(channel: HttpChannel, request: PayoutRequest, round: SendRound): Promise<ChannelResponse> {
  const { requestNo } = request
  let hasUnansweredCall = false
  const unlessUnanswered = (answer: ChannelResponse): ChannelResponse => (hasUnansweredCall ? { requestNo, kind: 'unknown' } : answer)
  const deferredAnswer = (afterSeconds: number) => unlessUnanswered({ requestNo, kind: 'deferred', afterSeconds })
  for (let tries = 1; tries <= maxTries && round.closed === 0; tries++) {
    const response = await tryOnce(channel, request, round)
    if (response === 'dark') hasUnansweredCall = true
    else if (response === 'uncalled') return deferredAnswer(1)
    else if (response.code === 'OK') return markIfOtherOrder(requestNo, responseFromOrder(fieldsOf(response.body.order), channel.settings.merchantNo ?? ''))
    else if (response.code === 'INVALID')
      return unlessUnanswered({ requestNo, kind: 'held', code: 'channel_error', reason: response.message || failCodeNames.channel_error.zh })
    else if (response.code === 'MAINTENANCE') round.closed = Math.max(round.closed, response.rest)
    else if (response.code === 'TOO_MANY') {
      const canWait = response.rest * 1000 <= maxWaitMs && performance.now() + response.rest * 1000 < round.deadlineMs
      if (!canWait) return deferredAnswer(response.rest)
      await sleep(response.rest * 1000)
    }
  }
  return deferredAnswer(Math.max(1, round.closed))
}

/** Marks an answer that does not name the queried order as unreadable. */
function markIfOtherOrder(requestNo: string, answer: ChannelResponse): ChannelResponse {
  return answer.requestNo === requestNo ? answer : ({ ...answer, requestNo, told: answer.requestNo, kind: 'odd' } as unknown as ChannelResponse)
}

async function sendAll(channel: HttpChannel, requests: readonly PayoutRequest[]): Promise<ChannelResponse[]> {
  const { notifyUrl, closed } = await notifyUrlAndClosure(channel)
  const round: SendRound = { deadlineMs: performance.now() + maxSendMs, notifyUrl, closed, unansweredCalls: 0 }
  const answers = closed > 0 ? [] : await mapConcurrently(requests, maxParallel, (request) => placeOrder(channel, request, round))
  if (round.closed > 0) await pauseSending(channel, round.closed)
  return closed > 0 ? requests.map(({ requestNo }) => ({ requestNo, kind: 'deferred', afterSeconds: closed })) : answers
}

async function queryAll(channel: HttpChannel, requestNos: readonly string[]): Promise<ChannelResponse[]> {
  const numberSlices = Array.from({ length: Math.ceil(requestNos.length / maxOrdersPerQuery) }, (_, at) =>
    requestNos.slice(at * maxOrdersPerQuery, (at + 1) * maxOrdersPerQuery),
  )
  const deadlineMs = performance.now() + channelTimeoutMs
  const responses = await mapConcurrently(numberSlices, maxParallel, async (numbers) => {
    const answer = await callAtRate(channel, 'payouts/query', { requestNos: numbers }, deadlineMs).catch((error: unknown) => {
      channel.environment.log.warn({ channelId: channel.id, error: String(error) }, 'a channel gave no answer to a question')
      return null
    })
    if (answer?.code !== 'OK' || !Array.isArray(answer.body.orders)) return []
    const requestedNumbers = new Set(numbers)
    return answer.body.orders
      .map((order) => responseFromOrder(fieldsOf(order), channel.settings.merchantNo ?? ''))
      .filter(({ requestNo }) => requestedNumbers.has(requestNo))
  })
  return responses.flat()
}

async function fetchFile(channel: HttpChannel, path: string, content: object): Promise<ChannelFile | null> {
  const response = await callForUser(channel, path, content, maxFileBytes)
  if (response === null) return null
  const bytes = Buffer.from(stringOf(response.content), 'base64')
  if (bytes.length === 0 || sha256(bytes) !== response.sha256) throw new ChannelFault('refused', 'a file that differs from its fingerprint')
  return { name: cleanText(response.fileName, 100), bytes }
}

function balanceIn({ settings }: HttpChannel, fields: ResponseFields): Fen {
  const { merchantNo, available } = fields
  if (merchantNo !== settings.merchantNo || fields.currency !== currency || typeof available !== 'number' || !Number.isSafeInteger(available))
    throw new ChannelFault('refused', 'no balance of our account')
  return fen(available)
}

interface NoticeContent {
  readonly type: 'RESULT' | 'RETURN'
  readonly order: ResponseFields
  readonly returnNo: string
}

function noticeFrom({ notice_no: notifyId, content }: store.NoticeRow, merchantNo: string): ReturnNotice | ResultNotice {
  const { type, order, returnNo } = content as unknown as NoticeContent
  const answer = responseFromOrder(order, merchantNo)
  if (type !== 'RETURN' || answer.kind !== 'success') return { notifyId: `result ${notifyId}`, answer }
  return { notifyId: returnNo, requestNo: answer.requestNo, amount: answer.amount, reason: stringOf(order.failReason) }
}

/** A bank or payment company that speaks the protocol of docs/payout-channel-http.md. */
export const openHttp: ChannelKindOpener = ({ id, settings }, here) => {
  const channel: HttpChannel = { id, settings, signatures: signaturesOf(settings), environment: here }
  const merchantNo = settings.merchantNo ?? ''
  // The channel's notice numbers behind each returned notice. A return has a separate number.
  const noticeNosByNotifyId = new Map<string, string[]>()
  return {
    most: Math.min(1000, Math.max(1, Math.floor((Number(settings.perSecond) * maxSendMs) / 1000))),
    send: (requests) => sendAll(channel, requests),
    query: (requestNos) => queryAll(channel, requestNos),
    async notices() {
      const rows = await here.run('payouts.notices', (ctx) => store.waitingNotices(ctx, id, maxNoticesPerRun))
      return rows.map((row) => {
        const notice = noticeFrom(row, merchantNo)
        noticeNosByNotifyId.set(notice.notifyId, [...(noticeNosByNotifyId.get(notice.notifyId) ?? []), row.notice_no])
        return notice
      })
    },
    async acknowledge(notifyIds) {
      const appliedNoticeNos = notifyIds.flatMap((notifyId) => noticeNosByNotifyId.get(notifyId) ?? [])
      await here.run('payouts.notices', (ctx) => store.markNoticesApplied(ctx, id, appliedNoticeNos))
    },
    async cancel(requestNo) {
      const response = await callForUser(channel, 'payouts/cancel', { requestNo })
      return markIfOtherOrder(requestNo, responseFromOrder(fieldsOf(response?.order), merchantNo))
    },
    balance: async () => balanceIn(channel, (await callForUser(channel, 'balance', { payerAccount: settings.payerAccount })) ?? {}),
    receipt: (requestNo) => fetchFile(channel, 'receipts', { requestNo }),
    dailyFile: (day) => fetchFile(channel, 'statements', { day }),
    async test() {
      const startedAt = performance.now()
      const response = await callOnce(channel, 'balance', { payerAccount: settings.payerAccount }, maxResponseBytes, Number(settings.timeoutSeconds) * 1000)
      const ms = Math.round(performance.now() - startedAt)
      if (response.code === 'INVALID') throw new ChannelFault('refused', response.message)
      if (response.code !== 'OK') throw new ChannelFault('closed', response.code)
      return { ms, skewSeconds: response.skewSeconds, balance: balanceIn(channel, response.body) }
    },
  }
}

/** Reads a notice. Verifies its signature for this URL first, then its time and merchant. */
export const readHttpNotice: NoticeReader = ({ settings }, { path, headers, body, receivedAt }) => {
  let signatures: ChannelSignatures
  try {
    signatures = signaturesOf(settings)
  } catch {
    return { refused: 'keys' }
  }
  const [timestamp = '', nonce = '', signature = ''] = ['x-timestamp', 'x-nonce', 'x-signature'].map((name) => headers[name])
  if (!/^\d{1,12}$/.test(timestamp) || !/^[!-~]{8,64}$/.test(nonce) || signature === '') return { refused: 'form' }
  if (!signatures.isSignedByChannel(['notice', 'POST', path, timestamp, nonce], body, signature)) return { refused: 'signature' }
  if (Math.abs(receivedAt.getTime() / 1000 - Number(timestamp)) > Number(settings.skewSeconds)) return { refused: 'clock' }
  const { noticeNo, type, returnNo, merchantNo, order } = parseFields(body)
  if (merchantNo !== settings.merchantNo) return { refused: 'merchant' }
  const isNoticeNumber = (text: unknown) => typeof text === 'string' && /^[!-~]{1,64}$/.test(text)
  const isWellFormed = isNoticeNumber(noticeNo) && (type === 'RESULT' || (type === 'RETURN' && isNoticeNumber(returnNo)))
  if (!isWellFormed) return { refused: 'form' }
  const { requestNo, status, amount, currency: money, reference, failCode, failReason } = fieldsOf(order)
  const orderFields = { merchantNo: fieldsOf(order).merchantNo, requestNo, status, amount, currency: money, reference, failCode, failReason }
  return { noticeNo: stringOf(noticeNo), content: { type, returnNo: stringOf(returnNo), order: orderFields } }
}
