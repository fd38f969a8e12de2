export { legalBasesOf, retentionRules } from '#/server/desk/retention/rules.ts'
export { countOverdue } from '#/server/desk/retention/store.ts'
