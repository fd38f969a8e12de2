export {
  type CandidateResolution,
  lockRequestedCandidate,
  type RequestedCandidate,
  reopenReview,
  resolutionOf,
  submitForReview,
} from '#/server/people/operators/candidates.ts'
export { setUnitCard, verifyCards } from '#/server/people/operators/cards.ts'
export { documentsRequested, operatorChanged, payeesChanged } from '#/server/people/operators/events.ts'
export { findPayees, importPeople, loadKnownPeople, type RegisteredPeople } from '#/server/people/operators/importing.ts'
export {
  activateImportedOperator,
  activateImportedOperators,
  activateOperator,
  changeOwnMobile,
  closeOperator,
  contactOfClosedOperator,
  countUnsignedOperators,
  createOperator,
  endLink,
  eraseOperator,
  isKnownPerson,
  recheckBatches,
  recordFaceResult,
  setLegalForm,
} from '#/server/people/operators/lifecycle.ts'
export { applyManualVerification, lockForVerification, repeatVerification } from '#/server/people/operators/manual-verification.ts'
export { countCandidatesToReview } from '#/server/people/operators/pending.ts'
export { personOfCandidate, personOfOperator, type UnmaskedPerson } from '#/server/people/operators/plain.ts'
export {
  batchNo,
  businessesOfOperator,
  businessOfOperator,
  businessOwners,
  type CandidateDocument,
  candidateDocuments,
  consentsInForce,
  consentsOf,
  disputedOperators,
  documentCount,
  hasContract,
  hasPayment,
  highEarners,
  isVerifiedByHand,
  lineSeq,
  operatorsWithBusiness,
  paidAmounts,
  paymentsOnMerge,
  paymentsUnderway,
  unsubmittedBatchesOf,
  yearIncome,
} from '#/server/people/operators/questions.ts'
export {
  candidatesOf,
  cardsForUnit,
  cardTail,
  defaultCard,
  documentsRequestedAt,
  everWorkedWith,
  holdersOfCard,
  operatorsWorkingWith,
  unitsOfOperator,
  usualCard,
  worksWith,
} from '#/server/people/operators/store-fragments.ts'
export { declareResidence as setTaxResidence } from '#/server/people/operators/store-particulars.ts'
export { withdrawVerifications } from '#/server/people/operators/store-proofs.ts'
