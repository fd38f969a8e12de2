export { yearlyAudit } from '#/server/desk/personal/yearly.ts'
