import { sql } from 'kysely'
import { idKindNames } from '#/api/people/particulars.texts.ts'
import { groundNames, identityStatusNames } from '#/api/taxation/platformreports.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('platform_report_row', {
    category: 'tax',
    shows: [
      'status',
      'name',
      'id_kind',
      'nationality',
      'entity_name',
      'credit_code',
      'bank_name',
      'started_on',
      'ended_on',
      'gross_fen',
      'refund_fen',
      'net_fen',
      'fee_fen',
      'payment_count',
    ],
    opens: ['id_number', 'mobile', 'card_no'],
    adds: { ...centreNameColumn, period: sql`(select report.quarter from platform_report report where report.id = row.report_id)` },
    words: { status: identityStatusNames, id_kind: idKindNames },
  }),
  personalPart('platform_report_part', {
    category: 'tax',
    shows: ['source_platform', 'nickname', 'user_no', 'ground', 'gross_fen', 'refund_fen', 'net_fen', 'fee_fen', 'payment_count'],
    adds: { ...centreNameColumn, period: sql`(select report.quarter from platform_report report where report.id = row.report_id)` },
    words: { ground: groundNames },
  }),
]
