import { type SqlBool, sql } from 'kysely'
import { candidateStateNames, faceNames, operatorStatusNames, yztypeNames } from '#/api/people/operators.texts.ts'
import { idKindNames, sexNames, taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { verifierNames } from '#/api/people/verifications.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart, placeNameColumns, unitNameColumn } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('operator', {
    category: 'identity',
    of: ({ operatorId }) => sql<SqlBool>`row.id = ${operatorId}`,
    shows: [
      'code',
      'name',
      'id_kind',
      'sex',
      'birth',
      'nationality',
      'region_code',
      'valid_from',
      'valid_to',
      'yztype',
      'tax_residence',
      'tax_residence_at',
      'sells_elsewhere',
      'status',
      'status_reason',
      'is_identity_verified',
      'identity_verified_by',
      'verify_face',
      'face_by',
      'agreement_until',
      'filing_until',
      'created_at',
    ],
    opens: ['id_number', 'mobile', 'id_address'],
    adds: centreNameColumn,
    words: {
      id_kind: idKindNames,
      sex: sexNames,
      yztype: yztypeNames,
      tax_residence: taxResidenceNames,
      status: operatorStatusNames,
      identity_verified_by: verifierNames,
      verify_face: faceNames,
      face_by: verifierNames,
    },
  }),
  personalPart('operator_card', {
    category: 'payment',
    // A card row has no centre, so it belongs to the centre of its operator.
    within: (centreId) => sql<SqlBool>`row.operator_id in (select operator.id from operator where operator.centre_id = ${centreId})`,
    shows: ['bank_name', 'is_default', 'is_verified', 'verified_at', 'verified_by'],
    opens: ['card_no'],
    words: { verified_by: verifierNames },
  }),
  personalPart('unit_operator', { category: 'work', shows: ['is_active', 'created_at'], adds: unitNameColumn, isPrivate: true }),
  personalPart('candidate', {
    category: 'identity',
    of: ({ operatorId, idNumber }) => sql<SqlBool>`(row.operator_id = ${operatorId} or (${idNumber} <> '' and row.id_number_index = ${idNumber}))`,
    shows: ['name', 'bank_name', 'problems', 'state', 'reason', 'submitted_at', 'decided_at', 'verification', 'verified_at'],
    opens: ['id_number', 'mobile', 'card_no'],
    adds: placeNameColumns,
    words: { state: candidateStateNames },
  }),
  personalPart('candidate_merge', { category: 'identity', shows: ['merged_at', 'undone_at'], adds: placeNameColumns }),
]
