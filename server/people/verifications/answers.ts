import { type SqlBool, sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { isVerifiedByHand } from '#/server/people/operators/public.ts'

export const answers: readonly Answer[] = [
  answer(
    isVerifiedByHand,
    () => sql<SqlBool>`exists (select from hand_verification proof where proof.operator_id = card.operator_id and proof.card_id = card.id)`,
  ),
]
