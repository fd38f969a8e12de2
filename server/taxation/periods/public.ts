export { daysUntil, monthlyReturns, taxCountdown } from '#/server/taxation/periods/deadlines.ts'
export {
  type CertificateProblem,
  maskedPath,
  type PaperName,
  type ReadPaper,
  readPapers,
  storeCertificates,
  storeCertificateZip,
  withOwners,
} from '#/server/taxation/periods/papers.ts'
export { declarePast, openPeriods, type PastPeriod } from '#/server/taxation/periods/past-periods.ts'
