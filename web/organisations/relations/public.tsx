export { Exceptions } from './Exceptions.tsx'
export { RelatedPeople } from './RelatedPeople.tsx'
export { RelatedPeopleButton } from './RelatedPeopleButton.tsx'
export { RequestExceptionButton as RequestException } from './RequestException.tsx'
