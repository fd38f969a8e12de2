import { sql } from 'kysely'
import { isUnderReview } from '#/server/access/roles/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'

export const answers: readonly Answer[] = [
  answer(
    isUnderReview,
    (_, userId) => sql<boolean>`exists (select from account_application asked where asked.user_id = ${userId} and asked.state = 'pending')`,
  ),
]
