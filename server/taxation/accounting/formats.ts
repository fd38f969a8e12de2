import { voucherFields as fields, formatNames, layoutDoubts, layoutNotes } from '#/api/taxation/accounting.texts.ts'
import { type Fen, fen, plainYuan } from '#/domain/base/money.ts'
import { monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { memoOf, type VoucherFormat, voucherEntriesOf } from '#/domain/taxation/accounting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type ListColumn, storeExport, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { encodeGbk } from '#/server/lib/gbk.ts'
import { mappingById } from '#/server/taxation/accounting/issuing.ts'
import * as store from '#/server/taxation/accounting/store.ts'

export interface ExportRow {
  readonly word: string
  readonly no: number
  readonly day: string
  readonly memo: string
  readonly code: string
  readonly name: string
  readonly unitCode: string
  readonly unitName: string
  readonly debit: Fen
  readonly credit: Fen
  readonly preparer: string
  /** Position in the voucher, starting at 0. */
  readonly at: number
}

/** Each voucher has one attachment: the list of its movements. */
const attachmentCount = 1

/** Returns the entries of vouchers with the accounts of the mapping that was in force at issue. */
export async function exportRowsByVoucher(ctx: Context, vouchers: readonly store.VoucherRow[]): Promise<Map<number, ExportRow[]>> {
  const lines = Map.groupBy(
    await store.voucherLinesOf(
      ctx,
      vouchers.map(({ id }) => id),
    ),
    (line) => line.voucher_id,
  )
  const units = await store.unitsOf(
    ctx,
    [...lines.values()].flat().flatMap(({ of_unit }) => of_unit ?? []),
  )
  const mappings = new Map(
    await Promise.all([...new Set(vouchers.map(({ mapping_id }) => mapping_id))].map(async (id) => [id, await mappingById(ctx, id)] as const)),
  )
  return new Map(
    vouchers.map((voucher) => {
      const voucherLines = (lines.get(voucher.id) ?? []).map((line) => ({
        account: line.account,
        unitId: line.of_unit,
        debit: fen(line.debit_fen),
        credit: fen(line.credit_fen),
      }))
      const voucherHead = {
        word: voucher.word,
        no: voucher.no ?? 0,
        day: shiftDay(monthStart(shiftMonth(voucher.month, 1)), -1),
        memo: memoOf(voucher.kind, voucher.month, voucher.edition),
        preparer: voucher.preparer,
      }
      const rows = voucherEntriesOf(voucherLines, mappings.get(voucher.mapping_id) ?? new Map()).map((entry, at) => {
        const unit = entry.unitId === null ? undefined : units.get(entry.unitId)
        return {
          ...voucherHead,
          code: entry.code,
          name: entry.name,
          unitCode: unit?.code ?? '',
          unitName: unit?.name ?? '',
          debit: entry.debit,
          credit: entry.credit,
          at,
        }
      })
      return [voucher.id, rows]
    }),
  )
}

const blankIfZero = (amount: Fen) => (amount === 0 ? '' : amount)

const genericColumns: readonly ListColumn<ExportRow>[] = [
  { heading: fields.no, width: 12, value: (row) => `${row.word}-${row.no}` },
  { heading: fields.day, width: 12, value: (row) => row.day },
  { heading: fields.memo, width: 38, value: (row) => row.memo },
  { heading: fields.code, width: 16, value: (row) => row.code },
  { heading: fields.name, width: 24, value: (row) => row.name },
  { heading: fields.unitCode, width: 14, value: (row) => row.unitCode },
  { heading: fields.unitName, width: 28, value: (row) => row.unitName },
  { heading: fields.debit, kind: 'money', width: 18, value: (row) => blankIfZero(row.debit) },
  { heading: fields.credit, kind: 'money', width: 18, value: (row) => blankIfZero(row.credit) },
  { heading: fields.attachments, kind: 'number', width: 10, value: () => attachmentCount },
  { heading: fields.preparer, width: 14, value: (row) => row.preparer },
]

const withoutCommas = (text: string) => text.replaceAll(',', '，').replaceAll(/[\r\n]/g, ' ')

/** Format for 用友 U8 总账工具: text, one entry per line, grouped by voucher. After 制单人 come 结算方式, 票号, 发生日期, 部门, 个人, 客户. */
export function yonyouText(rows: readonly ExportRow[]): string {
  const line = (row: ExportRow) =>
    [
      row.day,
      row.word,
      row.no,
      attachmentCount,
      withoutCommas(row.memo),
      row.code,
      plainYuan(row.debit),
      plainYuan(row.credit),
      '0.00',
      '0.00',
      '0.00',
      withoutCommas(row.preparer),
      '',
      '',
      row.day,
      '',
      '',
      row.unitCode,
    ].join(',')
  return `${['填制凭证,V800', ...rows.map(line)].join('\r\n')}\r\n`
}

type Cell = string | number

/** Format for 金蝶标准凭证表: the fields of the standard voucher structure in their order. */
const kingdeeColumns: readonly (readonly [string, (row: ExportRow) => Cell, ('money' | 'number')?])[] = [
  ['FDate', (row) => row.day],
  ['FTransDate', (row) => row.day],
  ['FPeriod', (row) => Number(row.day.slice(5, 7)), 'number'],
  ['FGroup', (row) => row.word],
  ['FNum', (row) => row.no, 'number'],
  ['FEntryID', (row) => row.at, 'number'],
  ['FExp', (row) => row.memo],
  ['FAcctID', (row) => row.code],
  ['FClsName1', (row) => (row.unitCode === '' ? '' : '客户')],
  ['FObjID1', (row) => row.unitCode],
  ['FObjName1', (row) => row.unitName],
  ['FCyID', () => 'RMB'],
  ['FExchRate', () => 1, 'number'],
  ['FDC', (row) => (row.debit > 0 ? 'D' : 'C')],
  ['FFCyAmt', (row) => row.debit + row.credit, 'money'],
  ['FDebit', (row) => row.debit, 'money'],
  ['FCredit', (row) => row.credit, 'money'],
  ['FPreparer', (row) => row.preparer],
  ['FAttchment', () => attachmentCount, 'number'],
]

export async function exportVouchers(ctx: Context, place: store.BooksPlace, of: { month: string; edition: number; format: VoucherFormat }): Promise<string> {
  const { month, edition, format } = of
  const vouchers = (await store.vouchersOf(ctx, place, month, edition)).filter(({ no }) => no !== null)
  const rows = [...(await exportRowsByVoucher(ctx, vouchers)).values()].flat()
  const filter = { ...place, ...of }
  const name = `记账凭证_${month}${edition > 1 ? `_补充${edition - 1}` : ''}`
  const fileOwner = { centreId: place.centreId }
  if (format === 'generic') {
    const list = async () => ({ name, language: ctx.language, filter, columns: genericColumns, rows, hasTotals: false })
    return (await storeExport(ctx, filter, list, fileOwner, { name })).fileId
  }
  const title = `${name}_${formatNames[format].zh.replaceAll(/[ /]/g, '')}`
  const { id, sha256 } = await (format === 'yonyou'
    ? ctx.files.save({ name: `${title}.txt`, mediaType: 'text/plain', bytes: encodeGbk(yonyouText(rows)), purpose: 'export', keepDays: 7, ...fileOwner })
    : storeWorkbook(
        ctx,
        { name: `${title}.xlsx`, purpose: 'export', ...fileOwner },
        {
          sheets: [
            {
              name: 'Page1',
              columns: kingdeeColumns.map(([heading, , kind]) => ({ heading, ...(kind && { kind: kind === 'money' ? ('amount' as const) : kind }) })),
              rows: rows.map((row) => kingdeeColumns.map(([, value]) => value(row))),
            },
            {
              name: translate(layoutNotes.sheet, ctx.language),
              columns: [{ heading: translate(layoutNotes.unconfirmed, ctx.language), width: 90 }],
              rows: layoutDoubts.kingdee.map((each) => [translate(each, ctx.language)]),
            },
          ],
        },
      ))
  ctx.note({ refType: 'file', refId: id, detail: { rows: rows.length, sha256, filter } })
  return id
}
