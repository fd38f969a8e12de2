export { Shares } from './Shares.tsx'
