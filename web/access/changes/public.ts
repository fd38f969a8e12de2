export { OpenChanges } from './OpenChanges.tsx'
