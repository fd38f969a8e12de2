import { fen } from '#/domain/money.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import type { PayoutAnswer, PayoutChannel } from '#/server/payouts/channel.ts'
import { sandboxChannel } from '#/server/payouts/channel-sandbox.ts'
import { applyAnswers, applyReturns } from '#/server/payouts/results.ts'
import * as store from '#/server/payouts/store.ts'

const chunk = 500
// A server that died between sending and hearing leaves a line as "sent"; after the lease any server asks the channel what became of it.
const leaseMs = 60_000
const returnWindowMs = 3 * 24 * 60 * 60 * 1000
const sweepSeconds = 2
const closeSeconds = 60

function requestOf(line: store.MovingLine) {
  return { requestNo: line.request_no, name: line.name, cardNo: line.card_no, amount: fen(line.net_fen) }
}

/** A channel that does not answer has told nothing: every order it was given may or may not have been taken. */
async function orUnknown(job: JobContext, lines: readonly store.MovingLine[], ask: () => Promise<readonly PayoutAnswer[]>): Promise<readonly PayoutAnswer[]> {
  try {
    return await ask()
  } catch (error) {
    job.log.error({ error: String(error), lines: lines.length }, 'the channel did not answer')
    return lines.map((line) => ({ requestNo: line.request_no, reference: '', kind: 'unknown' as const }))
  }
}

async function sendDue(job: JobContext, channel: PayoutChannel): Promise<number> {
  const lines = await job.run('payouts.send', (ctx) => store.claimToSend(ctx, new Date(ctx.now.getTime() + leaseMs), chunk))
  if (lines.length === 0) return 0
  const answers = await orUnknown(job, lines, () => channel.send(lines.map(requestOf)))
  await job.run('payouts.results', (ctx) => applyAnswers(ctx, lines, answers, 'send'))
  return lines.length
}

/** Asks about lines without an end. What the channel never got is sent again, under the same number. */
export async function askAbout(job: JobContext, channel: PayoutChannel, lines: readonly store.MovingLine[]): Promise<void> {
  if (lines.length === 0) return
  const answers = await orUnknown(job, lines, () => channel.query(lines.map((line) => line.request_no)))
  const absent = new Set(answers.filter((answer) => answer.kind === 'absent').map((answer) => answer.requestNo))
  const lost = lines.filter((line) => absent.has(line.request_no))
  const sentAgain = lost.length === 0 ? [] : await orUnknown(job, lost, () => channel.send(lost.map(requestOf)))
  await job.run('payouts.results', (ctx) => applyAnswers(ctx, lines, [...answers.filter((answer) => answer.kind !== 'absent'), ...sentAgain], 'query'))
}

async function askDue(job: JobContext, channel: PayoutChannel): Promise<number> {
  const lines = await job.run('payouts.ask', (ctx) => store.claimToQuery(ctx, new Date(ctx.now.getTime() + leaseMs), chunk))
  await askAbout(job, channel, lines)
  return lines.length
}

async function takeReturns(job: JobContext, channel: PayoutChannel): Promise<void> {
  const notices = await channel.returns()
  if (notices.length === 0) return
  await job.run('payouts.return', (ctx) => applyReturns(ctx, notices))
  await channel.acknowledge(notices.map((notice) => notice.notifyId))
}

/** Sends what is queued, asks about what is open, takes returns: safe to run on several servers at once, because every line is claimed first. */
async function dispatch(job: JobContext): Promise<void> {
  const channel = sandboxChannel(job)
  while (!job.isStopping() && (await sendDue(job, channel)) > 0);
  while (!job.isStopping() && (await askDue(job, channel)) === chunk);
  await takeReturns(job, channel)
}

async function close(job: JobContext): Promise<void> {
  await job.run('payouts.close', async (ctx) => {
    for (const batch of await store.closeBefore(ctx, new Date(ctx.now.getTime() - returnWindowMs))) {
      ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, to: 'closed' } })
    }
  })
}

async function query(job: JobContext, data: Readonly<Record<string, unknown>>): Promise<void> {
  const lines = await job.run('payouts.query', (ctx) => store.claimToQuery(ctx, new Date(ctx.now.getTime() + leaseMs), chunk, Number(data.batchId)))
  await askAbout(job, sandboxChannel(job), lines)
}

/** What payouts do by themselves. */
export const jobs: Jobs = {
  handlers: { 'payouts.dispatch': dispatch, 'payouts.close': close, 'payouts.query': query },
  every: { 'payouts.dispatch': sweepSeconds, 'payouts.close': closeSeconds },
}
