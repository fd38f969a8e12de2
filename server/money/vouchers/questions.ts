import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/**
 * Payments to the tax office (id, centre_id, amount_fen, serial, paid_on, file_id) with their tax period (period_id,
 * month, mode).
 */
export const taxPayments = question<() => RawBuilder<unknown>>('vouchers.taxPayments')
