export { Calculation } from './Calculation.tsx'
export { ZipTask } from './Records.tsx'
