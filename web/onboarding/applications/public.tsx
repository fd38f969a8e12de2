export { OperatorInvitation } from './InviteOperators.tsx'
