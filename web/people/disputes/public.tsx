export { Disputes } from './Disputes.tsx'
export { IdentityUse } from './IdentityUse.tsx'
