import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** The number of the application of the business `entity`, or null. */
export const applicationNo = question<() => RawBuilder<string | null>>('entities.applicationNo')
