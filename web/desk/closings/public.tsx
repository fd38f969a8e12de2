export { ClosingObstacles } from './ClosingObstacles.tsx'
export { Closings } from './Closings.tsx'
