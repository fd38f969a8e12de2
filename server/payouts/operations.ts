import type { Modules } from '#/api/modules.ts'
import { payoutRefusals } from '#/api/payouts.texts.ts'
import { isCardNumber } from '#/domain/identity.ts'
import type { LineState } from '#/domain/line.ts'
import { add, type Fen, fen } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { addCard } from '#/server/operators/public.ts'
import { book } from '#/server/payouts/results.ts'
import * as store from '#/server/payouts/store.ts'
import * as desk from '#/server/payouts/store-console.ts'

type Reason = 'card' | 'name' | 'limit' | 'channel' | 'unknown' | 'returned' | 'cancelled'

function reasonOf(state: string, code: string | null): { reason: Reason; owner: 'unit' | 'operator' | 'centre' } {
  if (state === 'unknown') return { reason: 'unknown', owner: 'centre' }
  if (state === 'returned') return { reason: 'returned', owner: 'operator' }
  if (state === 'cancelled') return { reason: 'cancelled', owner: 'unit' }
  if (code === 'NAME_MISMATCH') return { reason: 'name', owner: 'unit' }
  if (code === 'CARD_INVALID') return { reason: 'card', owner: 'operator' }
  if (code === 'LIMIT') return { reason: 'limit', owner: 'centre' }
  return { reason: 'channel', owner: 'centre' }
}

async function heldLines(ctx: Context, ids: readonly number[]): Promise<store.MovingLine[]> {
  const lines = await desk.lockLines(ctx, ids)
  if (lines.length !== new Set(ids).size) refuse(payoutRefusals, 'notFound')
  if (lines.some((line) => line.state !== 'held')) refuse(payoutRefusals, 'notHeld')
  return lines
}

async function moveHeld(ctx: Context, lines: readonly store.MovingLine[], to: 'queued' | 'cancelled'): Promise<number> {
  const changes = lines.map(
    (line): store.Change => ({
      id: line.id,
      month: line.month,
      from: 'held',
      to,
      requestNo: line.request_no,
      reference: '',
      code: to === 'cancelled' ? 'CANCELLED' : null,
      nextQueryAt: to === 'queued' ? ctx.now : null,
      notifyId: null,
    }),
  )
  const moved = await store.applyChanges(ctx, changes, to === 'queued' ? 'retry' : 'cancel')
  if (to === 'queued') await store.requeue(ctx, lines)
  await ctx.widen('held lines', () => book(ctx, lines, moved, new Map<number, LineState>(changes.map((change) => [change.id, change.to]))))
  for (const batchId of new Set(lines.map((line) => line.batch_id))) {
    ctx.note({
      refType: 'batch',
      refId: batchId,
      unitId: lines[0]?.unit_id ?? null,
      centreId: lines[0]?.centre_id ?? null,
      detail: { lines: lines.length, to },
    })
  }
  return moved.size
}

export const payouts: Implementation<Modules['payouts']> = {
  async progress(ctx, { batchId }) {
    const row = (await desk.progress(ctx, batchId)) ?? refuse(payoutRefusals, 'notFound')
    const { success_net, no: _no, unit_id: _unit, centre_id: _centre, ...counts } = row
    return { ...counts, successNet: fen(success_net) }
  },

  async failures(ctx, { batchId }) {
    const groups = new Map<string, { reason: Reason; owner: 'unit' | 'operator' | 'centre'; count: number; cost: Fen }>()
    for (const row of await desk.failures(ctx, batchId)) {
      const { reason, owner } = reasonOf(row.state, row.fail_code)
      const group = groups.get(reason) ?? { reason, owner, count: 0, cost: fen(0) }
      groups.set(reason, { ...group, count: group.count + row.count, cost: add(group.cost, fen(row.cost)) })
    }
    return [...groups.values()]
  },

  async query(ctx, { batchId }) {
    const row = (await desk.progress(ctx, batchId)) ?? refuse(payoutRefusals, 'notFound')
    await ctx.enqueue('payouts.query', { batchId })
    ctx.note({ refType: 'batch', refId: batchId, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no } })
    return { asked: row.sent + row.unknown }
  },

  async retryHeld(ctx, { lineIds }) {
    const done = await moveHeld(ctx, await heldLines(ctx, lineIds), 'queued')
    await ctx.enqueue('payouts.dispatch', {})
    return { done }
  },

  async cancelHeld(ctx, { lineIds }) {
    return { done: await moveHeld(ctx, await heldLines(ctx, lineIds), 'cancelled') }
  },

  async replaceCard(ctx, { lineId, cardNo, bankName }) {
    const line = (await desk.lockLines(ctx, [lineId]))[0] ?? refuse(payoutRefusals, 'notFound')
    if (!['failed', 'returned', 'cancelled'].includes(line.state)) refuse(payoutRefusals, 'notEnded')
    const digits = cardNo.normalize('NFKC').replace(/\s/g, '')
    if (!isCardNumber(digits)) refuse(payoutRefusals, 'cardForm')
    const isVerified = (await addCard(ctx, { operatorId: line.operator_id, cardNo: digits, bankName, makeDefault: true })) === 'match'
    ctx.note({
      refType: 'batch',
      refId: line.batch_id,
      unitId: line.unit_id,
      centreId: line.centre_id,
      detail: { line: line.no, card: digits.slice(-4), isVerified },
    })
    return { isVerified }
  },

  async console(ctx) {
    const rows = await desk.channels(ctx)
    return rows.map((row) => ({
      channelId: row.id,
      name: row.name,
      kind: row.kind,
      isPaused: row.is_paused,
      pausedReason: row.paused_reason,
      queued: row.queued,
      inFlight: row.in_flight,
      unknown: row.unknown,
      held: row.held,
      successToday: row.success_today,
      failedToday: row.failed_today,
      ledgerBalance: fen(row.ledger),
      channelBalance: null,
    }))
  },

  async pause(ctx, { channelId, paused, reason }) {
    if (!(await desk.pause(ctx, channelId, { isPaused: paused, reason }))) refuse(payoutRefusals, 'noChannel')
    ctx.note({ refType: 'channel', refId: channelId, detail: { paused, reason } })
    return {}
  },
}
