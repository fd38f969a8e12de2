import { type SqlBool, sql } from 'kysely'
import { appealStateNames, applicationEventNames, applicationKindNames, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { byAccount, centreNameColumn, type PersonalPart, type PersonKeys, personalPart } from '#/server/kernel/declarations/personal.ts'

/**
 * Selects the person's own applications. Another application with their number may be an impostor's, whose data they
 * must not see.
 */
const personCondition = ({ operatorId, userIds }: PersonKeys) => sql<SqlBool>`(row.operator_id = ${operatorId} or row.user_id = any(${[...userIds]}::bigint[]))`

const applicantCondition = (person: PersonKeys) => sql<SqlBool>`row.application_id in (select row.id from application row where ${personCondition(person)})`

const centreCondition = (centreId: number) =>
  sql<SqlBool>`row.application_id in (select application.id from application where application.centre_id = ${centreId})`

export const personalParts: readonly PersonalPart[] = [
  personalPart('application', {
    category: 'identity',
    of: personCondition,
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
    adds: centreNameColumn,
    words: { kind: applicationKindNames, state: applicationStateNames },
  }),
  personalPart('application_event', {
    category: 'identity',
    of: applicantCondition,
    within: centreCondition,
    shows: ['kind', 'detail', 'created_at'],
    words: { kind: applicationEventNames },
  }),
  personalPart('application_file', {
    category: 'identity',
    of: applicantCondition,
    within: centreCondition,
    shows: ['field', 'via', 'created_at'],
  }),
  personalPart('registration_appeal', {
    category: 'identity',
    // `operator_id` is the identity's holder. The appeal belongs to the appellant, identified by account or
    // application.
    of: (person) => sql<SqlBool>`(${byAccount(person)} or ${applicantCondition(person)})`,
    shows: ['name', 'statement', 'state', 'created_at', 'resolution', 'resolved_at', 'upheld_at', 'upheld_reason'],
    opens: ['id_number', 'mobile'],
    adds: centreNameColumn,
    words: { state: appealStateNames },
  }),
]
