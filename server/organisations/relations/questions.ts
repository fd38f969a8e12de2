import { question } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A unit's batches in preparation that pay one of these people. */
export const batchesInPreparation = question<(unitId: number, idIndexes: readonly string[]) => Promise<number[]>>('relations.preparedFor')

/** The unit, centre and identity index of a line within the caller's scope. */
export const payeeOfLine =
  question<(lineId: number) => Promise<Row<'payment_line', 'unit_id' | 'centre_id' | 'id_number_index'> | undefined>>('relations.payeeOfLine')
