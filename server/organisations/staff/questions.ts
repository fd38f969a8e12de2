import type { RawBuilder, SqlBool } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface PerformanceRow {
  unit_id: Row<'unit'>['id']
  unit_name: Row<'unit'>['name']
  batches: number
  net: number
  fee: number
}

/**
 * The payments of a month to units in the care of the account `person`, with batches and fees, the largest first.
 * Returned payments are left out.
 */
export const paymentsOfAssignedUnits = question<(whose: RawBuilder<SqlBool>, month: string) => Promise<PerformanceRow[]>>('staff.paymentsOfAssignedUnits')
