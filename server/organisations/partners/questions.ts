import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** Number, centre and term of the partner agreement with this id, as an object. */
export const agreementSummary = question<(contractId: RawBuilder<unknown>) => RawBuilder<unknown>>('partners.agreementFacts')
