export { type PerformanceRow, paymentsOfAssignedUnits } from '#/server/organisations/staff/questions.ts'
