import type { ReconSource } from '#/domain/money/reconciliation.ts'
import { findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { notifyDifferences } from '#/server/money/reconciliation/notifications.ts'
import * as store from '#/server/money/reconciliation/store-match.ts'
import { addAbsentTransfers, daysOfTransfers, settleAbsentTransfers } from '#/server/money/reconciliation/store-transfers.ts'

/** Returns the missing files of a day. Manual channels have no file. */
export function missingFiles(kind: string, there: readonly ReconSource[], needsBank: boolean): ReconSource[] {
  const isManual = findChannelKind(kind)?.isManual ?? false
  const neededSources: ReconSource[] = isManual ? ['bank'] : needsBank ? ['channel', 'bank'] : ['channel']
  return neededSources.filter((source) => !there.includes(source))
}

/**
 * Matches a day again with all its data: the ledger with the channel file, and the channel file with the bank
 * statement. A closed day stays unchanged. Differences that another day or a payout exception explains are settled
 * automatically.
 */
export async function matchDay(ctx: Context, channelId: number, of: string): Promise<void> {
  const day = await store.lockDay(ctx, channelId, of)
  if (!day || day.state === 'closed') return
  const { there, needsBank } = await store.filesOf(ctx, day)
  const isManual = findChannelKind(day.kind)?.isManual ?? false
  let newDifferences = 0
  if (there.includes('channel')) newDifferences += await store.compareSide(ctx, day, 'channel', store.ourMovementsOf(channelId, of))
  const hasAllFiles = there.includes('bank') && (isManual || there.includes('channel'))
  // Without a required bank statement, late rows of a closed day have no counterpart and count as differences.
  if (hasAllFiles || (!needsBank && !isManual && !there.includes('bank'))) {
    await store.markKnownRows(ctx, day)
    newDifferences += await store.compareSide(ctx, day, 'bank', hasAllFiles ? store.expectedAtBank(day, isManual) : store.expectedWithoutStatement(day))
  }
  await settleAbsentTransfers(ctx, day.centre_id)
  await store.updateDaySums(ctx, day, missingFiles(day.kind, there, needsBank))
  if (hasAllFiles) newDifferences += await addAbsentTransfers(ctx, day)
  // Exceptions come first: a denied payment and a second payment of its order are no pair, in whichever order files come.
  await store.followExceptions(ctx, channelId)
  await store.settleOffsettingItems(ctx, channelId)
  if (newDifferences > 0) await notifyDifferences(ctx, day)
}

/** Returns whether an open day has to be matched again, because records or rows of other accounts have changed since. */
export async function isMatchingOutdated(ctx: Context, day: Row<'recon_day', 'id' | 'channel_id' | 'centre_id' | 'day'>): Promise<boolean> {
  return (await store.daysToMatchAgain(ctx, day.id)).length > 0 || (await daysOfTransfers(ctx, day)).length > 0
}
