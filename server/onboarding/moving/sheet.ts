import { cleanRow, type RawCell } from '#/domain/base/cells.ts'
import { maxOpeningRows, type OpeningCell, type OpeningCells, openingAccounts } from '#/domain/onboarding/opening.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { instructionSheet, readUpload, refuseUnreadableSheet, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import type { TemplateMark, WriteColumn } from '#/server/lib/spreadsheet/spreadsheet.ts'

const templateMark: TemplateMark = { id: 'T14', version: '1' }
const cellKinds = { account: 'words', creditCode: 'long', unitName: 'name', debit: 'amount', credit: 'amount', remark: 'words' } as const

const columns: readonly (WriteColumn & { readonly cell: OpeningCell; readonly also?: readonly string[] })[] = [
  { cell: 'account', heading: '科目', also: ['会计科目'], width: 18, required: true, choices: Object.keys(openingAccounts) },
  { cell: 'creditCode', heading: '单位信用代码', also: ['统一社会信用代码'], width: 24, hint: '单位预付款必填，文本格式' },
  { cell: 'unitName', heading: '单位名称', width: 30 },
  { cell: 'debit', heading: '借方', also: ['借方余额'], width: 18 },
  { cell: 'credit', heading: '贷方', also: ['贷方余额'], width: 18 },
  { cell: 'remark', heading: '备注', width: 24 },
]

/** Returns the empty template of opening balances (T14). */
export async function openingTemplate(ctx: Context): Promise<{ fileId: string }> {
  const instructions = instructionSheet([
    ['模板版本', 'T14-1'],
    ['行数', `单个文件最多 ${maxOpeningRows} 行；每个科目一行，单位预付款每个单位一行`],
    ['借贷', '资产（银行存款）填借方，欠付和收入（单位预付款、应交税费、服务费收入）填贷方；借方合计须等于贷方合计'],
    ['单位预付款', '各单位可用余额之和；付款途中（冻结）的金额请先在原系统处理完毕'],
    ['不能填的', '冻结金额和挂账：在本系统从零开始'],
    ['单位', '须已在本中心该结算模式下开通，且在本系统尚无资金往来'],
    ['示例', '单位预付款 | 91990000MA0000015Q | 某某公司 |  | 100000.00'],
    ['示例', '银行存款 |  |  | 100000.00 | '],
  ])
  const { id } = await storeWorkbook(
    ctx,
    { name: '期初余额模板.xlsx', purpose: 'template' },
    {
      sheets: [{ name: '期初余额', columns: columns.map(({ cell: _cell, also: _also, ...column }) => column), rows: [] }, instructions],
      template: templateMark,
    },
  )
  return { fileId: id }
}

/** Reads and cleans the rows of an uploaded sheet, without empty rows and the totals at its end. */
export async function readOpeningSheet(ctx: Context, file: Upload): Promise<{ seq: number; cells: OpeningCells }[]> {
  const uploadColumns = columns.map(({ cell, heading, also = [], required = false }) => ({ key: cell, headings: [heading, ...also], required }))
  const result = await readUpload(ctx, file.bytes, { columns: uploadColumns, maxRows: maxOpeningRows, template: templateMark })
  if (!result.ok) refuseUnreadableSheet(result.problem)
  const rows = result.rows.flatMap(({ cells }) => {
    const filledColumns = columns.filter(({ cell }) => cells[cell].text.trim() !== '')
    if (filledColumns.length === 0 || /^\s*(合计|总计)/.test(cells.account.text)) return []
    const raw: Partial<Record<OpeningCell, RawCell>> = Object.fromEntries(filledColumns.map(({ cell }) => [cell, cells[cell].text]))
    return [cleanRow<OpeningCell>(cellKinds, raw).cells]
  })
  return rows.map((cells, at) => ({ seq: at + 1, cells }))
}
