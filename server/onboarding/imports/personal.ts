import { type SqlBool, sql } from 'kysely'
import { importRowStateNames } from '#/api/onboarding/import-states.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('import_row', {
    category: 'identity',
    of: ({ idNumber }) => sql<SqlBool>`${idNumber} <> '' and row.id_number_index = ${idNumber}`,
    shows: ['name', 'state'],
    opens: ['id_number', 'mobile', 'card_no', 'id_address'],
    adds: placeNameColumns,
    words: { state: importRowStateNames },
  }),
]
