import type { Modules } from '#/api/modules.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { lockForUpdate, reloadBatch } from '#/server/money/payments/lifecycle.ts'
import { presentBatch } from '#/server/money/payments/presentation.ts'
import * as store from '#/server/money/payments/store.ts'
import * as changes from '#/server/money/payments/store-changes.ts'
import { dispatchJob, haltMoment, rerouteLines, rerouteTargetsOf, unsentTotals } from '#/server/money/payouts/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const minReasonLength = 2

/** Locks the batch row: waits for running claims of its lines and prevents new ones. */
async function lockWholeBatch(ctx: Context, target: { id: number; version: number; reason: string }, duty: 'halt' | 'release' | 'reroute') {
  if (target.reason.length < minReasonLength) refuse(paymentRefusals, 'reasonNeeded')
  return lockForUpdate(ctx, target, duty)
}

function noteHalt(ctx: Context, batch: store.BatchRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, ...detail } })
}

async function notifyUnit(ctx: Context, batch: store.BatchRow, kind: 'batchHalted' | 'batchReleased', reason: string): Promise<void> {
  const to = [...new Set([batch.maker_id, batch.payer_id ?? batch.maker_id])]
  await sendNotification(ctx, { to, path: `/zf/batch/${batch.id}`, refType: 'batch', refId: batch.id, kind, values: { no: batch.no, reason } })
}

export const haltOperations = {
  async halt(ctx, target) {
    const batch = await lockWholeBatch(ctx, target, 'halt')
    await changes.setHalt(ctx, batch.id, { halted_at: await haltMoment(ctx, batch), halted_by: ctx.actor.userId, halt_reason: target.reason })
    const { unsent } = await unsentTotals(ctx, batch)
    noteHalt(ctx, batch, { reason: target.reason, state: batch.state, unsent })
    await notifyUnit(ctx, batch, 'batchHalted', target.reason)
    return presentBatch(ctx, await reloadBatch(ctx, batch.id))
  },

  async release(ctx, target) {
    const batch = await lockWholeBatch(ctx, target, 'release')
    await changes.setHalt(ctx, batch.id, { halted_at: null, halted_by: null, halt_reason: '' })
    noteHalt(ctx, batch, { reason: target.reason, haltedBy: batch.halted_by, haltedAt: batch.halted_at?.toISOString(), haltReason: batch.halt_reason })
    await notifyUnit(ctx, batch, 'batchReleased', target.reason)
    await ctx.enqueue(dispatchJob, {})
    return presentBatch(ctx, await reloadBatch(ctx, batch.id))
  },

  async channels(ctx, { id }) {
    const batch = (await store.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
    const { unsent, net } = await unsentTotals(ctx, batch)
    const rerouteTargets = await rerouteTargetsOf(ctx, batch)
    return {
      unsent,
      net: fen(net),
      channels: rerouteTargets.map((way) => ({
        id: way.id,
        name: presetName(way.name, ctx.language),
        problem: way.problem && translate(paymentRefusals[way.problem], ctx.language),
      })),
    }
  },

  async reroute(ctx, { channelId, ...target }) {
    const batch = await lockWholeBatch(ctx, target, 'reroute')
    const { unsent } = await unsentTotals(ctx, batch)
    if (unsent === 0) refuse(paymentRefusals, 'nothingUnsent')
    const rerouteTarget = (await rerouteTargetsOf(ctx, batch)).find((each) => each.id === channelId) ?? refuse(paymentRefusals, 'channelUnknown')
    if (rerouteTarget.problem) refuse(paymentRefusals, rerouteTarget.problem)
    const movedCount = await rerouteLines(ctx, batch, channelId)
    if (!(await changes.changeBatchState(ctx, batch, { state: batch.state, channel_id: channelId }))) refuse(paymentRefusals, 'changed')
    noteHalt(ctx, batch, { reason: target.reason, from: batch.channel_name, to: rerouteTarget.name, moved: movedCount, held: unsent - movedCount })
    await ctx.enqueue(dispatchJob, {})
    return presentBatch(ctx, await reloadBatch(ctx, batch.id))
  },
} satisfies Pick<Implementation<Modules['payments']>, 'halt' | 'release' | 'channels' | 'reroute'>
