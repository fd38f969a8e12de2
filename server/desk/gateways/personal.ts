import { type SqlBool, sql } from 'kysely'
import { textKindNames, textStateNames } from '#/api/desk/gateways.texts.ts'
import { type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('text_message', {
    category: 'message',
    of: ({ mobile }) => sql<SqlBool>`${mobile} <> '' and row.mobile_index = ${mobile}`,
    shows: ['kind', 'state', 'created_at', 'sent_at', 'reported_at'],
    opens: ['mobile'],
    words: { kind: textKindNames, state: textStateNames },
    isPrivate: true,
  }),
]
