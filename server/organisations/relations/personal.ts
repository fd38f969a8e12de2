import { type SqlBool, sql } from 'kysely'
import { endReasons, relationNames } from '#/api/organisations/relations.texts.ts'
import { type PersonalPart, personalPart, unitNameColumn } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('unit_related_person', {
    category: 'payment',
    of: ({ idNumber }) => sql<SqlBool>`${idNumber} <> '' and row.id_number_index = ${idNumber}`,
    shows: ['name', 'relation', 'source', 'created_at', 'ended_at', 'end_reason'],
    opens: ['id_number'],
    adds: unitNameColumn,
    words: { relation: relationNames, end_reason: endReasons },
    isPrivate: true,
  }),
]
