import { fen } from '#/domain/money.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { applyAnswers, applyReturns, byHalves, exceptAnswer, exceptReturn } from '#/server/money/payouts/answers.ts'
import {
  answersOf,
  type ChannelAnswer,
  type PayoutChannel,
  type PayoutRequest,
  type ReadAnswer,
  type ReadNotice,
  readNotice,
} from '#/server/money/payouts/channel.ts'
import { offlineChannel } from '#/server/money/payouts/channel-offline.ts'
import { claimQueued } from '#/server/money/payouts/claiming.ts'
import type { WordSource } from '#/server/money/payouts/decision.ts'
import * as store from '#/server/money/payouts/store.ts'
import { sendable } from '#/server/money/payouts/store-claim.ts'

const chunk = 1000
// Longer than a chunk takes; a line left behind by a server that ended is asked about after it.
const leaseMs = 60_000
const roundsMost = 100

function request(job: JobContext, row: store.OutgoingRow): PayoutRequest {
  const cardNo = job.vault.open('card_no', row.card_no_sealed)
  return { requestNo: row.request_no, amount: fen(row.net_fen), payeeName: row.name, cardNo, bankName: row.bank_name }
}

function logFailure(job: JobContext) {
  return (error: unknown) => job.log.error({ error: String(error) }, 'the channel could not be asked')
}

/**
 * Sends queued lines until there are none left: each chunk is marked sent and committed, then handed to the channel with no transaction open, then its answers
 * are applied in one transaction, while the next chunk is on its way. Whatever ends this server in between leaves lines that are asked about, never paid twice.
 * `bank` pays whatever no person pays by hand.
 */
export async function sendQueued(job: JobContext, bank: PayoutChannel): Promise<number> {
  let sent = 0
  let settling: Promise<unknown> = Promise.resolve()
  try {
    for (let round = 0; round < roundsMost && !job.isStopping(); round++) {
      const { rows, seen } = await job.run('payouts.send', (ctx) => claimQueued(ctx, chunk, new Date(ctx.now.getTime() + leaseMs)))
      if (seen === 0) break
      if (rows.length === 0) continue
      sent += rows.length
      const answers = await handOver(job, bank, rows)
      await settling
      settling = settle(job, answers, 'send')
      if (seen < chunk) await settling
    }
  } finally {
    await settling
  }
  return sent
}

/** What one channel said. */
interface Said {
  readonly channelId: number
  readonly answers: readonly ReadAnswer[]
}

/** Runs what takes one word as an exception; where not even that is possible, or there is hope, it is heard again. */
async function exceptOne(job: JobContext, action: string, about: object, error: unknown, work: (ctx: Context) => Promise<boolean>): Promise<boolean> {
  const isTaken = await job.run(action, work).catch((failure: unknown) => {
    job.log.error({ ...about, error: String(failure) }, 'an exception could not be listed')
    return false
  })
  job.log.error(
    { ...about, error: String(error) },
    isTaken ? 'a word of a channel was taken as an exception' : 'a word of a channel could not be applied; it will be heard again',
  )
  return isTaken
}

/** Applies what channels said, each for itself; answers the numbers that must be sent once more. */
async function settle(job: JobContext, said: readonly Said[], source: WordSource): Promise<string[]> {
  const again: string[] = []
  for (const { channelId, answers } of said) {
    const numbers = await byHalves(
      answers,
      (some) => job.run('payouts.results', (ctx) => applyAnswers(ctx, channelId, some, source)),
      async (answer, error) => {
        const about = { channelId, requestNo: answer.requestNo }
        await exceptOne(job, 'payouts.results', about, error, (ctx) => exceptAnswer(ctx, channelId, answer, source, error))
        return []
      },
    )
    again.push(...numbers)
  }
  return again
}

type Ask = (channel: PayoutChannel, rows: readonly store.OutgoingRow[], channelId: number) => Promise<readonly ChannelAnswer[]>

/** Puts each order to its own channel; one that fails keeps no answer of the others back. */
async function ofChannels(job: JobContext, bank: PayoutChannel, rows: readonly store.OutgoingRow[], ask: Ask): Promise<Said[]> {
  const said: Said[] = []
  for (const channelId of new Set(rows.map((row) => row.channel_id))) {
    const own = rows.filter((row) => row.channel_id === channelId)
    const channel = own[0]?.channel_kind === 'offline' ? offlineChannel : bank
    const answers = await answersOf(
      own.map((row) => row.request_no),
      () => ask(channel, own, channelId),
      logFailure(job),
    )
    said.push({ channelId, answers })
  }
  return said
}

function handOver(job: JobContext, bank: PayoutChannel, rows: readonly store.OutgoingRow[]): Promise<Said[]> {
  const requests = new Map(rows.map((row) => [row.request_no, request(job, row)]))
  return ofChannels(job, bank, rows, (channel, own, channelId) =>
    channel.send(
      own.flatMap((row) => requests.get(row.request_no) ?? []),
      channelId,
    ),
  )
}

/** Asks about lines without an end whose time has come. Only lines that were never handed over are sent, by the number they had. */
export async function askDue(job: JobContext, bank: PayoutChannel): Promise<number> {
  let asked = 0
  for (let round = 0; round < roundsMost && !job.isStopping(); round++) {
    const rows = await job.run('payouts.ask', (ctx) => store.claimDue(ctx, chunk, new Date(ctx.now.getTime() + leaseMs)))
    if (rows.length === 0) break
    const answers = await ofChannels(job, bank, rows, (channel, own, channelId) =>
      channel.query(
        own.map((row) => row.request_no),
        channelId,
      ),
    )
    const again = await settle(job, answers, 'query')
    const isFree = again.length > 0 && !(await job.run('payouts.ask', store.isStopped))
    const free = isFree ? await job.run('payouts.ask', (ctx) => sendable(ctx, again)) : new Set<string>()
    const unsent = rows.filter((row) => free.has(row.request_no))
    if (unsent.length > 0) await settle(job, await handOver(job, bank, unsent), 'send')
    asked += rows.length
  }
  return asked
}

interface Given {
  readonly id: string | null
  readonly notice: ReadNotice
}

/** The notices of one channel, one by one where they do not go together; answers the identifiers of those that are settled. */
async function settleReturns(job: JobContext, channelId: number, given: readonly Given[]): Promise<string[]> {
  const idOf = new Map(given.map(({ id, notice }) => [notice, id]))
  const settled = await byHalves(
    given.map(({ notice }) => notice),
    async (some) => {
      const ids = await job.run('payouts.return', (ctx) => applyReturns(ctx, channelId, some))
      return [...ids, ...some.flatMap((notice) => (notice.kind === 'unreadable' ? (idOf.get(notice) ?? []) : []))]
    },
    async (notice, error) => {
      const about = { channelId, requestNo: notice.requestNo }
      const isTaken = await exceptOne(job, 'payouts.return', about, error, (ctx) => exceptReturn(ctx, channelId, notice, error))
      return isTaken ? [idOf.get(notice) ?? []].flat() : []
    },
  )
  return [...new Set(settled)]
}

/** Takes in what came back after success; a notice is acknowledged after it is committed here, and one that comes twice changes nothing. */
export async function takeReturns(job: JobContext, bank: PayoutChannel): Promise<number> {
  const told = await bank.notices().catch((error: unknown) => {
    logFailure(job)(error)
    return []
  })
  const notices = told.filter((notice: unknown) => typeof notice === 'object' && notice !== null)
  let count = 0
  for (const channelId of new Set(notices.map((notice) => notice.channelId))) {
    const own = notices.filter((notice) => notice.channelId === channelId)
    const given = own.map((notice) => ({ id: typeof notice.notifyId === 'string' ? notice.notifyId : null, notice: readNotice(notice) }))
    const settled = await settleReturns(job, channelId, given)
    if (settled.length > 0) await bank.acknowledge(settled, channelId).catch(logFailure(job))
    count += settled.length
  }
  return count
}
