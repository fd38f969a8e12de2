import { z } from 'zod'
import { type ChannelKindName, findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import type {
  ChannelEnvironment,
  ChannelKindOpener,
  IncomingNotice,
  NoticeReader,
  NoticeReadResult,
  PayoutChannel,
} from '#/server/money/payouts/channels/channel.ts'
import { openHttp, readHttpNotice } from '#/server/money/payouts/channels/http.ts'
import { openOffline } from '#/server/money/payouts/channels/offline.ts'
import { openSandbox } from '#/server/money/payouts/channels/sandbox.ts'
import { openSettings } from '#/server/organisations/centres/public.ts'

interface ChannelKind {
  readonly open: ChannelKindOpener
  readonly readNotice?: NoticeReader
}

const channelKindByName: Readonly<Record<ChannelKindName, ChannelKind>> = {
  sandbox: { open: openSandbox },
  offline: { open: openOffline },
  http: { open: openHttp, readNotice: readHttpNotice },
}
const Name = z.enum(Object.keys(channelKindByName) as ChannelKindName[])

/** A channel's row in the database. */
export interface ChannelRef {
  readonly channel_id: number
  readonly channel_kind: string
  readonly settings_sealed: string
}

/** Opens one channel. Throws when it cannot be opened. */
export type OpenChannel = (channel: ChannelRef) => PayoutChannel

type ChannelContext = Pick<JobContext, 'vault' | 'isDemo'>

function resolveChannel({ vault, isDemo }: ChannelContext, { channel_id: id, channel_kind, settings_sealed }: ChannelRef) {
  const name = Name.safeParse(channel_kind).data
  if (name === undefined) throw new Error(`channel ${id} is of a kind that this version does not know: ${channel_kind}`)
  if (findChannelKind(name)?.isSandbox && !isDemo) throw new Error(`channel ${id} is a sandbox, and this is not a demo`)
  return { kind: channelKindByName[name], channel: { id, settings: openSettings(vault, name, settings_sealed) } }
}

/**
 * Returns the opener for the channels of this installation. Outside the demo it refuses sandboxes, because they make no
 * real payments.
 */
export function channelOpener(here: ChannelContext & ChannelEnvironment): OpenChannel {
  return (ref) => {
    const { kind, channel } = resolveChannel(here, ref)
    return kind.open(channel, here)
  }
}

/** Reads and verifies a notice sent to a channel. */
export function readChannelNotice(here: ChannelContext, ref: ChannelRef, notice: IncomingNotice): NoticeReadResult {
  const { kind, channel } = resolveChannel(here, ref)
  return kind.readNotice?.(channel, notice) ?? { refused: 'form' }
}
