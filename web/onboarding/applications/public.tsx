export { OperatorInvitation as InviteOperators } from './InviteOperators.tsx'
