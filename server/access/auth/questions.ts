import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/question.ts'

/** The id of a person's business, or of the last cancelled one. */
export const businessOf = question<(operatorId: number | null) => RawBuilder<number | null>>('auth.businessOf')
