export { brokenSignatures } from '#/server/system/audit/store-signatures.ts'
