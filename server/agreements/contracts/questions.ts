import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/question.ts'

/** The number of batches of the order `orders`. */
export const batchCount = question<() => RawBuilder<number>>('contracts.batchCount')

/** The gross amount paid or approved under the orders of the contract `contract`; null without payments. */
export const paidUnder = question<() => RawBuilder<number | null>>('contracts.paidUnder')
