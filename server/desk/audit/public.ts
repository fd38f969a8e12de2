export { brokenSignatures } from '#/server/desk/audit/store-signatures.ts'
