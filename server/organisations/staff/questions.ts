import type { RawBuilder, SqlBool } from 'kysely'
import { question } from '#/server/kernel/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface PerformanceRow {
  unit_id: Row<'unit'>['id']
  unit_name: Row<'unit'>['name']
  batches: number
  net: number
  fee: number
}

/**
 * The payments of the units in the care of the account `person` in a month, with batches and fees, the largest amount
 * first. Returned money is excluded.
 */
export const paymentsInCare = question<(whose: RawBuilder<SqlBool>, month: string) => Promise<PerformanceRow[]>>('staff.paymentsInCare')
