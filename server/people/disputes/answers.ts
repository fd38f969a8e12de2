import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { operatorsInDispute } from '#/server/people/disputes/store-fragments.ts'
import { disputedOperators } from '#/server/people/operators/public.ts'

export const answers: readonly Answer[] = [answer(disputedOperators, (_, unitId, among) => operatorsInDispute(unitId, among))]
