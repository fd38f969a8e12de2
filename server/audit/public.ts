export { brokenSignatures } from '#/server/audit/store-signatures.ts'
