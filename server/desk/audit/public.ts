export { invariants as trailInvariants } from '#/server/desk/audit/invariants.ts'
export { signatureViolations } from '#/server/desk/audit/store-signatures.ts'
