export { processingRegister } from '#/server/desk/personal/register.ts'
export { yearlyAudit } from '#/server/desk/personal/yearly.ts'
