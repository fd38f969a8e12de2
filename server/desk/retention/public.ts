export { legalBasesOf as basesOf, retentionRules } from '#/server/desk/retention/rules.ts'
export { countOverdue } from '#/server/desk/retention/store.ts'
