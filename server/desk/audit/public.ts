export { invariants as trailInvariants } from '#/server/desk/audit/invariants.ts'
export { signatureViolations as brokenSignatures } from '#/server/desk/audit/store-signatures.ts'
