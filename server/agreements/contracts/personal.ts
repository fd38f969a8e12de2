import { consentNames, contractKindNames, partyNames, signStateNames } from '#/api/agreements/contracts.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('contract', {
    category: 'agreement',
    shows: ['no', 'name', 'kind', 'mode', 'valid_from', 'valid_to', 'sign_state', 'created_at', 'done_at', 'ended_at', 'end_reason', 'fields'],
    adds: placeNameColumns,
    words: { kind: contractKindNames, sign_state: signStateNames },
  }),
  personalPart('sign_task', {
    category: 'agreement',
    shows: ['party', 'way', 'signer_name', 'state', 'opened_at', 'read_at', 'signed_at', 'evidence'],
    words: { party: partyNames },
  }),
  personalPart('consent', {
    category: 'agreement',
    shows: ['kind', 'given_at', 'valid_to', 'revoked_at', 'revoke_reason', 'evidence'],
    adds: centreNameColumn,
    words: { kind: consentNames },
  }),
]
