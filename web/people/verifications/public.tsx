export { ManualVerification } from './ManualVerification.tsx'
export { Verifications } from './Verifications.tsx'
