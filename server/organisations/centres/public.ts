import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type ChannelKindName, type ChannelSettings, channelKinds } from '#/domain/payout-channel.ts'
import { event } from '#/server/kernel/job.ts'
import * as sealed from '#/server/kernel/sealed-settings.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** A channel that was paused carries payouts again. */
export const channelResumed = event('centres.channelResumed', z.object({ channelId: Id }))

/** What a channel was told, secrets too. */
export function openSettings(vault: Vault, kind: ChannelKindName, text: string): ChannelSettings {
  return sealed.openSettings(vault, channelKinds[kind].fields, text)
}
