export { ByHand } from './ByHand.tsx'
export { Verifications } from './Verifications.tsx'
