import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** The number of batches under the order in the SQL row `orders`. */
export const batchCount = question<() => RawBuilder<number>>('contracts.batchCount')

/** The gross amount paid or approved under the orders of the SQL row `contract`; null without payments. */
export const paidUnderContract = question<() => RawBuilder<number | null>>('contracts.paidUnderContract')
