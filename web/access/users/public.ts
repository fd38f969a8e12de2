export { AccountTag } from './AccountTag.tsx'
