export { daysUntil, monthlyReturns, taxCountdown } from '#/server/taxation/periods/deadlines.ts'
export {
  addMatchingTask,
  type CertificateName,
  type CertificatePaper,
  type CertificateProblem,
  maskedPath,
  matchArchive,
  matchingTask,
  storeCertificates,
  storeCertificateZip,
  withOwners,
} from '#/server/taxation/periods/papers.ts'
export { declarePastPeriod, listOpenPeriods } from '#/server/taxation/periods/past-periods.ts'
export { closedMonths, declarationOfEntry, incomeTaxPayments, undeclaredMonths } from '#/server/taxation/periods/store-fragments.ts'
