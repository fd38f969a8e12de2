import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** Id of the operator's registered business, or else of the last cancelled one. */
export const businessIdOf = question<(operatorId: number | null) => RawBuilder<number | null>>('auth.businessOf')
