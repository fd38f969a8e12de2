import { lineReasons } from '#/api/money/payouts.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { bankCodeOf } from '#/domain/money/bank-code.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import {
  type ChannelResponse,
  collectResponses,
  type ParsedNotice,
  type ParsedResponse,
  type PayoutChannel,
  type PayoutRequest,
  readNotice,
  readResponse,
} from '#/server/money/payouts/channels/channel.ts'
import type { ChannelRef, OpenChannel } from '#/server/money/payouts/channels/registry.ts'
import { claimQueuedLines } from '#/server/money/payouts/dispatch/claiming.ts'
import type { ResponseSource } from '#/server/money/payouts/dispatch/decision.ts'
import { applyResponses, openResponseException, splitOnFailure } from '#/server/money/payouts/dispatch/responses.ts'
import { applyReturns, openReturnException } from '#/server/money/payouts/dispatch/returns.ts'
import { sendableOrders } from '#/server/money/payouts/dispatch/store-claim.ts'
import * as store from '#/server/money/payouts/store.ts'

const chunkSize = 1000
// Longer than sending a chunk takes. After the lease, lines of a stopped server are queried.
const leaseMs = 60_000
const maxRounds = 100

function toPayoutRequest(job: JobContext, row: store.OutgoingRow): PayoutRequest {
  return {
    requestNo: row.request_no,
    amount: fen(row.net_fen),
    payeeName: row.name,
    idNo: job.vault.open('id_number', row.id_number_sealed),
    mobile: row.mobile_sealed === '' ? '' : job.vault.open('mobile', row.mobile_sealed),
    cardNo: job.vault.open('card_no', row.card_no_sealed),
    bankName: row.bank_name,
    bankCode: bankCodeOf(row.bank_name),
    remark: row.service,
  }
}

export function failureLogger(job: JobContext) {
  return (error: unknown) => job.log.error({ error: String(error) }, 'the channel could not be asked')
}

/** Returns the channels with lines to send or query. */
export function busyChannels(job: JobContext): Promise<ChannelRef[]> {
  return job.run('payouts.look', store.busyChannels)
}

/** Works on all channels concurrently, so that a hanging channel does not delay the others. */
async function sumOverChannels(job: JobContext, work: (ref: ChannelRef) => Promise<number>): Promise<number> {
  const outcomes = await Promise.allSettled((await busyChannels(job)).map(work))
  const rejection = outcomes.find((each) => each.status === 'rejected')
  if (rejection) throw rejection.reason
  return outcomes.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)
}

/** Sends the queued lines of all channels. */
export function sendQueuedOrders(job: JobContext, open: OpenChannel): Promise<number> {
  return sumOverChannels(job, (ref) => sendQueuedOrdersOnChannel(job, open, ref))
}

/**
 * Sends the queued lines of a channel in chunks. Each chunk is marked sent and committed, then sent without an open
 * transaction. The answers to a chunk are applied in one transaction while the next chunk is sent. If the server stops
 * in between, the lines are queried and never paid twice.
 */
export async function sendQueuedOrdersOnChannel(job: JobContext, open: OpenChannel, ref: ChannelRef): Promise<number> {
  let sentCount = 0
  let applyInProgress: Promise<unknown> = Promise.resolve()
  const limit = Math.min(chunkSize, openChannelOrNull(job, open, ref)?.most ?? chunkSize)
  try {
    for (let round = 0; round < maxRounds && !job.isStopping(); round++) {
      const { rows, seen } = await job.run('payouts.send', (ctx) => claimQueuedLines(ctx, ref.channel_id, limit, new Date(ctx.now.getTime() + leaseMs)))
      if (seen === 0) break
      if (rows.length === 0) continue
      sentCount += rows.length
      const answers = await sendOrders(job, open, rows)
      await applyInProgress
      applyInProgress = applyAllResponses(job, answers, 'send')
      if (seen < limit) await applyInProgress
    }
  } finally {
    await applyInProgress
  }
  return sentCount
}

interface ChannelAnswers {
  readonly channelId: number
  readonly answers: readonly ParsedResponse[]
}

/** Opens an exception for one answer. If that fails, or a retry may help, the answer is processed again later. */
async function openExceptionForAnswer(
  job: JobContext,
  action: string,
  about: object,
  error: unknown,
  work: (ctx: Context) => Promise<boolean>,
): Promise<boolean> {
  const isListed = await job.run(action, work).catch((failure: unknown) => {
    job.log.error({ ...about, error: String(failure) }, 'an exception could not be listed')
    return false
  })
  job.log.error(
    { ...about, error: String(error) },
    isListed ? 'an answer of a channel was listed as an exception' : 'an answer of a channel could not be applied; it will be processed again',
  )
  return isListed
}

/** Applies the responses of each channel separately. Returns the order numbers to resend. */
export async function applyAllResponses(job: JobContext, answersByChannel: readonly ChannelAnswers[], source: ResponseSource): Promise<string[]> {
  const numbersToResend: string[] = []
  for (const { channelId, answers } of answersByChannel) {
    const numbers = await splitOnFailure(
      answers,
      (some) => job.run('payouts.results', (ctx) => applyResponses(ctx, channelId, some, source)),
      async (answer, error) => {
        const logFields = { channelId, requestNo: answer.requestNo }
        await openExceptionForAnswer(job, 'payouts.results', logFields, error, (ctx) => openResponseException(ctx, channelId, answer, source, error))
        return []
      },
    )
    numbersToResend.push(...numbers)
  }
  return numbersToResend
}

type ChannelCall = (channel: PayoutChannel, rows: readonly store.OutgoingRow[]) => Promise<readonly ChannelResponse[]>

const closedChannelFailure = { code: 'channel_error', reason: lineReasons.channelClosed.zh } as const

/**
 * Calls each channel with its own orders. A failing channel does not affect the others. A channel that cannot be opened
 * (wrong settings, or a kind of a later version) receives nothing, so its orders get the answer `unopened`.
 */
async function callChannels(
  job: JobContext,
  open: OpenChannel,
  rows: readonly store.OutgoingRow[],
  ask: ChannelCall,
  unopened: (requestNo: string) => ChannelResponse,
): Promise<ChannelAnswers[]> {
  const answersByChannel: ChannelAnswers[] = []
  for (const [channelId, own] of Map.groupBy(rows, (row) => row.channel_id)) {
    const numbers = own.map((row) => row.request_no)
    const channel = openChannelOrNull(job, open, own[0] as ChannelRef)
    const call = async () => (channel ? ask(channel, own) : numbers.map(unopened))
    const answers = await collectResponses(numbers, call, failureLogger(job))
    answersByChannel.push({ channelId, answers })
  }
  return answersByChannel
}

export function openChannelOrNull(job: JobContext, open: OpenChannel, ref: ChannelRef): PayoutChannel | null {
  try {
    return open(ref)
  } catch (error) {
    job.log.error({ channelId: ref.channel_id, error: String(error) }, 'a channel could not be opened')
    return null
  }
}

// Longer than a server takes to notice that the database lags behind and to stop payouts.
const databaseLagDeferSeconds = 60

/**
 * Sends orders to their channels, after recording them outside the database. Defers them while the database lags behind
 * these records, because it may have lost payments of the same lines.
 */
async function sendOrders(job: JobContext, open: OpenChannel, rows: readonly store.OutgoingRow[]): Promise<ChannelAnswers[]> {
  const isMissingCommits = (await job.commitRecord.missing()).length > 0
  const send: ChannelCall = async (channel, attempts) => {
    if (isMissingCommits) return attempts.map((row) => ({ requestNo: row.request_no, kind: 'deferred', afterSeconds: databaseLagDeferSeconds }))
    const recordedAt = job.now().toISOString()
    await job.commitRecord.addOrders(attempts.map((row) => ({ channelId: row.channel_id, requestNo: row.request_no, amount: row.net_fen, at: recordedAt })))
    return channel.send(attempts.map((row) => toPayoutRequest(job, row)))
  }
  return callChannels(job, open, rows, send, (requestNo) => ({ requestNo, kind: 'held', ...closedChannelFailure }))
}

/** Queries the due, unfinished lines of all channels. */
export function queryDueOrders(job: JobContext, open: OpenChannel): Promise<number> {
  return sumOverChannels(job, (ref) => queryDueOrdersOnChannel(job, open, ref))
}

/**
 * Queries the due, unfinished lines of a channel. Sends again, under the same number, only lines that the channel never
 * received.
 */
export async function queryDueOrdersOnChannel(job: JobContext, open: OpenChannel, ref: ChannelRef): Promise<number> {
  let queriedCount = 0
  for (let round = 0; round < maxRounds && !job.isStopping(); round++) {
    const rows = await job.run('payouts.ask', (ctx) => store.claimDueLines(ctx, ref.channel_id, chunkSize, new Date(ctx.now.getTime() + leaseMs)))
    if (rows.length === 0) break
    const query: ChannelCall = (channel, attempts) => channel.query(attempts.map((row) => row.request_no))
    const answers = await callChannels(job, open, rows, query, (requestNo) => ({ requestNo, kind: 'unknown' }))
    const numbersToResend = await applyAllResponses(job, answers, 'query')
    const canResend = numbersToResend.length > 0 && !(await job.run('payouts.ask', store.areAllPayoutsStopped))
    const sendableNumbers = canResend ? await job.run('payouts.ask', (ctx) => sendableOrders(ctx, numbersToResend)) : new Set<string>()
    const rowsToResend = rows.filter((row) => sendableNumbers.has(row.request_no))
    if (rowsToResend.length > 0) await applyAllResponses(job, await sendOrders(job, open, rowsToResend), 'send')
    queriedCount += rows.length
  }
  return queriedCount
}

interface IdentifiedNotice {
  readonly id: string | null
  readonly notice: ParsedNotice
}

/** Applies the notices of one channel, one by one if they fail together. Returns the ids of the applied ones. */
async function settleReturns(job: JobContext, channelId: number, notices: readonly IdentifiedNotice[]): Promise<string[]> {
  const idByNotice = new Map(notices.map(({ id, notice }) => [notice, id]))
  const settledIds = await splitOnFailure(
    notices.map(({ notice }) => notice),
    async (some) => {
      const ids = await job.run('payouts.return', (ctx) => applyReturns(ctx, channelId, some))
      return [...ids, ...some.flatMap((notice) => (notice.kind === 'unreadable' ? (idByNotice.get(notice) ?? []) : []))]
    },
    async (notice, error) => {
      const logFields = { channelId, requestNo: notice.requestNo }
      const isListed = await openExceptionForAnswer(job, 'payouts.return', logFields, error, (ctx) => openReturnException(ctx, channelId, notice, error))
      return isListed ? [idByNotice.get(notice) ?? []].flat() : []
    },
  )
  return [...new Set(settledIds)]
}

async function importReturnsOnChannel(job: JobContext, open: OpenChannel, ref: ChannelRef): Promise<number> {
  const channel = openChannelOrNull(job, open, ref)
  if (!channel) return 0
  const notices = (await channel.notices()).filter((notice: unknown) => typeof notice === 'object' && notice !== null)
  const resultNotices = notices.filter((notice) => 'answer' in notice)
  for (const { answer } of resultNotices) await applyAllResponses(job, [{ channelId: ref.channel_id, answers: [readResponse(answer)] }], 'notify')
  const returnNotices = notices.filter((notice) => !('answer' in notice))
  const parsedReturns = returnNotices.map((notice) => ({ id: typeof notice.notifyId === 'string' ? notice.notifyId : null, notice: readNotice(notice) }))
  const settledIds = [...resultNotices.map(({ notifyId }) => notifyId), ...(await settleReturns(job, ref.channel_id, parsedReturns))]
  if (settledIds.length > 0) await channel.acknowledge(settledIds)
  return settledIds.length
}

/**
 * Fetches and applies return notices per channel. An unreachable channel does not block the others. A notice is
 * acknowledged after its commit here, and a repeated one changes nothing.
 */
export async function importReturns(job: JobContext, open: OpenChannel): Promise<number> {
  let count = 0
  for (const channel of await job.run('payouts.return', store.channelsWithReturnNotices)) {
    count += await importReturnsOnChannel(job, open, channel).catch((error: unknown) => {
      failureLogger(job)(error)
      return 0
    })
  }
  return count
}
