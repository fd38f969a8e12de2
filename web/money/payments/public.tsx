export { Calculation, LedgerTables, rateText, type ShownSteps } from './Calculation.tsx'
export { ZipTask } from './Records.tsx'
