import { specialFieldNames, titleRefusals } from '#/api/taxation/titles.texts.ts'
import type { InvoiceKind } from '#/domain/taxation/invoice.ts'
import { missingInvoiceFields } from '#/domain/taxation/title.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { presentTitleDetails, titles } from '#/server/taxation/titles/operations.ts'
import { find, type TitleRow, usableTitles } from '#/server/taxation/titles/store.ts'

export { presentTitleDetails, titles, usableTitles }

/** Returns the unit's title for an invoice of this kind. Refuses an unusable one with the reason. */
export async function titleFor(ctx: Context, titleId: number, unitId: number, kind: InvoiceKind): Promise<TitleRow> {
  const row = (await find(ctx, titleId, true)) ?? refuse(titleRefusals, 'titleNotFound')
  if (row.unit_id !== unitId) refuse(titleRefusals, 'titleNotFound')
  if (!row.is_active) refuse(titleRefusals, 'titleInactive', { name: row.name })
  if (row.state !== 'approved') refuse(titleRefusals, 'titleWaits', { name: row.name })
  const missingFields = kind === 'special' ? missingInvoiceFields(presentTitleDetails(row)) : []
  if (missingFields.length > 0)
    refuse(titleRefusals, 'specialNeeds', { name: row.name, fields: missingFields.map((field) => translate(specialFieldNames[field], ctx.language)) })
  return row
}
