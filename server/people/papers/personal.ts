import { type SqlBool, sql } from 'kysely'
import { paperNames } from '#/api/people/papers.texts.ts'
import { type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('candidate_paper', {
    category: 'identity',
    of: ({ operatorId, idNumber }) =>
      sql<SqlBool>`row.candidate_id in (select id from candidate where operator_id = ${operatorId} or (${idNumber} <> '' and id_number_index = ${idNumber}))`,
    shows: ['kind', 'created_at'],
    words: { kind: paperNames },
  }),
]
