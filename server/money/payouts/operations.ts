import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { failCodeNames, payoutRefusals } from '#/api/money/payouts.texts.ts'
import { centreRefusals } from '#/api/organisations/centres.texts.ts'
import { isCardNumber } from '#/domain/base/identity.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type LineState, releasedLineStates } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName, storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { bankBalance } from '#/server/money/ledger/public.ts'
import { channelDesk } from '#/server/money/payouts/channels/desk.ts'
import * as desk from '#/server/money/payouts/channels/store-console.ts'
import { applySteps } from '#/server/money/payouts/dispatch/results.ts'
import { exceptionDesk } from '#/server/money/payouts/exceptions/desk.ts'
import { sweepJob } from '#/server/money/payouts/jobs.ts'
import { offlineOperations } from '#/server/money/payouts/manual/offline.ts'
import { reportDesk } from '#/server/money/payouts/manual/reports.ts'
import { dispatchJob } from '#/server/money/payouts/public.ts'
import * as store from '#/server/money/payouts/store.ts'
import { setUnitCard } from '#/server/people/operators/public.ts'

type Failure = z.output<Modules['payouts']['failures']['output']>[number]

async function batchInScope(ctx: Context, id: number): Promise<desk.BatchHead> {
  return (await desk.findBatch(ctx, id)) ?? refuse(payoutRefusals, 'batchNotFound')
}

const failureByCode: Readonly<Record<string, Pick<Failure, 'reason' | 'owner'>>> = {
  name_mismatch: { reason: 'name', owner: 'unit' },
  card_invalid: { reason: 'card', owner: 'operator' },
  limit: { reason: 'limit', owner: 'unit' },
  channel_single: { reason: 'limit', owner: 'centre' },
  channel_daily: { reason: 'limit', owner: 'centre' },
}

/** Returns the failure class of a line and who must act; null if it succeeded or still may. */
function failureOf(state: LineState, code: string | null): Pick<Failure, 'reason' | 'owner'> | null {
  if (state === 'unknown') return { reason: 'unknown', owner: 'centre' }
  if (state === 'returned') return { reason: 'returned', owner: 'operator' }
  if (state === 'cancelled') return { reason: 'cancelled', owner: 'unit' }
  if (state !== 'failed' && state !== 'held') return null
  return failureByCode[code ?? ''] ?? { reason: 'channel', owner: 'centre' }
}

async function lockHeldLines(ctx: Context, lineIds: readonly number[], isWaiting: (line: store.HeldLine) => boolean): Promise<store.LockedLine[]> {
  expectAllFound(lineIds, await store.lineIdsInScope(ctx, lineIds))
  const lines = await store.lockHeldLines(ctx, lineIds)
  if (lines.length === 0) refuse(payoutRefusals, 'notHeld')
  const actionableLines = lines.filter((line) => !isWaiting(line))
  return actionableLines.length === 0 ? refuse(payoutRefusals, 'exceptionOpen') : actionableLines
}

/** Writes one audit row per batch of the affected lines. */
function noteLines(ctx: Context, lines: readonly store.LockedLine[]): void {
  for (const batchId of new Set(lines.map((line) => line.batch_id))) {
    const batchLines = lines.filter((line) => line.batch_id === batchId)
    const [first] = batchLines
    if (first)
      ctx.note({ refType: 'batch', refId: batchId, unitId: first.unit_id, centreId: first.centre_id, detail: { lines: batchLines.length, first: first.no } })
  }
}

export const payouts: Implementation<Modules['payouts']> = {
  ...offlineOperations,
  ...exceptionDesk,
  ...channelDesk,
  ...reportDesk,

  async progress(ctx, { batchId }) {
    const batch = await batchInScope(ctx, batchId)
    const rows = (await desk.lineTotalsByState(ctx, batch)).filter((row) => row.state !== 'excluded')
    const countIn = (...states: LineState[]) => rows.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + row.count, 0)
    return {
      state: batch.state,
      total: rows.reduce((sum, row) => sum + row.count, 0),
      queued: countIn('queued'),
      sent: countIn('sent', 'processing'),
      success: countIn('success'),
      failed: countIn('failed'),
      held: countIn('held'),
      unknown: countIn('unknown'),
      returned: countIn('returned'),
      cancelled: countIn('cancelled'),
      successNet: fen(rows.filter((row) => row.state === 'success').reduce((sum, row) => sum + row.net, 0)),
    }
  },

  async failures(ctx, { batchId }) {
    const failureByKey = new Map<string, Failure>()
    for (const row of await desk.lineTotalsByState(ctx, await batchInScope(ctx, batchId))) {
      const failureClass = failureOf(row.state, row.fail_code)
      if (failureClass === null) continue
      const key = `${failureClass.reason}:${failureClass.owner}`
      const failureSoFar = failureByKey.get(key)
      failureByKey.set(key, { ...failureClass, count: (failureSoFar?.count ?? 0) + row.count, cost: fen((failureSoFar?.cost ?? 0) + row.cost) })
    }
    return [...failureByKey.values()]
  },

  async query(ctx, { batchId }) {
    const batch = await batchInScope(ctx, batchId)
    const queriedCount = await store.scheduleBatchQuery(ctx, batch)
    if (queriedCount > 0) await ctx.enqueue(sweepJob, {})
    ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, asked: queriedCount } })
    return { asked: queriedCount }
  },

  async retryHeld(ctx, { lineIds }) {
    // An earlier order of the line, or another line of the debt, may have paid the person.
    const lines = await lockHeldLines(ctx, lineIds, (line) => line.has_exception || line.is_doubtful)
    await store.requeueLines(ctx, lines)
    noteLines(ctx, lines)
    await ctx.enqueue(dispatchJob, {})
    return { done: lines.length }
  },

  async cancelHeld(ctx, { lineIds }) {
    const lines = await lockHeldLines(ctx, lineIds, (line) => line.has_exception)
    await ctx.widen('cancelled lines', () =>
      applySteps(
        ctx,
        lines.map((line) => ({ line, to: 'cancelled' as const, code: 'cancelled_by_user', reason: failCodeNames.cancelled_by_user.zh })),
        'cancel',
      ),
    )
    noteLines(ctx, lines)
    return { done: lines.length }
  },

  async replaceCard(ctx, { lineId, cardNo, bankName }) {
    const digits = cardNo.normalize('NFKC').replace(/\s/g, '')
    if (!isCardNumber(digits)) refuse(payoutRefusals, 'badCard')
    const line = (await desk.findLine(ctx, lineId)) ?? refuse(payoutRefusals, 'lineNotFound')
    if (!(releasedLineStates as readonly LineState[]).includes(line.state) || line.operator_id === null) refuse(payoutRefusals, 'notFailed')
    const cardResult = await setUnitCard(ctx, {
      operatorId: line.operator_id,
      unitId: line.unit_id,
      cardNo: digits,
      bankName: storedName(bankName, ctx.language),
    })
    if (cardResult === 'not_linked') refuse(payoutRefusals, 'notLinked')
    if (cardResult === 'match') await desk.recordReplacedCard(ctx, line.batch_id)
    const auditFields = { unitId: line.unit_id, centreId: line.centre_id, detail: { no: line.no, card: `****${digits.slice(-4)}`, answer: cardResult } }
    ctx.note({ ...auditFields, refType: 'line', refId: line.id })
    ctx.note({ ...auditFields, refType: 'batch', refId: line.batch_id })
    return { isVerified: cardResult === 'match' }
  },

  async console(ctx) {
    const rows = await desk.channels(ctx, new Date(`${dayOf(ctx.now)}T00:00:00+08:00`))
    const balanceByCentre = new Map<number, Fen>()
    for (const centreId of new Set(rows.map((row) => row.centre_id))) balanceByCentre.set(centreId, await bankBalance(ctx, centreId))
    return rows.map((row) => ({
      channelId: row.id,
      name: presetName(row.name, ctx.language),
      ...fieldsOf(row, 'kind', 'centre_name', 'is_paused', 'paused_reason', 'queued', 'in_flight', 'unknown', 'held'),
      ...fieldsOf(row, 'success_today', 'failed_today', 'average_seconds'),
      ledgerBalance: balanceByCentre.get(row.centre_id) ?? fen(0),
      channelBalance: row.balance_fen === null ? null : fen(row.balance_fen),
      balanceAt: row.balance_at?.toISOString() ?? null,
      waitsUntil: row.waits_until && row.waits_until > ctx.now ? row.waits_until.toISOString() : null,
    }))
  },

  async pause(ctx, { channelId, paused, reason }) {
    const before = (await desk.lockPause(ctx, channelId)) ?? refuse(payoutRefusals, 'channelNotFound')
    if (before.is_paused && !paused && before.paused_by === ctx.actor.userId) refuse(centreRefusals, 'ownPause')
    const channel = (await desk.setPaused(ctx, channelId, paused, reason)) ?? refuse(payoutRefusals, 'channelNotFound')
    ctx.note({ refType: 'channel', refId: channelId, centreId: channel.centre_id, detail: { centre: channel.centre_name, name: channel.name, paused, reason } })
    if (!paused) await ctx.enqueue(dispatchJob, {})
    return {}
  },
}
