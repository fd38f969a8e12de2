import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type ChannelKindName, type ChannelSettings, channelKinds } from '#/domain/payout-channel.ts'
import { event } from '#/server/kernel/job.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** A channel that was paused carries payouts again. */
export const channelResumed = event('centres.channelResumed', z.object({ channelId: Id }))

const Kept = z.record(z.string(), z.string())

/** What a channel was told, secrets too; what its kind asks for since then has its initial value. Throws where the sealed text cannot be opened. */
export function openSettings(vault: Vault, kind: ChannelKindName, sealed: string): ChannelSettings {
  const kept = sealed === '' ? {} : Kept.parse(JSON.parse(vault.open('settings', sealed)))
  return Object.fromEntries(Object.entries(channelKinds[kind].fields).map(([key, { initial }]) => [key, kept[key] ?? initial]))
}
