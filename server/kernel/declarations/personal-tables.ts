import { byAccount, centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

/** Personal data in the kernel's own tables. */
export const personalParts: readonly PersonalPart[] = [
  personalPart('session', { category: 'account', of: byAccount, shows: ['ip', 'agent', 'created_at', 'seen_at', 'expires_at', 'revoked_at'], isPrivate: true }),
  personalPart('task', { category: 'account', of: byAccount, shows: ['title', 'created_at', 'finished_at'], isPrivate: true }),
  personalPart('stored_file', {
    category: 'identity',
    shows: ['name', 'media_type', 'size_bytes', 'sha256', 'purpose', 'created_at', 'expires_at'],
    adds: centreNameColumn,
  }),
]
