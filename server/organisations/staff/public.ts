export { type PerformanceRow, paymentsInCare } from '#/server/organisations/staff/questions.ts'
