import { sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { applicationNo } from '#/server/people/entities/public.ts'

export const answers: readonly Answer[] = [
  answer(applicationNo, () => sql<string | null>`(select application.no from application where application.id = entity.application_id)`),
]
