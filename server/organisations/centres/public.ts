import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import type { ChannelSettings } from '#/domain/base/connection-settings.ts'
import { type ChannelKindName, channelKinds } from '#/domain/organisations/payout-channel.ts'
import * as sealed from '#/server/kernel/external/sealed-settings.ts'
import { event } from '#/server/kernel/jobs/job.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

export { personMonthLimit } from '#/server/organisations/centres/store.ts'
export { channelFacts, hasOpenChannel, manualChannels, usableChannel } from '#/server/organisations/centres/store-fragments.ts'

/** Payouts through a paused channel have resumed. */
export const channelResumed = event('centres.channelResumed', z.object({ channelId: Id }))

/** Returns the settings of a channel, secrets included. */
export function openSettings(vault: Vault, kind: ChannelKindName, text: string): ChannelSettings {
  return sealed.openSealedSettings(vault, channelKinds[kind].fields, text)
}
