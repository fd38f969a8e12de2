import type { OpenKind } from '#/server/money/payouts/channel.ts'

/**
 * The channel for manual payments of a centre (线下): it moves no money and knows no result. Its orders wait, for as long as it takes, until a person registers
 * the bank's slip; it is never queried.
 */
export const openOffline: OpenKind = () => ({
  send: async (requests) => requests.map(({ requestNo }) => ({ requestNo, kind: 'awaited' })),
  query: async (requestNos) => requestNos.map((requestNo) => ({ requestNo, kind: 'awaited' })),
  notices: async () => [],
  acknowledge: async () => undefined,
})
