import { integrityRefusals } from '#/api/desk/integrity.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import { affectedItems } from '#/server/desk/integrity/affected.ts'
import { recoveryJob } from '#/server/desk/integrity/lost-commits.ts'
import { runJob } from '#/server/desk/integrity/running.ts'
import * as store from '#/server/desk/integrity/store.ts'
import { lostOrders } from '#/server/desk/integrity/store-lost.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { dispatchJob } from '#/server/money/payouts/public.ts'

type Blocker = keyof typeof integrityRefusals | null

const maxRuns = 30

function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all || ctx.actor.usertype !== userType.platform) refuse(integrityRefusals, 'notPlatform')
}

function releaseRequestBlocker(stop: store.StopRow): Blocker {
  if (stop.asked_by !== null) return 'askedAlready'
  return stop.is_clean ? null : 'notClean'
}

function releaseBlocker(ctx: Context, stop: store.StopRow, isAllowed: boolean): Blocker {
  if (stop.asked_by === null) return 'notAsked'
  if (stop.asked_by === ctx.actor.userId) return 'ownRequest'
  return stop.is_clean || !isAllowed ? null : 'notClean'
}

async function presentLostOrders(ctx: Context, stopId: number) {
  const { rows, count, openCount } = await lostOrders(ctx, stopId)
  return {
    count,
    openCount,
    rows: rows.map((row) => ({
      requestNo: row.request_no,
      amount: fen(row.amount_fen),
      channelName: row.channel_name === null ? '' : presetName(row.channel_name, ctx.language),
      ...fieldsOf(row, 'sent_at', 'answer', 'exception_no', 'exception_state'),
      path: row.exception_no === null ? '' : `${pages.zfycList.path}?keyword=${encodeURIComponent(row.exception_no)}`,
    })),
  }
}

/** Locks the open stop; refuses unless it is the requested one. */
async function lockStop(ctx: Context, stopId: number): Promise<store.StopRow> {
  expectPlatform(ctx)
  const stop = await store.findOpenStop(ctx, { lock: true })
  return stop?.id === stopId ? stop : refuse(integrityRefusals, 'notStopped')
}

export const integrity: Implementation<Modules['integrity']> = {
  async state(ctx) {
    expectPlatform(ctx)
    const stop = await store.findOpenStop(ctx)
    return {
      stop: stop
        ? {
            ...fieldsOf(stop, 'id', 'broken', 'stopped_at'),
            affected: await affectedItems(ctx, stop.broken),
            lost: await presentLostOrders(ctx, stop.id),
            askedBy: stop.asked_name,
            askedAt: stop.asked_at?.toISOString() ?? null,
            reason: stop.reason,
            mayAsk: blockerText(ctx, integrityRefusals, releaseRequestBlocker(stop)),
            mayRelease: blockerText(ctx, integrityRefusals, releaseBlocker(ctx, stop, true)),
            mayDeny: blockerText(ctx, integrityRefusals, releaseBlocker(ctx, stop, false)),
          }
        : null,
      signedAt: (await store.lastSignatureAt(ctx))?.toISOString() ?? null,
      mayRun: blockerText(ctx, integrityRefusals, (await store.isFullCheckRunning(ctx)) ? 'underWay' : null),
      runs: (await store.runs(ctx, maxRuns)).map((run) => ({
        ...fieldsOf(run, 'id', 'kind', 'state', 'asked_by', 'started_at', 'finished_at'),
      })),
    }
  },

  async findings(ctx, { runId }) {
    expectPlatform(ctx)
    return (await store.findings(ctx, runId)).map((each) => ({ ...each, offenders: [...each.offenders] }))
  },

  async run(ctx) {
    expectPlatform(ctx)
    if (await store.isFullCheckRunning(ctx)) refuse(integrityRefusals, 'underWay')
    const id = await store.requestRun(ctx)
    await ctx.enqueue(runJob, { runId: id })
    ctx.note({ refType: 'integrity', refId: id })
    return { id }
  },

  async bringBack(ctx, { stopId }) {
    expectPlatform(ctx)
    const { openCount } = await lostOrders(ctx, stopId)
    if (openCount === 0) refuse(integrityRefusals, 'nothingLost')
    await ctx.enqueue(recoveryJob, {})
    ctx.note({ refType: 'payout_stop', refId: stopId, detail: { orders: openCount } })
    return {}
  },

  async askRelease(ctx, { stopId, reason }) {
    const stop = await lockStop(ctx, stopId)
    refuseIf(integrityRefusals, releaseRequestBlocker(stop))
    await store.requestRelease(ctx, stop.id, reason)
    ctx.note({ refType: 'payout_stop', refId: stop.id, detail: { checks: stop.broken, reason } })
    return {}
  },

  async release(ctx, { stopId, isAllowed, reason }) {
    const stop = await lockStop(ctx, stopId)
    refuseIf(integrityRefusals, releaseBlocker(ctx, stop, isAllowed))
    if (isAllowed) {
      await store.releaseStop(ctx, stop.id)
      await ctx.enqueue(dispatchJob, {})
    } else await store.refuseRelease(ctx, stop.id)
    ctx.note({ refType: 'payout_stop', refId: stop.id, detail: { checks: stop.broken, asked: stop.reason, isAllowed, reason } })
    return {}
  },
}
