import { question } from '#/server/kernel/question.ts'

/** Whether invoices are under way through the issuing channel of this row, whose kind would become another. */
export const isIssuing = question<(channelId: number, becomes: string) => Promise<boolean>>('changes.isIssuing')
