export { Calculation } from './Calculation.tsx'
