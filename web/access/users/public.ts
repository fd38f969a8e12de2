export { AccountTag } from './AccountTag.tsx'
export { SentLink } from './SentLink.tsx'
