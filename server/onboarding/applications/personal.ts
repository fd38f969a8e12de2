import { type SqlBool, sql } from 'kysely'
import { appealStateNames, applicationEventNames, applicationKindNames, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { centreOfRow, type Person, type PersonalPart, personalPart } from '#/server/kernel/personal.ts'

const ofPerson = ({ operatorId, idNumber, userIds }: Person) =>
  sql<SqlBool>`(row.operator_id = ${operatorId} or row.user_id = any(${[...userIds]}::bigint[]) or (${idNumber} <> '' and row.subject_index = ${idNumber}))`

export const personal: readonly PersonalPart[] = [
  personalPart('application', {
    category: 'identity',
    of: ofPerson,
    shows: [
      'no',
      'kind',
      'state',
      'subject_name',
      'credit_code',
      'fields',
      'rejects',
      'clause_version',
      'clause_at',
      'clause_ip',
      'submitted_at',
      'decided_at',
      'created_at',
    ],
    opens: ['mobile'],
    adds: centreOfRow,
    words: { kind: applicationKindNames, state: applicationStateNames },
  }),
  personalPart('application_event', {
    category: 'identity',
    of: (person) => sql<SqlBool>`row.application_id in (select row.id from application row where ${ofPerson(person)})`,
    shows: ['kind', 'detail', 'created_at'],
    words: { kind: applicationEventNames },
  }),
  personalPart('application_file', {
    category: 'identity',
    of: (person) => sql<SqlBool>`row.application_id in (select row.id from application row where ${ofPerson(person)})`,
    shows: ['field', 'via', 'created_at'],
  }),
  personalPart('registration_appeal', {
    category: 'identity',
    shows: ['name', 'statement', 'state', 'created_at', 'resolution', 'resolved_at', 'upheld_at', 'upheld_reason'],
    opens: ['id_number', 'mobile'],
    adds: centreOfRow,
    words: { state: appealStateNames },
  }),
]
