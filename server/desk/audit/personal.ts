import { type SqlBool, sql } from 'kysely'
import { outcomeNames } from '#/api/desk/audit.texts.ts'
import { copyTexts } from '#/api/desk/personal.texts.ts'
import { plainFieldNames } from '#/api/desk/plain.texts.ts'
import { byAccount, type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'
import { paymentsTo } from '#/server/money/lines/public.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('audit_log', {
    category: 'account',
    of: byAccount,
    shows: ['at', 'action', 'outcome', 'ip', 'agent'],
    words: { outcome: outcomeNames },
    isPrivate: true,
  }),
  personalPart('audit_log', {
    name: 'number_views',
    category: 'account',
    of: ({
      operatorId,
    }) => sql<SqlBool>`row.action in ('plain.show', 'personal.copyFor') and row.outcome = 'done' and ((row.ref_type = 'operator' and row.ref_id = ${String(operatorId)})
      or (row.ref_type = 'line' and row.ref_id in (select payment.id::text from ${paymentsTo(operatorId)} payment)))`,
    shows: ['at'],
    adds: {
      field: sql`case row.action when 'personal.copyFor' then 'copy' else row.detail ->> 'field' end`,
      reader: sql`(select person.name from app_user person where person.id = row.user_id)`,
      ...placeNameColumns,
    },
    words: { field: { ...plainFieldNames, copy: copyTexts.title } },
  }),
]
