export { brokenSignatures } from '#/server/audit/signatures.ts'
