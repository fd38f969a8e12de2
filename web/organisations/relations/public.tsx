export { Exceptions } from './Exceptions.tsx'
export { RelatedPeople } from './RelatedPeople.tsx'
export { RequestException } from './RequestException.tsx'
