import { sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { unitBalances } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(unitBalances, () => sql`(select unit_id, centre_id, mode, kind, balance_fen from account where kind in ('unit_available', 'unit_frozen'))`),
]
