import type { RawBuilder, SqlBool } from 'kysely'
import type { CandidateDocumentKind } from '#/domain/people/candidate.ts'
import type { EntityState } from '#/domain/people/entity.ts'
import { question } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { MergeRow } from '#/server/people/operators/store-merging.ts'

// Questions about payments to people.

/** The number of a unit's submitted, unfinished payments to a person. */
export const paymentsUnderway = question<(operatorId: number, unitId: number) => Promise<number>>('operators.paymentsUnderway')

/** The batches in preparation that pay a person, of one unit or all. */
export const unsubmittedBatchesOf = question<(operatorId: number, unitId: number | null) => Promise<number[]>>('operators.unsubmittedBatchesOf')

/** The number of submitted payments that rely on the changes of a merge. */
export const paymentsOnMerge = question<(merge: MergeRow) => Promise<number>>('operators.paymentsOnMerge')

/** The number of the batch of the row `candidate`. */
export const batchNo = question<() => RawBuilder<string | null>>('operators.batchNo')

/** The position of the line of the row `candidate` in its batch. */
export const lineSeq = question<() => RawBuilder<number | null>>('operators.lineSeq')

/** Whether a payment names the row `operator`. */
export const hasPayment = question<() => RawBuilder<SqlBool>>('operators.hasPayment')

/** Persons who earned more than the watched sum in twelve months, from the asking unit or from the visible payers. */
export const highEarners = question<(payers: number) => RawBuilder<unknown>>('operators.highEarners')

/**
 * The amounts paid to the row `operator` by the asking unit, or for other callers by the visible payers: year, month,
 * rolling.
 */
export const paidAmounts = question<() => RawBuilder<unknown>>('operators.moneyOf')

/** A person's income of twelve months, newest first: month, gross, tax. */
export const yearIncome = question<(operatorId: number) => RawBuilder<unknown>>('operators.incomeOf')

// Questions about contracts and consents.

/** Whether a contract or consent names the row `operator`. */
export const hasContract = question<() => RawBuilder<SqlBool>>('operators.hasContract')

/** The consents in force of the row `operator` at its centre: agreement_to, is_authorised. */
export const consentsInForce = question<() => RawBuilder<unknown>>('operators.consentsInForce')

/** A person's consents that `seen` admits, newest first, as a list. */
export const consentsOf = question<(operatorId: number, seen: RawBuilder<unknown>) => RawBuilder<unknown>>('operators.consentsOf')

// Questions about registered businesses, disputes, documents and manual verifications.

/** The business of the row `operator`, or else the last cancelled one, with its obligations: name, facts. */
export const businessOfOperator = question<() => RawBuilder<unknown>>('operators.businessOf')

/** A person's businesses in any state, newest first, as a list. */
export const businessesOfOperator = question<(operatorId: number) => RawBuilder<unknown>>('operators.businessesOf')

/** The owners of the businesses with these credit codes: credit_code, operator_id. */
export const businessOwners = question<(creditCodes: readonly string[]) => RawBuilder<unknown>>('operators.businessOwners')

/** The persons with a business in this state: operator_id. */
export const operatorsWithBusiness = question<(state: EntityState) => RawBuilder<unknown>>('operators.withBusiness')

/** Those among some persons whom the unit may not pay because of a dispute: operator_id, state. */
export const disputedOperators = question<(unitId: number, among: RawBuilder<unknown>) => RawBuilder<unknown>>('operators.inDispute')

/** The number of pictures that the row `candidate` sent. */
export const documentCount = question<() => RawBuilder<number>>('operators.documentCount')

export interface CandidateDocument extends Row<'candidate_paper', 'id' | 'kind' | 'file_id' | 'warnings' | 'created_at'> {
  kind: CandidateDocumentKind
}

/** The pictures that a candidate sent. */
export const candidateDocuments = question<(candidateId: number) => Promise<CandidateDocument[]>>('operators.documents')

/** Whether a manual verification names the row `card`. */
export const isVerifiedByHand = question<() => RawBuilder<SqlBool>>('operators.isVerifiedByHand')
