export { Calculation, type DisplayedSteps, LedgerTables, rateText } from './Calculation.tsx'
