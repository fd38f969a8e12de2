import { sql } from 'kysely'

/** Counts the clearings of overpaid tax that an operator must finish: offered or not paid out, or with a debt. */
export const unfinishedClearings = (operatorId: number) => sql`select count(*) from tax_clearing where operator_id = ${operatorId}
  and (state in ('found', 'offered', 'chosen', 'approved') or owed_fen > 0)`
