export { daysUntil, monthlyReturns, taxCountdown } from '#/server/taxation/periods/deadlines.ts'
export {
  type CertificateName,
  type CertificatePaper,
  type CertificateProblem,
  maskedPath,
  readPapers,
  storeCertificates,
  storeCertificateZip,
  withOwners,
} from '#/server/taxation/periods/papers.ts'
export { declarePastPeriod, listOpenPeriods } from '#/server/taxation/periods/past-periods.ts'
export { closedMonths, declarationOfEntry, incomeTaxPayments, undeclaredMonths } from '#/server/taxation/periods/store-fragments.ts'
