import { channelKind } from '#/domain/payout-channel.ts'
import type { ReconSource } from '#/domain/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/reconciliation/store-match.ts'
import { tellDifferences } from '#/server/money/reconciliation/telling.ts'

/** Which files of a day are still to come: people who pay by hand have no channel that tells. */
export function missingOf(kind: string, there: readonly ReconSource[], needsBank: boolean): ReconSource[] {
  const isManual = channelKind(kind)?.isManual ?? false
  const needed: ReconSource[] = isManual ? ['bank'] : needsBank ? ['channel', 'bank'] : ['channel']
  return needed.filter((source) => !there.includes(source))
}

/**
 * Matches a day anew with all that is there of it: our books beside the channel's file, that beside the bank. A closed day stands as it is. What other days or the
 * payout exceptions say settles by itself.
 */
export async function matchDay(ctx: Context, channelId: number, of: string): Promise<void> {
  const day = await store.lockDay(ctx, channelId, of)
  if (!day || day.state === 'closed') return
  const { there, needsBank } = await store.filesOf(ctx, day)
  const isManual = channelKind(day.kind)?.isManual ?? false
  let added = 0
  if (there.includes('channel')) added += await store.compare(ctx, day, 'channel', store.oursOf(channelId, of))
  const isWhole = there.includes('bank') && (isManual || there.includes('channel'))
  // Of a day that does without the bank's statement, what came late from a day that was closed stands by itself.
  if (isWhole || (!needsBank && !isManual && !there.includes('bank'))) {
    await store.markTopups(ctx, day)
    added += await store.compare(ctx, day, 'bank', isWhole ? store.expectedAtBank(day, isManual) : store.nothingExpected)
  }
  await store.sumDay(ctx, day, missingOf(day.kind, there, needsBank))
  await store.pairDays(ctx, channelId)
  await store.followExceptions(ctx, channelId)
  if (added > 0) await tellDifferences(ctx, day)
}
