import { sql } from 'kysely'
import { businessIdOf } from '#/server/access/auth/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'

export const answers: readonly Answer[] = [
  answer(
    businessIdOf,
    (_, operatorId) => sql<number | null>`(select id from operator_entity where operator_id = ${operatorId} order by state = 'cancelled', id desc limit 1)`,
  ),
]
