import { type SqlBool, sql } from 'kysely'
import { paperNames } from '#/api/people/papers.texts.ts'
import { type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'
import { candidatesOf } from '#/server/people/operators/public.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('candidate_paper', {
    category: 'identity',
    of: ({ operatorId, idNumber }) => sql<SqlBool>`row.candidate_id in ${candidatesOf(operatorId, idNumber)}`,
    shows: ['kind', 'created_at'],
    words: { kind: paperNames },
  }),
]
