export { Calculation, LedgerTables, type ShownSteps } from './Calculation.tsx'
export { ZipTask } from './Records.tsx'
