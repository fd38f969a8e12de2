import { isTemplateColumn, movementColumns, movementColumnsHint, timeColumns } from '#/domain/money/bank-statement.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import type { SheetColumn, SheetWriteOptions, TemplateMark, WriteColumn } from '#/server/lib/spreadsheet/spreadsheet.ts'

// Our template's headings first, then the names that channels and banks use.
export const channelColumns = [
  { key: 'request', headings: ['我方请求号', '请求号', '商户订单号', '商户单号', '商家订单号', '商家明细单号', '商户流水号'], required: true },
  { key: 'serial', headings: ['通道流水号', '平台流水号', '交易流水号', '支付宝交易号', '支付宝流水号', '微信明细单号', '微信支付单号'], required: true },
  { key: 'amount', headings: ['金额', '交易金额', '订单金额', '转账金额'], required: true },
  { key: 'state', headings: ['状态', '交易状态', '明细状态', '转账状态'], required: true },
  { key: 'fee', headings: ['手续费', '服务费'], required: false },
  { key: 'time', headings: ['完成时间', '交易时间', '转账时间'], required: false },
] as const satisfies readonly SheetColumn[]

export const bankColumns = [
  ...timeColumns,
  {
    key: 'serial',
    headings: [
      '银行流水号',
      '流水号',
      '交易流水号',
      '账户明细编号-交易流水号',
      '日志号',
      '账务流水号',
      '核心流水号',
      '支付宝流水号',
      '资金流水单号',
      '业务流水号',
    ],
    required: true,
  },
  ...movementColumns,
  { key: 'balance', headings: ['余额', '账户余额', '交易后余额', '本次余额', '账户结余', 'Balance'], required: true },
  { key: 'payee', headings: ['对方户名', '对方名称', '对方单位名称', '对方单位', '收/付方名称'], required: false },
  { key: 'account', headings: ['对方账号', '对方账户', '对手账号'], required: false },
  { key: 'memo', headings: ['附言', '备注', '交易附言'], required: false },
  { key: 'digest', headings: ['摘要', '交易摘要', '业务类型'], required: false },
  { key: 'purpose', headings: ['用途', '交易用途'], required: false },
] as const satisfies readonly SheetColumn[]

export type ChannelKey = (typeof channelColumns)[number]['key']
export type BankKey = (typeof bankColumns)[number]['key']

export const templateMarks: Readonly<Record<ReconSource, TemplateMark>> = { channel: { id: 'T8', version: '1' }, bank: { id: 'T8B', version: '1' } }
/** The maximum number of rows in a file, enough for a day of a large channel. */
export const maxRows = 200_000

const instructionRows: Readonly<Record<ReconSource, readonly (readonly [string, string])[]>> = {
  channel: [
    ['行数', `一次最多 ${maxRows} 行；同一天可分多份导入`],
    ['状态', '成功、退汇、失败；退汇另起一行，与原支付行分开'],
    ['金额', '通道实际支付（或退回）的金额，元'],
    ['手续费', '通道就该笔收取的手续费，元；不收填 0.00，未知留空'],
    ['完成时间', '例 2026-11-21 10:30:00；不填时须在页面选择日期'],
    ['当天无交易', '只保留表头、不填明细，导入时在页面选择日期'],
  ],
  bank: [
    ['行数', `一次最多 ${maxRows} 行`],
    ['余额', '每笔交易后的账户余额；期初＋收入－支出须逐笔等于余额，与上一份流水首尾相接'],
    ['收支方向', '收入、支出'],
    ['收支分列', movementColumnsHint],
    ['附言', '写有我方请求号的流水按请求号对账，其余按流水号'],
    ['单位来款', '已登记为来款的流水按流水号识别，不重复入账'],
  ],
}

/** Builds the empty template of a source. Business documents are always Chinese. */
export function emptyTemplate(source: ReconSource): SheetWriteOptions {
  const sourceColumns: readonly SheetColumn[] = source === 'channel' ? channelColumns : bankColumns
  const columns = sourceColumns
    .filter(({ key }) => isTemplateColumn(key) && key !== 'digest' && key !== 'purpose')
    .map(
      ({ key, headings, required }): WriteColumn => ({
        heading: headings[0] ?? '',
        required: required || (source === 'bank' && ['direction', 'amount', 'time'].includes(key)),
        width: 24,
        ...(key === 'direction' && { choices: ['收入', '支出'] }),
        ...(key === 'state' && { choices: ['成功', '退汇', '失败'] }),
      }),
    )
  const name = source === 'channel' ? '通道对账文件' : '银行流水'
  const templateMark = templateMarks[source]
  return {
    sheets: [{ name, columns, rows: [] }, instructionSheet([['模板版本', `${templateMark.id}-${templateMark.version}`], ...instructionRows[source]])],
    template: templateMark,
  }
}
