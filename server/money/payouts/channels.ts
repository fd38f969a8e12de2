import { z } from 'zod'
import { type ChannelKindName, channelKind } from '#/domain/payout-channel.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import type { OpenKind, PayoutChannel } from '#/server/money/payouts/channel.ts'
import { openOffline } from '#/server/money/payouts/channel-offline.ts'
import { openSandbox } from '#/server/money/payouts/channel-sandbox.ts'
import { openSettings } from '#/server/organisations/centres/public.ts'

const kinds: Readonly<Record<ChannelKindName, OpenKind>> = { sandbox: openSandbox, offline: openOffline }
const Name = z.enum(Object.keys(kinds) as ChannelKindName[])

/** A channel as it stands in the database. */
export interface ChannelRef {
  readonly channel_id: number
  readonly channel_kind: string
  readonly settings_sealed: string
}

/** Opens one channel; throws where it cannot be opened. */
export type OpenChannel = (channel: ChannelRef) => PayoutChannel

/** The channels of this installation. A sandbox pays nobody, so outside the demo none is opened. */
export function channelsOf(job: Pick<JobContext, 'run' | 'vault' | 'isDemo'>): OpenChannel {
  return ({ channel_id: id, channel_kind, settings_sealed }) => {
    const name = Name.safeParse(channel_kind).data
    if (name === undefined) throw new Error(`channel ${id} is of a kind that this version does not know: ${channel_kind}`)
    if (channelKind(name)?.isSandbox && !job.isDemo) throw new Error(`channel ${id} is a sandbox, and this is no demo`)
    return kinds[name]({ id, settings: openSettings(job.vault, name, settings_sealed) }, job.run)
  }
}
