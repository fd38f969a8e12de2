import { dayOf } from '#/domain/base/period.ts'
import { type ChannelAbility, channelKindNames, channelKinds } from '#/domain/organisations/payout-channel.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import type { PayoutChannel } from '#/server/money/payouts/channels/channel.ts'
import { mapConcurrently } from '#/server/money/payouts/channels/pace.ts'
import { channelOpener } from '#/server/money/payouts/channels/registry.ts'
import * as store from '#/server/money/payouts/channels/store-inbox.ts'
import { dailyFileFetched } from '#/server/money/payouts/dispatch/events.ts'
import { type PendingReceipt, pendingReceipts, postponeReceipt, storeReceipt } from '#/server/money/vouchers/public.ts'
import { checkDocument } from '#/server/services/files/public.ts'

const dayMs = 86_400_000
/** Number of past days for which missing daily files are requested. */
const maxDaysBack = 5
const maxReceiptsPerRun = 50
const maxConcurrentCalls = 4

const kindsWithAbility = (ability: ChannelAbility) => channelKindNames.filter((name) => (channelKinds[name].can as readonly string[]).includes(ability))

/** Works concurrently on every channel in use with this ability. Logs failures, which the next run retries. */
async function forEachChannel(
  job: JobContext,
  ability: ChannelAbility,
  work: (channel: PayoutChannel, ref: store.ActiveChannel) => Promise<void>,
): Promise<void> {
  const open = channelOpener(job)
  const refs = await job.run('payouts.fetch', (ctx) => store.activeChannels(ctx, kindsWithAbility(ability)))
  const workOnChannel = async (ref: store.ActiveChannel) => {
    try {
      await work(open(ref), ref)
    } catch (error) {
      job.log.warn({ channelId: ref.channel_id, what: ability, error: String(error) }, 'a channel gave nothing')
    }
  }
  await Promise.all(refs.map(workOnChannel))
}

export async function fetchBalances(job: JobContext): Promise<void> {
  await forEachChannel(job, 'balance', async (channel, ref) => {
    const balance = await channel.balance?.()
    if (balance !== undefined) await job.run('payouts.balance', (ctx) => store.setBalance(ctx, ref.channel_id, balance))
  })
}

/**
 * Fetches the daily files of past days on which something was sent. Retries with growing pauses until a file is
 * accepted.
 */
export async function fetchDailyFiles(job: JobContext): Promise<void> {
  await forEachChannel(job, 'dailyFile', async (channel, ref) => {
    const days = await job.run('payouts.fetch', (ctx) => {
      const pastDays = Array.from({ length: maxDaysBack }, (_, at) => dayOf(new Date(ctx.now.getTime() - (at + 1) * dayMs)))
      return store.daysToFetch(ctx, ref.channel_id, pastDays)
    })
    for (const { day, attempt } of days) {
      const file = await channel.dailyFile?.(day)
      if (!file) continue
      const name = `${day}.csv`
      await job.run('payouts.dailyFile', async (ctx) => {
        const { id, sha256 } = await ctx.files.save({ name, mediaType: 'text/csv', bytes: file.bytes, purpose: 'channel_file', centreId: ref.centre_id })
        const addedFileId = await store.addFile(ctx, ref, { day, attempt, fileId: id, name, sha256 })
        if (addedFileId === null) return
        ctx.note({ refType: 'channel', refId: ref.channel_id, centreId: ref.centre_id, detail: { day, attempt, sha256 } })
        await ctx.publish(dailyFileFetched, { channelFileId: addedFileId })
      })
    }
  })
}

async function fetchReceipt(job: JobContext, channel: PayoutChannel, requested: PendingReceipt): Promise<void> {
  try {
    const file = await channel.receipt?.(requested.requestNo)
    if (!file) return await job.run('payouts.receipt', (ctx) => postponeReceipt(ctx, requested))
    await checkDocument(file.bytes, ['pdf'])
    await job.run('payouts.receipt', (ctx) => storeReceipt(ctx, requested, file.bytes))
  } catch (error) {
    job.log.warn({ requestNo: requested.requestNo, error: String(error) }, 'a channel gave no receipt')
    await job.run('payouts.receipt', (ctx) => postponeReceipt(ctx, requested))
  }
}

/** Fetches receipts from the channels that issue them, a limited number per run. */
export async function fetchReceipts(job: JobContext): Promise<void> {
  await forEachChannel(job, 'receipt', async (channel, ref) => {
    const pendingRequests = await job.run('payouts.fetch', (ctx) => pendingReceipts(ctx, ref.channel_id, maxReceiptsPerRun))
    await mapConcurrently(pendingRequests, maxConcurrentCalls, (each) => fetchReceipt(job, channel, each))
  })
}
