export { Calculators } from './Calculators.tsx'
