import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** Whether an application for this account is pending. */
export const isUnderReview = question<(userId: RawBuilder<unknown>) => RawBuilder<boolean>>('roles.isUnderReview')
