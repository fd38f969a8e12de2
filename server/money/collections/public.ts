// The demo runs these operations to create claims and objections.
export { collections } from '#/server/money/collections/operations.ts'
export { claimsToConfirm } from '#/server/money/collections/pending.ts'
export { hasTaxProof, lineInvoiceStatus } from '#/server/money/collections/questions.ts'
export { claimPlaces } from '#/server/money/collections/store-fragments.ts'
