import type { ChannelKindOpener } from '#/server/money/payouts/channels/channel.ts'

/**
 * The channel for a centre's manual payments (线下). This channel moves no money and is never queried. An order waits
 * until a person registers the bank's slip.
 */
export const openOffline: ChannelKindOpener = () => ({
  send: async (requests) => requests.map(({ requestNo }) => ({ requestNo, kind: 'awaited' })),
  query: async (requestNos) => requestNos.map((requestNo) => ({ requestNo, kind: 'awaited' })),
  notices: async () => [],
  acknowledge: async () => undefined,
})
