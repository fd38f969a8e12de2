import { sql } from 'kysely'
import { businessOf } from '#/server/access/auth/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'

export const answers: readonly Answer[] = [
  answer(
    businessOf,
    (_, operatorId) => sql<number | null>`(select id from operator_entity where operator_id = ${operatorId} order by state = 'cancelled', id desc limit 1)`,
  ),
]
