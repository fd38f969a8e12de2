import { sql } from 'kysely'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('tax_line', {
    category: 'tax',
    shows: [
      'name',
      'gross_fen',
      'income_fen',
      'exempt_fen',
      'vat_fen',
      'city_fen',
      'education_fen',
      'local_education_fen',
      'cum_income_fen',
      'cum_expense_fen',
      'cum_deduction_fen',
      'cum_other_fen',
      'months',
      'rate_ppm',
      'quick_fen',
      'should_fen',
      'before_fen',
      'due_fen',
      'withheld_fen',
      'difference_fen',
      'withholding_gross_fen',
      'withholding_exempt_fen',
      'withholding_vat_fen',
      'withholding_city_fen',
      'withholding_education_fen',
      'withholding_local_education_fen',
    ],
    adds: { ...centreNameColumn, month: sql`(select declared.month from tax_declaration declared where declared.id = row.declaration_id)` },
  }),
  personalPart('tax_certificate', { category: 'tax', shows: ['sha256', 'at'], adds: centreNameColumn }),
  personalPart('tax_result_item', { category: 'tax', shows: ['person', 'kind', 'ours_fen', 'theirs_fen', 'reason', 'explained_at'], adds: centreNameColumn }),
]
