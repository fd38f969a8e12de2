import type { CardField, DocumentImageKind } from '#/domain/people/recognition.ts'

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

export type CandidateMove = keyof typeof moves

/** Returns whether the move is allowed in this state. */
export function canMoveCandidate(state: CandidateState, move: CandidateMove): boolean {
  return (moves[move].from as readonly CandidateState[]).includes(state)
}

/** Issues for which the centre reviews a payee. */
export const candidateIssueCodes = ['E201', 'E202', 'E203', 'E204'] as const

/**
 * Data about a person that a unit entered, compared with an existing operator. Each field can be rejected separately.
 */
export const candidateFields = ['name', 'idNumber', 'mobile', 'cardNo'] as const
export type CandidateField = (typeof candidateFields)[number]

/**
 * Pictures that a reviewer can request: both sides of the ID card, the bank card, a business licence, and the
 * acceptance of the work.
 */
export const candidateDocumentKinds = ['idFront', 'idBack', 'bankCard', 'licence', 'acceptance'] as const
export type CandidateDocumentKind = (typeof candidateDocumentKinds)[number]

/** The card in a picture; null if the picture cannot be read automatically. */
export const cardSideByDocument: Readonly<Record<CandidateDocumentKind, DocumentImageKind | null>> = {
  idFront: 'front',
  idBack: 'back',
  bankCard: 'bank',
  licence: 'licence',
  acceptance: null,
}

/** Fields that are read from a picture and compared with the entered data. */
export const readableFieldsByDocument: Readonly<Record<CandidateDocumentKind, readonly CardField[]>> = {
  idFront: ['name', 'idNumber'],
  idBack: ['validFrom', 'validTo'],
  bankCard: ['cardNo', 'bank'],
  licence: ['name', 'creditCode'],
  acceptance: [],
}

const likenessWeights: Readonly<Record<CandidateField, number>> = { idNumber: 50, name: 20, mobile: 15, cardNo: 15 }

/** Returns the similarity of two people in percent, weighted by field, and the fields that differ. */
export function personLikeness(
  candidate: Readonly<Record<CandidateField, string>>,
  operator: Readonly<Record<CandidateField, string>>,
): { percent: number; differs: CandidateField[] } {
  const differs = candidateFields.filter((field) => candidate[field] !== operator[field])
  return { percent: 100 - differs.reduce((sum, field) => sum + likenessWeights[field], 0), differs }
}

/** Hours within which a merge can be undone. */
export const mergeUndoHours = 24

export const documentLinkHours = 24
