import {
  entityFormNames,
  entityMoveNames,
  entityStateNames,
  evidenceNames,
  levyNames,
  obligationKindNames,
  obligationStateNames,
  taxChangeStateNames,
  taxKindNames,
} from '#/api/people/entities.texts.ts'
import { type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('operator_entity', {
    category: 'business',
    shows: [
      'name',
      'credit_code',
      'form',
      'state',
      'names',
      'industry',
      'biz_scope',
      'address',
      'licensed_on',
      'bank_name',
      'tax_kind',
      'levy',
      'taxed_on',
      'annual_report_year',
      'annual_fee_fen',
      'created_at',
    ],
    opens: ['account_no'],
    words: { state: entityStateNames, form: entityFormNames, tax_kind: taxKindNames, levy: levyNames },
  }),
  personalPart('entity_step', {
    category: 'business',
    shows: ['move', 'from_state', 'to_state', 'reason', 'facts', 'created_at'],
    words: { move: entityMoveNames, from_state: entityStateNames, to_state: entityStateNames },
  }),
  personalPart('entity_paper', { category: 'business', shows: ['kind'], words: { kind: evidenceNames } }),
  personalPart('entity_obligation', {
    category: 'business',
    shows: ['kind', 'period', 'due_on', 'state', 'amount_fen', 'settled_on', 'receipt_no'],
    words: { kind: obligationKindNames, state: obligationStateNames },
  }),
  personalPart('entity_tax_change', {
    category: 'business',
    shows: ['move', 'rate_ppm', 'valid_from', 'document_no', 'tax_kind', 'levy', 'reason', 'state', 'created_at', 'decided_at', 'answer'],
    words: { move: entityMoveNames, tax_kind: taxKindNames, levy: levyNames, state: taxChangeStateNames },
  }),
  personalPart('entity_levy_rate', { category: 'business', shows: ['rate_ppm', 'valid_from', 'document_no', 'created_at'] }),
]
