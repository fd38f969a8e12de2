import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The part of a payee's month that a unit paid. */
export interface ShareRow
  extends Row<'tax_reservation', 'operator_id' | 'centre_id' | 'month' | 'gross_fen' | 'vat_fen'>,
    Row<'payment_batch', 'unit_id'>,
    Row<'operator', 'name' | 'id_number_sealed'> {
  payments: number
  surcharge_fen: number
  iit_fen: number
  is_whole: boolean
  receipt_no: string | null
  declared_on: string | null
  has_report: boolean
  has_agent: boolean
  certificate_file: string | null
  certificate_id: number | null
  unit_name: string
  centre_name: string
  all_count: number
}

export interface ShareFilter {
  readonly month: string
  readonly keyword?: string | undefined
  readonly operatorId?: number
}

/** A page by number, or the rows after a given row. */
export type SharePage = { readonly page: number; readonly size: number } | { readonly after: ShareRow | undefined; readonly size: number }

/** Returns the shares of a month in the caller's scope: a unit's own, or all that a centre paid. */
export function sharesOf(ctx: Context, { month, keyword, operatorId }: ShareFilter, part: SharePage): Promise<ShareRow[]> {
  const { all, centreId, centreIds, unitIds, mode } = ctx.scope
  const idsOrNull = (ids: readonly number[]) => (ids.length > 0 ? [...ids] : null)
  const centres = centreId === null ? idsOrNull(centreIds) : [centreId]
  const units = idsOrNull(unitIds)
  if (mode === 1 || (!all && centres === null && units === null)) return Promise.resolve([])
  const keywordCondition = keyword ? sql`and operator.name ilike ${containsPattern(keyword)}` : sql``
  const operatorCondition = operatorId === undefined ? sql`` : sql`and share.operator_id = ${operatorId}`
  const key = sql`share.centre_id, share.operator_id, share.unit_id`
  const last = 'after' in part ? part.after : undefined
  const cursorCondition = last ? sql`and (${key}) > (${last.centre_id}::bigint, ${last.operator_id}::bigint, ${last.unit_id}::bigint)` : sql``
  const precedingRows = 'page' in part ? (part.page - 1) * part.size : 0
  return ctx.widen('shares of declared months', async () => {
    return ctx.rows<ShareRow>`select share.*, share.declared_on::text as declared_on, operator.name, operator.id_number_sealed, unit.name as unit_name, centre.name as centre_name,
        (select paper.id from tax_certificate paper where paper.declaration_id = share.declaration_id and paper.operator_id = share.operator_id) as certificate_id,
        count(*) over () as all_count
      from app.tax_shares(${month}, ${centres}::bigint[], ${units}::bigint[]) share join operator on operator.id = share.operator_id join unit on unit.id = share.unit_id
        join centre on centre.id = share.centre_id
      where true ${keywordCondition} ${operatorCondition} ${cursorCondition} order by ${key} limit ${part.size} offset ${precedingRows}`
  })
}
