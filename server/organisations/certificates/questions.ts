import { question } from '#/server/kernel/declarations/question.ts'

/** The number of contracts that wait for a certificate of a centre, or of the platform (null). */
export const countAwaitingSeal = question<(place: number | null) => Promise<number>>('certificates.countAwaitingSeal')
