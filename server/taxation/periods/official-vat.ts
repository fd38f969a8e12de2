import { idKindTaxCode } from '#/domain/base/id-paper.ts'
import { type Fen, fen, subtract, sumOf } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { divideFigures, hasFigures, returnOfCategory, surchargeOf, type VatFigures, type VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FormRow } from '#/server/taxation/forms/public.ts'
import { policyOf } from '#/server/taxation/periods/line-computation.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import { figuresOn, type LineRow, type PersonRow } from '#/server/taxation/periods/store-lines.ts'
import { grossBySource, type SourceRow } from '#/server/taxation/periods/store-returns.ts'

/** A line with the decrypted numbers of its person. */
export interface NamedLine {
  readonly line: LineRow
  readonly who: PersonRow
  readonly number: string
  readonly mobile: string
}

export function personRow({ line, who, number }: NamedLine, seq: number): FormRow {
  return { seq, name: line.name, paper: idKindTaxCode(who.id_kind), idNumber: number }
}

/** The source platform and account of a part of the sales. */
interface SalesSource {
  readonly platform: string
  readonly nickname: string
  readonly gross: Fen
}

/**
 * Returns the accounts behind a person's sales on a return. Sales without a line (imported income) are assigned to our
 * platform.
 */
function sourcesOf(figures: VatFigures, rows: readonly SourceRow[]): SalesSource[] {
  const groups = [...Map.groupBy(rows, (row) => `${row.source_platform}\n${row.nickname}`).values()]
    .map((sourceRows) => ({
      platform: sourceRows[0]?.source_platform ?? '',
      nickname: sourceRows[0]?.nickname ?? '',
      gross: sumOf(sourceRows, (row) => fen(row.gross)),
    }))
    .filter(({ gross }) => gross !== 0)
  const unassignedGross = subtract(
    figures.gross,
    sumOf(groups, ({ gross }) => gross),
  )
  if (unassignedGross === 0 && groups.length > 0) return groups
  const isOwnSource = ({ platform }: SalesSource) => platform === ''
  if (groups.some(isOwnSource)) return groups.map((each) => (isOwnSource(each) ? { ...each, gross: fen(each.gross + unassignedGross) } : each))
  return [...groups, { platform: '', nickname: '', gross: unassignedGross }]
}

function vatRow(vatPpm: number, { platform, nickname }: SalesSource, platformName: string, figures: VatFigures, named: NamedLine, seq: number): FormRow {
  const { line } = named
  return {
    ...personRow(named, seq),
    userName: line.name,
    userId: String(line.operator_id),
    platformName: platform || platformName,
    sourceName: nickname || line.name,
    // 不含税: the exempt and the taxable sales together. An exempt price contains no VAT, so it equals the sales (增值税法
    // Art. 17), as on an exempt invoice and in the income of 扣缴申报. Only the threshold is compared with the price ÷
    // 1.01.
    sales: figures.gross - figures.vat,
    exemptSales: figures.exempt,
    taxableSales: figures.gross - figures.exempt - figures.vat,
    rate: vatPpm,
    vat: figures.vat,
    construction: figures.city,
    education: figures.education,
    localEducation: figures.localEducation,
    surcharges: surchargeOf(figures),
  }
}

const isOnReturn = (row: SourceRow, vat: TaxPolicy['params']['vat'], vatReturn: VatReturn) => returnOfCategory(vat, row.category) === vatReturn

/**
 * Returns the rows of a VAT return: one for each person and account on a source platform. The rows sum to the return.
 */
export async function vatRows(ctx: Context, row: PeriodRow, vatReturn: VatReturn, named: readonly NamedLine[], platformName: string): Promise<FormRow[]> {
  const { vat } = (await policyOf(ctx, row.month)).params
  const ids = named.map(({ line }) => line.operator_id)
  const sources = Map.groupBy(await ctx.widen('lines of a declaration', () => grossBySource(ctx, row, ids)), (each) => each.operator_id)
  const parts = named.flatMap((each) => {
    const figures = figuresOn(each.line, vatReturn)
    if (!hasFigures(figures)) return []
    const personSources = (sources.get(each.line.operator_id) ?? []).filter((source) => isOnReturn(source, vat, vatReturn))
    const accounts = sourcesOf(figures, personSources)
    return divideFigures(
      figures,
      accounts.map(({ gross }) => gross),
    ).map((part, at) => ({ each, part, account: accounts[at] ?? { platform: '', nickname: '', gross: part.gross } }))
  })
  return parts.map(({ each, part, account }, at) => vatRow(vat.reducedPpm, account, platformName, part, each, at + 1))
}
