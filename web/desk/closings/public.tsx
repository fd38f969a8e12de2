export { Closings } from './Closings.tsx'
export { Hindrances } from './Hindrances.tsx'
