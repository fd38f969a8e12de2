import { fen } from '#/domain/money.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { answersOf, type ChannelAnswer, type PayoutChannel, type PayoutRequest } from '#/server/payouts/channel.ts'
import { offlineChannel } from '#/server/payouts/channel-offline.ts'
import { claimQueued } from '#/server/payouts/claiming.ts'
import { applyAnswers, applyReturns } from '#/server/payouts/results.ts'
import * as store from '#/server/payouts/store.ts'

const chunk = 500
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

/** Applies answers in one transaction; where that fails, in halves, so that one line that cannot be settled does not keep the others waiting. */
async function settle(job: JobContext, answers: readonly ChannelAnswer[], source: 'send' | 'query'): Promise<string[]> {
  try {
    return await job.run('payouts.results', (ctx) => applyAnswers(ctx, answers, source))
  } catch (error) {
    if (answers.length <= 1) {
      job.log.error({ requestNo: answers[0]?.requestNo, error: String(error) }, 'an answer could not be applied; it will be asked for again')
      return []
    }
    const middle = Math.ceil(answers.length / 2)
    return [...(await settle(job, answers.slice(0, middle), source)), ...(await settle(job, answers.slice(middle), source))]
  }
}

type Ask = (channel: PayoutChannel, rows: readonly store.OutgoingRow[]) => Promise<readonly ChannelAnswer[]>

/** Puts each order to its own channel; one that fails keeps no answer of the other back. */
async function ofChannels(job: JobContext, bank: PayoutChannel, rows: readonly store.OutgoingRow[], ask: Ask): Promise<ChannelAnswer[]> {
  const byHand = rows.filter((row) => row.channel_kind === 'offline')
  const byBank = rows.filter((row) => row.channel_kind !== 'offline')
  const put = (channel: PayoutChannel, own: readonly store.OutgoingRow[]) =>
    own.length === 0
      ? []
      : answersOf(
          own.map((row) => row.request_no),
          () => ask(channel, own),
          logFailure(job),
        )
  return [...(await put(offlineChannel, byHand)), ...(await put(bank, byBank))]
}

function handOver(job: JobContext, bank: PayoutChannel, rows: readonly store.OutgoingRow[]): Promise<ChannelAnswer[]> {
  const requests = new Map(rows.map((row) => [row.request_no, request(job, row)]))
  return ofChannels(job, bank, rows, (channel, own) => channel.send(own.flatMap((row) => requests.get(row.request_no) ?? [])))
}

/** Asks about lines without an end whose time has come. Only lines that were never handed over are sent, by the number they had. */
export async function askDue(job: JobContext, bank: PayoutChannel): Promise<number> {
  let asked = 0
  for (let round = 0; round < roundsMost && !job.isStopping(); round++) {
    const rows = await job.run('payouts.ask', (ctx) => store.claimDue(ctx, chunk, new Date(ctx.now.getTime() + leaseMs)))
    if (rows.length === 0) break
    const answers = await ofChannels(job, bank, rows, (channel, own) => channel.query(own.map((row) => row.request_no)))
    const again = new Set(await settle(job, answers, 'query'))
    const unsent = rows.filter((row) => again.has(row.request_no))
    if (unsent.length > 0 && !(await job.run('payouts.ask', store.isStopped))) await settle(job, await handOver(job, bank, unsent), 'send')
    asked += rows.length
  }
  return asked
}

/** Takes in what came back after success; a notice is acknowledged after it is committed here, and one that comes twice changes nothing. */
export async function takeReturns(job: JobContext, channel: PayoutChannel): Promise<number> {
  const notices = await channel.notices().catch((error: unknown) => {
    logFailure(job)(error)
    return []
  })
  if (notices.length === 0) return 0
  const settled = await job.run('payouts.return', (ctx) => applyReturns(ctx, notices))
  if (settled.length > 0) await channel.acknowledge(settled)
  return settled.length
}
