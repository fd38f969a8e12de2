export { InviteOperators } from './InviteOperators.tsx'
