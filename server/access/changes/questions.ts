import { question } from '#/server/kernel/declarations/question.ts'

/** Whether this issuing channel has orders that a provider of the given kind would not know. */
export const hasUnsettledOrders = question<(channelId: number, becomes: string) => Promise<boolean>>('changes.isIssuing')
