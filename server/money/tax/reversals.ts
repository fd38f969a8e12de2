import { type Fen, fen, subtract, sumOf } from '#/domain/base/money.ts'
import { reversalsFor, type TaxParts } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { reviewTaxMonths } from '#/server/money/tax/facts.ts'
import { type CountedLine, flagFollowingMonths } from '#/server/money/tax/store-facts.ts'
import * as store from '#/server/money/tax/store-reversals.ts'

/** A payment that ended, after which a cleared month of its payee may be short of tax. */
export interface EndedLine {
  readonly line_id: number
  readonly operator_id: number
}

/**
 * Column prefixes of a row: the tax still cleared, the amount by which the month's tax is below zero, and the amount by
 * which it is below the tax due.
 */
const columnPrefixes = { kept: '', missing: 'missing_', short: 'short_' } as const

function partsIn(row: store.UnreversedClearingRow, what: keyof typeof columnPrefixes): TaxParts {
  const fenOf = <K extends 'vat_fen' | 'city_fen' | 'education_fen' | 'local_education_fen' | 'withheld_fen'>(name: K) =>
    fen(row[`${columnPrefixes[what]}${name}`])
  return {
    vat: fenOf('vat_fen'),
    city: fenOf('city_fen'),
    education: fenOf('education_fen'),
    localEducation: fenOf('local_education_fen'),
    iit: fenOf('withheld_fen'),
  }
}

/**
 * Moves tax from clearings back into their months if ended payments leave a month short of tax. `missing`: the month's
 * tax is below zero. `short`: it is below the tax due. Returns the rows written.
 */
async function reverseMonths(ctx: Context, lines: readonly EndedLine[], what: 'missing' | 'short'): Promise<store.ReversalRow[]> {
  const rows = await store.unreversedClearings(ctx, [...new Set(lines.map((line) => line.operator_id))])
  const iitShortfallByYear = new Map<string, Fen>()
  const reversals = [...Map.groupBy(rows, (row) => `${row.centre_id}:${row.operator_id}:${row.month}`).values()].flatMap((months) => {
    const [month] = months
    const line = lines.find((each) => each.operator_id === month?.operator_id)
    if (!month || !line) return []
    const year = `${month.centre_id}:${month.operator_id}:${month.month.slice(0, 4)}`
    const deficit = partsIn(month, what)
    // The shortfall of income tax is a figure of the year, repeated in each month of the year.
    const iit = what === 'short' ? (iitShortfallByYear.get(year) ?? deficit.iit) : deficit.iit
    const clearings = months.map((row) => ({ clearingId: row.id, kept: partsIn(row, 'kept') }))
    const reversalParts = reversalsFor({ ...deficit, iit }, clearings)
    iitShortfallByYear.set(
      year,
      subtract(
        iit,
        sumOf(reversalParts, ({ parts }) => parts.iit),
      ),
    )
    return reversalParts.map(({ clearingId, parts }): store.ReversalRow => {
      const { centre_id, operator_id, month: of } = month
      const income_fen = months.find((row) => row.id === clearingId)?.is_income_net ? -parts.vat : 0
      const taxes = {
        vat_fen: parts.vat,
        city_fen: parts.city,
        education_fen: parts.education,
        local_education_fen: parts.localEducation,
        withheld_fen: parts.iit,
      }
      return { centre_id, operator_id, month: of, income_fen, ...taxes, clearing_id: clearingId, line_id: line.line_id }
    })
  })
  await store.insertReversals(ctx, reversals)
  return reversals
}

/**
 * Reverses clearings whose months have negative tax, because a clearing and a returned payment removed the same tax.
 * Call it before the month is reviewed.
 */
export async function reverseUncoveredClearings(ctx: Context, lines: readonly EndedLine[]): Promise<void> {
  await reverseMonths(ctx, lines, 'missing')
}

/**
 * Reverses clearings of these people whose months are short of tax again, because a returned payment had covered the
 * tax of others. Does nothing while the year has an unfinished payment.
 */
export async function reverseClearingsOfShortMonths(ctx: Context, lines: readonly EndedLine[]): Promise<void> {
  const reversals = await reverseMonths(ctx, lines, 'short')
  if (reversals.length === 0) return
  const months = reversals.map(({ line_id, centre_id, operator_id, month }): CountedLine => ({ line_id, centre_id, mode: 2, operator_id, month }))
  await flagFollowingMonths(ctx, months)
  await reviewTaxMonths(ctx, [...new Set(months.map((month) => month.operator_id))], [])
}
