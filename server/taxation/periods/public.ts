export { daysUntil, monthlyReturns, taxCountdown } from '#/server/taxation/periods/deadlines.ts'
export {
  type CertificateName as PaperName,
  type CertificatePaper as ReadPaper,
  type CertificateProblem,
  maskedPath,
  readPapers,
  storeCertificates,
  storeCertificateZip,
  withOwners,
} from '#/server/taxation/periods/papers.ts'
export { declarePastPeriod as declarePast, listOpenPeriods as openPeriods, type PastPeriod } from '#/server/taxation/periods/past-periods.ts'
