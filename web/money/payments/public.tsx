export { Calculation, type DisplayedSteps, LedgerTables, rateText } from './Calculation.tsx'
export { ZipTask } from './Records.tsx'
