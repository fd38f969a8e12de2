import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** Payments to a person since a month, by unit: unit_id, year_count, year_paid, last_paid_at. */
export const paidByUnit = question<(operatorId: number, from: string) => RawBuilder<unknown>>('disputes.paidByUnit')

/** The contracts of a person with the unit `unit`, newest first, as a list of number, name and state. */
export const contractsWithUnit = question<(operatorId: number) => RawBuilder<unknown>>('disputes.contractsWithUnit')
