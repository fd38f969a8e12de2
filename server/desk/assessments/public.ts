export { loadAssessmentStatus as assessmentOf } from '#/server/desk/assessments/status.ts'
