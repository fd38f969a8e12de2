import { question } from '#/server/kernel/question.ts'

/** Whether the issuing channel of this row has orders that another provider, of the given kind, would not know. */
export const isIssuing = question<(channelId: number, becomes: string) => Promise<boolean>>('changes.isIssuing')
