import { lineReasons } from '#/api/money/payouts.texts.ts'
import { type Fen, fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ExceededLimit, exceededLimits } from '#/domain/money/channel-limit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { applySteps } from '#/server/money/payouts/dispatch/results.ts'
import * as store from '#/server/money/payouts/dispatch/store-claim.ts'
import type { LockedLine, OutgoingRow } from '#/server/money/payouts/store.ts'

type DueLine = store.DueLine

function recallReason(obstacles: readonly string[]): string {
  if (obstacles.includes('E209')) return lineReasons.stopped.zh
  if (obstacles.includes('E215')) return lineReasons.debt.zh
  return translate(lineReasons.unfit, 'zh', { codes: obstacles })
}

/** Writes one audit row per batch with held or recalled lines. */
function noteReason(ctx: Context, lines: readonly LockedLine[], detail: Record<string, unknown>): void {
  for (const batchId of new Set(lines.map((line) => line.batch_id))) {
    const batchLines = lines.filter((line) => line.batch_id === batchId)
    const [first] = batchLines
    if (first)
      ctx.note({
        refType: 'batch',
        refId: batchId,
        unitId: first.unit_id,
        centreId: first.centre_id,
        detail: { lines: batchLines.length, first: first.no, ...detail },
      })
  }
}

/**
 * Cancels lines that no channel has received. The money of these lines is released. Another batch can repeat them once
 * the payee is payable.
 */
async function recallLines(ctx: Context, lines: readonly store.BlockedLine[]): Promise<void> {
  await applySteps(
    ctx,
    lines.map((line) => ({ line, to: 'cancelled' as const, code: 'recalled', reason: recallReason(line.obstacles) })),
    'recall',
  )
  for (const [reason, own] of Map.groupBy(lines, (line) => recallReason(line.obstacles))) noteReason(ctx, own, { reason })
}

/**
 * Cancels a payee's queued and held lines that are no longer payable, at one unit or all. Does not change sent lines.
 * Returns the number of cancelled lines.
 */
export async function recallPayee(ctx: Context, operatorId: number, unitId: number | null): Promise<number> {
  const lines = await store.lockBlockedLines(ctx, operatorId, unitId)
  if (lines.length > 0) await recallLines(ctx, lines)
  return lines.length
}

interface LimitReason {
  readonly code: 'channel_single' | 'channel_daily'
  readonly reason: string
}

function limitReasonFor(broken: ExceededLimit, due: DueLine, sent: Fen): LimitReason {
  if (broken === 'single') return { code: 'channel_single', reason: translate(lineReasons.single, 'zh', { limit: formatYuan(fen(due.single_limit_fen ?? 0)) }) }
  const values = { limit: formatYuan(fen(due.daily_limit_fen ?? 0)), sent: formatYuan(sent) }
  return { code: 'channel_daily', reason: translate(lineReasons.daily, 'zh', values) }
}

/** Returns the lines that exceed their channel's limits, with the reason for each. */
async function findLimitReasons(ctx: Context, due: readonly DueLine[]): Promise<Map<number, LimitReason>> {
  const reasonByLine = new Map<number, LimitReason>()
  const today = new Date(`${dayOf(ctx.now)}T00:00:00+08:00`)
  const limitedLines = due.filter((line) => line.single_limit_fen !== null || line.daily_limit_fen !== null)
  for (const channelId of [...new Set(limitedLines.map((line) => line.channel_id))].sort((a, b) => a - b)) {
    const channelLines = limitedLines.filter((line) => line.channel_id === channelId)
    const [{ single_limit_fen: single = null, daily_limit_fen: daily = null } = {}] = channelLines
    const sentToday = daily === null ? fen(0) : fen(await store.amountSentSince(ctx, channelId, today))
    const orders = channelLines.map((line) => ({ id: line.id, amount: fen(line.net_fen) }))
    const limitByLine = exceededLimits(orders, { single: single === null ? null : fen(single), daily: daily === null ? null : fen(daily) }, sentToday)
    for (const line of channelLines) {
      const exceededLimit = limitByLine.get(line.id)
      if (exceededLimit) reasonByLine.set(line.id, limitReasonFor(exceededLimit, line, sentToday))
    }
  }
  return reasonByLine
}

/**
 * Claims up to `limit` queued lines of a channel and marks them sent until the lease ends. The caller commits before
 * calling the channel, so no line is sent twice. Cancels lines of unpayable payees and holds lines beyond the channel's
 * limits. Returns the lines to send and the number of examined lines.
 */
export async function claimQueuedLines(ctx: Context, channelId: number, limit: number, leaseUntil: Date): Promise<{ rows: OutgoingRow[]; seen: number }> {
  const dueLines = await store.dueQueuedLines(ctx, channelId, limit)
  const obstaclesByLine = new Map(dueLines.flatMap((line) => (line.obstacles.length > 0 ? [[line.id, line.obstacles] as const] : [])))
  const payableLines = dueLines.filter((line) => !obstaclesByLine.has(line.id))
  if (obstaclesByLine.size > 0) {
    const blockedLines = await store.lockWaitingLines(
      ctx,
      dueLines.filter((line) => obstaclesByLine.has(line.id)),
    )
    await recallLines(
      ctx,
      blockedLines.map((line) => ({ ...line, obstacles: obstaclesByLine.get(line.id) ?? [] })),
    )
  }
  const reasonByLine = await findLimitReasons(ctx, payableLines)
  if (reasonByLine.size > 0) {
    const lines = await store.lockWaitingLines(
      ctx,
      payableLines.filter((line) => reasonByLine.has(line.id)),
    )
    const steps = lines.flatMap((line) => {
      const limitReason = reasonByLine.get(line.id)
      return limitReason ? [{ line, to: 'held' as const, ...limitReason }] : []
    })
    await applySteps(ctx, steps, 'send')
    noteReason(ctx, lines, { held: 'limit' })
  }
  const linesWithinLimits = payableLines.filter((line) => !reasonByLine.has(line.id))
  return { rows: linesWithinLimits.length === 0 ? [] : await store.markLinesSent(ctx, linesWithinLimits, leaseUntil), seen: dueLines.length }
}
