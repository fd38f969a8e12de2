export { statusOf as assessmentOf } from '#/server/desk/assessments/status.ts'
