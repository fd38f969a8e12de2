import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// The tax columns of reversals: parts of clearings that return to their months, because a returned payment left the
// month short of tax.

const taxes = ['vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
type TaxColumn = (typeof taxes)[number]
const taxColumnList = sql.raw(taxes.join(', '))
const joinTaxColumns = (write: (name: TaxColumn) => string) => sql.raw(taxes.map(write).join(', '))

/** A clearing that still removes tax from its month, and the amounts by which the month is short. */
export interface UnreversedClearingRow
  extends Row<'tax_clearing', 'id' | 'centre_id' | 'operator_id' | 'month' | TaxColumn>,
    Record<`missing_${TaxColumn}`, number>,
    Record<`short_${TaxColumn}`, number> {
  /** Whether the month's income excludes VAT, so that the clearing increased it. */
  is_income_net: boolean
}

/**
 * Returns the clearings of these people that still remove tax from a month, newest first, with the remaining part of
 * each. `missing`: the amount by which the month's tax is below zero. `short`: the amount by which it is below the tax
 * due, zero while the year has an unfinished payment. Income tax is short by year.
 */
export async function unreversedClearings(ctx: Context, operatorIds: readonly number[]): Promise<UnreversedClearingRow[]> {
  return ctx.rows<UnreversedClearingRow>`
    with clearing as materialized (select * from tax_clearing where operator_id = any(${[...operatorIds]}::bigint[])
      and decided_at is not null and state in ('approved', 'chosen', 'done') and reversed_fen < amount_fen)
    select clearing.id, clearing.centre_id, clearing.operator_id, back.month, ${joinTaxColumns((name) => `(-back.${name})::bigint as ${name}`)},
      ${joinTaxColumns((name) => `greatest(-counted.${name}, -borne.${name}, 0)::bigint as missing_${name}`)},
      ${joinTaxColumns((name) => `(case when open.is then 0 else greatest(differing.${name}, 0) end)::bigint as short_${name}`)}, back.is_income_net
    from clearing
      cross join lateral (select own.month, ${joinTaxColumns((name) => `sum(${name}) as ${name}`)}, bool_or(income_fen > 0) as is_income_net
        from tax_adjustment own where own.clearing_id = clearing.id and (own.clearing_line_id is null or own.is_reversal) group by own.month) back
      cross join lateral (select ${joinTaxColumns((name) => `coalesce(sum(${name}), 0) as ${name}`)} from (
          select ${taxColumnList} from tax_standing own where own.centre_id = clearing.centre_id and own.mode = ${settlementMode.generalContract}
            and own.operator_id = clearing.operator_id and own.month = back.month
          union all
          select ${taxColumnList} from tax_adjustment own where own.operator_id = clearing.operator_id and own.centre_id = clearing.centre_id
            and own.mode = ${settlementMode.generalContract} and own.month = back.month and own.kind = 'uncounted') part) counted
      cross join lateral (select ${joinTaxColumns((name) => `coalesce(sum(${name}), 0) as ${name}`)} from (
          select ${joinTaxColumns((name) => `own.${name}`)} from tax_reservation own join payment_batch batch on batch.id = own.batch_id
            join payment_line line on line.month = batch.month and line.id = own.line_id
            where own.operator_id = clearing.operator_id and own.centre_id = clearing.centre_id and own.mode = ${settlementMode.generalContract}
              and own.month = back.month and line.tax_unit_fen = 0 and line.returned_at is null
          union all
          select ${taxColumnList} from tax_adjustment own where own.operator_id = clearing.operator_id and own.centre_id = clearing.centre_id
            and own.month = back.month and own.clearing_id is not null) part) borne
      cross join lateral (select ${joinTaxColumns((name) => `coalesce(sum(${name})${name === 'withheld_fen' ? '' : ' filter (where own.month = back.month)'}, 0) as ${name}`)}
        from tax_adjustment own where own.operator_id = clearing.operator_id and own.centre_id = clearing.centre_id and own.mode = ${settlementMode.generalContract}
          and left(own.month, 4) = left(back.month, 4) and own.kind = 'difference') differing
      cross join lateral (select exists (select from tax_reservation way where way.operator_id = clearing.operator_id and way.mode = ${settlementMode.generalContract}
        and way.is_open and left(way.month, 4) = left(back.month, 4)) as is) open
    order by clearing.centre_id, clearing.operator_id, back.month, clearing.id desc`
}

export interface ReversalRow extends Row<'tax_adjustment', 'centre_id' | 'operator_id' | 'month' | 'income_fen' | TaxColumn> {
  clearing_id: number
  /** The line whose end left the month short. */
  line_id: number
}

/** Moves tax from clearings back into their months. A correction of a declared month declares it. */
export async function insertReversals(ctx: Context, rows: readonly ReversalRow[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, income_fen, ${taxColumnList}, clearing_id, clearing_line_id, is_reversal, at)
    select centre_id, ${settlementMode.generalContract}, operator_id, month, month, 'uncounted', income_fen, ${taxColumnList}, clearing_id, line_id, true, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as fresh(centre_id bigint, operator_id bigint, month text, income_fen bigint, vat_fen bigint, city_fen bigint,
      education_fen bigint, local_education_fen bigint, withheld_fen bigint, clearing_id bigint, line_id bigint)
    order by clearing_id`
}
