import type { CardField, CardSide } from '#/domain/recognition.ts'

/** The states of a person under review. */
export const candidateStates = ['open', 'waiting', 'accepted', 'merged', 'rejected'] as const
export type CandidateState = (typeof candidateStates)[number]

const moves = {
  ask: { from: ['open', 'waiting'], to: 'waiting' },
  deliver: { from: ['waiting'], to: 'open' },
  accept: { from: ['open', 'waiting'], to: 'accepted' },
  merge: { from: ['open', 'waiting'], to: 'merged' },
  reject: { from: ['open', 'waiting'], to: 'rejected' },
  undo: { from: ['merged'], to: 'open' },
} as const satisfies Record<string, { from: readonly CandidateState[]; to: CandidateState }>

/** What can be done with a person under review. */
export type CandidateMove = keyof typeof moves

/** Whether the move may be made from this state. */
export function canReview(state: CandidateState, move: CandidateMove): boolean {
  return (moves[move].from as readonly CandidateState[]).includes(state)
}

/** What brings a person to review. */
export const candidateProblems = ['E201', 'E202', 'E203', 'E204'] as const

/** What a unit told of a person: compared with the operator it may be, and rejected one by one. */
export const candidateFields = ['name', 'idNumber', 'mobile', 'cardNo'] as const
export type CandidateField = (typeof candidateFields)[number]

/** The pictures that can be asked of a person: both faces of the ID card, the bank card, a business licence, the acceptance of the work. */
export const candidateDocumentKinds = ['idFront', 'idBack', 'bankCard', 'licence', 'acceptance'] as const
export type CandidateDocumentKind = (typeof candidateDocumentKinds)[number]

/** Which card a picture shows, where it can be read. */
export const cardSideOf: Readonly<Record<CandidateDocumentKind, CardSide | null>> = {
  idFront: 'front',
  idBack: 'back',
  bankCard: 'bank',
  licence: 'licence',
  acceptance: null,
}

/** The fields that are read in a picture and compared with what the unit submitted. */
export const fieldsReadIn: Readonly<Record<CandidateDocumentKind, readonly CardField[]>> = {
  idFront: ['name', 'idNumber'],
  idBack: ['validFrom', 'validTo'],
  bankCard: ['cardNo', 'bank'],
  licence: ['name', 'creditCode'],
  acceptance: [],
}

const weights: Readonly<Record<CandidateField, number>> = { idNumber: 50, name: 20, mobile: 15, cardNo: 15 }

/** How alike two people are, in percent of what tells people apart, and in which fields they differ. */
export function likeness(
  candidate: Readonly<Record<CandidateField, string>>,
  operator: Readonly<Record<CandidateField, string>>,
): { percent: number; differs: CandidateField[] } {
  const differs = candidateFields.filter((field) => candidate[field] !== operator[field])
  return { percent: 100 - differs.reduce((sum, field) => sum + weights[field], 0), differs }
}

/** How long a merge can be taken back. */
export const undoHours = 24

/** How long the link that was sent to a person works. */
export const documentLinkHours = 24
