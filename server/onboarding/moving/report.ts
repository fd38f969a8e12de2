import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { openingAccountNames, openingCellNames, openingFields, openingIssueTexts } from '#/api/onboarding/moving.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'

type OpeningDetail = z.output<Modules['moving']['get']['output']>

interface ReportLine {
  readonly seq: number | null
  readonly account: string
  readonly unit: string
  readonly debit: Fen
  readonly credit: Fen
  readonly issues: string
}

const columns: readonly ListColumn<ReportLine>[] = [
  { heading: openingFields.seq, kind: 'number', width: 8, value: (row) => row.seq ?? '' },
  { heading: openingCellNames.account, width: 22, value: (row) => row.account },
  { heading: openingCellNames.unitName, width: 34, value: (row) => row.unit },
  { heading: openingCellNames.debit, kind: 'money', width: 18, value: (row) => row.debit },
  { heading: openingCellNames.credit, kind: 'money', width: 18, value: (row) => row.credit },
  { heading: openingFields.issues, width: 50, value: (row) => row.issues },
]

/** Exports the rows with their issues, the totals per account, and the difference between debit and credit. */
export async function exportOpening(ctx: Context, sheet: OpeningDetail): Promise<{ fileId: string }> {
  const { language } = ctx
  const rowLines = sheet.rows.map(
    ({ seq, cells, debit, credit, issues }): ReportLine => ({
      seq,
      account: cells.account,
      unit: cells.unitName || cells.creditCode,
      debit,
      credit,
      issues: issues
        .map((issue) => `${translate(openingCellNames[issue.field], language)}: ${translate(openingIssueTexts[issue.code], language, issue.values)}`)
        .join('; '),
    }),
  )
  const emptyCells = { seq: null, unit: '', issues: '' }
  const accountLines = sheet.accounts.map(
    ({ account, debit, credit }): ReportLine => ({ ...emptyCells, account: translate(openingAccountNames[account], language), debit, credit }),
  )
  const { difference } = sheet
  const totalLines: ReportLine[] = [
    {
      ...emptyCells,
      account: `${translate(openingFields.debit, language)} / ${translate(openingFields.credit, language)}`,
      debit: sheet.debit,
      credit: sheet.credit,
    },
    { ...emptyCells, account: translate(openingFields.difference, language), debit: fen(Math.max(difference, 0)), credit: fen(Math.max(-difference, 0)) },
  ]
  const readSheets = async () => ({
    name: `${translate(openingFields.name, language)} ${sheet.no}`,
    language,
    columns,
    rows: [...rowLines, ...accountLines, ...totalLines],
    hasTotals: false,
    filter: { openingId: sheet.id },
  })
  const { fileId } = await storeExport(ctx, { openingId: sheet.id, version: sheet.version }, readSheets, { centreId: sheet.centreId })
  return { fileId }
}
