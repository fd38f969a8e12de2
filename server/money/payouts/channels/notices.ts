import { createHash } from 'node:crypto'
import type { JobContext } from '#/server/kernel/context.ts'
import type { Callback, CallbackResponse } from '#/server/kernel/external/callback.ts'
import { job as jobOf, noPayload } from '#/server/kernel/jobs/job.ts'
import { readChannelNotice } from '#/server/money/payouts/channels/registry.ts'
import * as store from '#/server/money/payouts/channels/store-inbox.ts'

export const noticesJob = jobOf('payouts.notices', noPayload)

const statusByRefusal = { form: 400, merchant: 403, clock: 401, signature: 401, keys: 503, used: 409, unknown: 404 } as const

function refuseNotice(job: JobContext, why: keyof typeof statusByRefusal, about: { readonly channelId: string; readonly noticeNo?: string }): CallbackResponse {
  job.log.warn({ ...about, refused: why }, 'a notice of a channel was refused')
  return { status: statusByRefusal[why], body: { code: 'REFUSED', message: why } }
}

/**
 * Receives notices of payout channels. The URL names the channel, whose keys verify the notice, so a notice for another
 * channel fails by signature or merchant. Each number is accepted once across servers. A repeat is confirmed, so that
 * the channel stops sending it. Different content under a known number is refused. A job applies the content.
 */
export const channelNotices: Callback = {
  path: '/callbacks/channels/:id',
  maxBytes: 64 * 1024,
  async handle(job, { id, path, headers, body }) {
    const channelId = /^[1-9]\d{0,14}$/.test(id) ? id : ''
    const { channel, real } = await job.run('payouts.notice', async (ctx) => ({
      channel: channelId === '' ? undefined : await store.findNoticeChannel(ctx, Number(channelId)),
      real: ctx.real,
    }))
    if (!channel) return refuseNotice(job, 'unknown', { channelId })
    const notice = readChannelNotice(job, channel, { path, headers, body, receivedAt: real })
    if (notice.refused !== undefined) return refuseNotice(job, notice.refused, { channelId })
    const { noticeNo, content } = notice
    const sha256 = createHash('sha256').update(body).digest('hex')
    const storeOutcome = await job.run('payouts.notice', async (ctx) => {
      const outcome = await store.storeNotice(ctx, channel, { noticeNo, sha256, content })
      if (outcome === 'new') await ctx.enqueue(noticesJob, {})
      return outcome
    })
    if (storeOutcome === 'used') return refuseNotice(job, 'used', { channelId, noticeNo })
    if (storeOutcome === 'repeated') job.log.info({ channelId, noticeNo }, 'a notice of a channel came again')
    return { status: 200, body: { code: 'OK' } }
  },
}
