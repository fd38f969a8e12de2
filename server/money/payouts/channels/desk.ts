import type { Modules } from '#/api/modules.ts'
import { payoutRefusals } from '#/api/money/payouts.texts.ts'
import { type ChannelAbility, findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { ChannelFault, cleanText, type PayoutChannel, readResponse } from '#/server/money/payouts/channels/channel.ts'
import { refusalText } from '#/server/money/payouts/channels/file-refusals.ts'
import { type ChannelRef, channelOpener } from '#/server/money/payouts/channels/registry.ts'
import * as desk from '#/server/money/payouts/channels/store-console.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'

/**
 * Opens a channel for a query by an operation. The `run` of this channel rejects, so nothing is written to our
 * database.
 */
function openChannel(ctx: Context, ref: ChannelRef): PayoutChannel {
  const run = () => Promise.reject(new Error('an operation asks and writes nothing'))
  return channelOpener({ run, vault: ctx.vault, isDemo: ctx.isDemo, ownNetworks: ctx.ownNetworks, real: () => ctx.real, log: ctx.log })(ref)
}

function expectAbility(ref: ChannelRef, ability: ChannelAbility): void {
  if (!findChannelKind(ref.channel_kind)?.can.includes(ability)) refuse(payoutRefusals, 'cannot')
}

const emptyTestResult = { ms: 0, skewSeconds: 0, balance: null }

async function runTest(ctx: Context, ref: ChannelRef) {
  try {
    const testResult = await openChannel(ctx, ref).test?.()
    return { fault: null, detail: '', ms: testResult?.ms ?? 0, skewSeconds: testResult?.skewSeconds ?? 0, balance: testResult?.balance ?? null }
  } catch (error) {
    return {
      fault: error instanceof ChannelFault ? error.fault : ('keys' as const),
      detail: cleanText(error instanceof Error ? error.message : ''),
      ...emptyTestResult,
    }
  }
}

export const channelDesk: Pick<Implementation<Modules['payouts']>, 'testChannel' | 'channelFiles' | 'cancelSent'> = {
  async testChannel(ctx, { channelId }) {
    const ref = (await desk.findChannel(ctx, channelId)) ?? refuse(payoutRefusals, 'channelNotFound')
    expectAbility(ref, 'test')
    const answer = await ctx.outside('channel test', [channelId, ref.settings_sealed], () => runTest(ctx, ref))
    ctx.note({ refType: 'channel', refId: channelId, centreId: ref.centre_id, detail: { fault: answer.fault } })
    return answer
  },

  async channelFiles(ctx, { channelId }) {
    const ref = (await desk.findChannel(ctx, channelId)) ?? refuse(payoutRefusals, 'channelNotFound')
    const rows = await desk.channelFiles(ctx, ref.channel_id)
    return rows.map((row) => ({
      ...fieldsOf(row, 'day', 'attempt', 'file_id', 'name', 'sha256', 'fetched_at'),
      refusal: refusalText(row, ctx.language),
    }))
  },

  async cancelSent(ctx, { lineId }) {
    const order = (await desk.findOrder(ctx, lineId)) ?? refuse(payoutRefusals, 'notUnderWay')
    expectAbility(order, 'cancel')
    const { request_no: requestNo } = order
    const answer = await ctx
      .outside('cancel', requestNo, async () => openChannel(ctx, order).cancel?.(requestNo))
      .catch((error: unknown) => {
        if (!(error instanceof ChannelFault)) throw error
        return refuse(payoutRefusals, 'channelSilent')
      })
    await ctx.widen('cancelled lines', () => applyResponses(ctx, order.channel_id, [readResponse(answer)], 'query'))
    const line = await desk.findLine(ctx, lineId)
    ctx.note({ refType: 'line', refId: lineId, unitId: order.unit_id, centreId: order.centre_id, detail: { requestNo, to: line?.state } })
    return { state: line?.state ?? '' }
  },
}
