export { policies } from '#/server/taxation/policies/operations.ts'
