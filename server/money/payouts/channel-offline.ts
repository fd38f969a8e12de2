import type { OpenKind } from '#/server/money/payouts/channel.ts'

/**
 * A channel of what a centre pays by hand (线下): it moves no money and knows no result. Its orders wait for the person who brings the bank's slip, however long
 * that takes; nothing is asked, and no silence is taken for anything.
 */
export const openOffline: OpenKind = () => ({
  send: async (requests) => requests.map(({ requestNo }) => ({ requestNo, kind: 'awaited' })),
  query: async (requestNos) => requestNos.map((requestNo) => ({ requestNo, kind: 'awaited' })),
  notices: async () => [],
  acknowledge: async () => undefined,
})
