import { prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { parseMoment } from '#/domain/base/period.ts'
import { type Text, truncateUnits } from '#/domain/base/text.ts'
import {
  hasSignedDebits,
  isTemplateColumn,
  movementColumns,
  movementColumnsHint,
  movementOf,
  requiredColumnSets,
  type SkipReason,
  signedDirection,
  skipReasonOf,
  timeColumns,
  timeTextOf,
} from '#/domain/money/bank-statement.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { refuseUnreadableSheet } from '#/server/kernel/rows/sheet-file.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import {
  readSheet,
  type SheetColumn,
  type SheetReadOptions,
  type SheetRow,
  type SheetWriteOptions,
  type TemplateMark,
  type WriteColumn,
} from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { NewCredit } from '#/server/money/prepayments/store-credits.ts'

// The template's headings first, then the names that banks use.
const columns = [
  ...timeColumns,
  {
    key: 'serial',
    headings: ['银行流水号', '流水号', '交易流水号', '账户明细编号-交易流水号', '日志号', '账务流水号', '核心流水号', '业务流水号'],
    required: true,
  },
  ...movementColumns,
  { key: 'payer', headings: ['对方户名', '对方名称', '对方单位名称', '对方单位', '收/付方名称'], required: true },
  { key: 'account', headings: ['对方账号', '对方账户', '对手账号'], required: true },
  { key: 'bank', headings: ['对方开户行', '对方开户机构'], required: false },
  { key: 'memo', headings: ['附言', '备注', '交易附言'], required: false },
  { key: 'digest', headings: ['摘要', '交易摘要', '业务类型'], required: false },
  { key: 'purpose', headings: ['用途', '交易用途'], required: false },
  { key: 'receiving', headings: ['收款账号', '本方账号'], required: false },
] as const satisfies readonly SheetColumn[]

type Key = (typeof columns)[number]['key']

const templateMark: TemplateMark = { id: 'T3', version: '1' }
const maxRows = 5000

const readerOptions: SheetReadOptions<Key> = { columns, alternatives: requiredColumnSets, maxRows, unknownColumns: 'ignore', template: templateMark }

export interface StatementProblem {
  readonly line: number
  readonly problem: Text
  readonly values?: Values
}

const faultTexts = {
  direction: prepaymentRefusals.badDirection,
  amount: prepaymentRefusals.badAmount,
  both: prepaymentRefusals.bothSides,
  neither: prepaymentRefusals.noSide,
} as const

/** Returns the digit runs that may be a unit's account number, also joined across spaces and dashes. */
function numbersIn(text: string): string[] {
  return [...new Set([text, text.replace(/(?<=\d)[\s-]+(?=\d)/g, '')].flatMap((each) => each.match(/\d{6,}/g) ?? []))]
}

const textOf = (row: SheetRow<Key>, key: Key) => row.cells[key].text.normalize('NFKC').trim()

/**
 * Converts a row to a credit. Returns null for a debit or its reversal, because no unit paid it. Returns the fault for
 * an unreadable row.
 */
function creditOf(row: SheetRow<Key>, isSigned: boolean): NewCredit | Text | null {
  const text = (key: Key) => textOf(row, key)
  const movementTexts = { direction: text('direction'), amount: text('amount'), out: text('out'), minus: text('minus'), in: text('in') }
  const parsedMovement = movementOf(movementTexts, isSigned)
  if ('fault' in parsedMovement) return faultTexts[parsedMovement.fault]
  // A credit that the bank reversed needs a decision, so it is reported as a fault.
  if (parsedMovement.direction === 'out') return parsedMovement.isReversal ? prepaymentRefusals.badAmount : null
  if (parsedMovement.isReversal) return null
  const serial = text('serial')
  if (serial === '' || serial.length > 60) return prepaymentRefusals.badSerial
  if (row.cells.serial.suspicious) return prepaymentRefusals.badDigits
  const creditedAt = parseMoment(timeTextOf({ day: text('day'), time: text('time') }))?.at.toISOString() ?? null
  if (creditedAt === null) return prepaymentRefusals.badTime
  const truncatedText = (key: Key, limit: number) => truncateUnits(row.cells[key].text.trim(), limit)
  const words = [...new Set((['memo', 'digest', 'purpose'] as const).map((key) => row.cells[key].text.trim()))].filter((each) => each !== '').join(' ')
  const numbers = numbersIn(`${words.normalize('NFKC')} | ${text('receiving')}`)
  return {
    line: row.line,
    serial,
    amount: parsedMovement.amount,
    payerName: truncatedText('payer', 100),
    payerAccount: truncatedText('account', 40),
    memo: truncateUnits(words, 200),
    creditedAt,
    numbers,
  }
}

/**
 * Returns each serial once. Rejects all rows of a serial with two amounts in one file, because the right amount is
 * unknown.
 */
function withoutDuplicates(credits: readonly NewCredit[]): { once: NewCredit[]; problems: StatementProblem[] } {
  const serialGroups = [...Map.groupBy(credits, (credit) => credit.serial).values()]
  const haveSameAmount = (sameSerial: readonly NewCredit[]) => sameSerial.every((credit) => credit.amount === sameSerial[0]?.amount)
  return {
    once: serialGroups.filter(haveSameAmount).flatMap((sameSerial) => sameSerial.slice(0, 1)),
    problems: serialGroups
      .filter((sameSerial) => !haveSameAmount(sameSerial))
      .flat()
      .map(({ line, serial }) => ({ line, problem: prepaymentRefusals.serialTwice, values: { serial } })),
  }
}

/** The outcome of reading a statement: distinct credits, the count of repeated rows, and the faulty rows. */
interface ParsedStatement {
  readonly credits: NewCredit[]
  readonly repeated: number
  readonly problems: StatementProblem[]
  /** Rows without a movement: totals, balances, end marks. */
  readonly skipped: readonly { readonly line: number; readonly reason: SkipReason }[]
  readonly sha256: string
}

function isProblem(parsed: NewCredit | Text): parsed is Text {
  return 'zh' in parsed
}

/** Reads the credits of a bank statement (template T3) in file order, with the faulty rows. Refuses any other file. */
export async function readStatement(ctx: Context, bytes: Uint8Array): Promise<ParsedStatement> {
  const readOptions = { ...readerOptions, takesHidden: ctx.takesHidden }
  const sheet = await ctx.outside('read a list', [bytes, readOptions], () => readSheet(bytes, readOptions))
  if (!sheet.ok) {
    if (sheet.problem.code === 'hidden_rows' || sheet.problem.code === 'several_sheets') return refuseUnreadableSheet(sheet.problem)
    const missingHeadings = sheet.problem.code === 'headings_mismatch' ? sheet.problem.missing : ''
    return refuse(prepaymentRefusals, 'badFile', { problem: sheet.problem.code, missing: missingHeadings, most: maxRows })
  }
  const credits: NewCredit[] = []
  const problems: StatementProblem[] = []
  const skipped: { line: number; reason: SkipReason }[] = []
  const keys = columns.map(({ key }) => key)
  const isSigned = hasSignedDebits(
    await mapInSlices(sheet.rows, (row) => signedDirection({ direction: textOf(row, 'direction'), amount: textOf(row, 'amount') })),
  )
  await mapInSlices(sheet.rows, (row) => {
    const reason = skipReasonOf(textOf(row, 'serial'), () => keys.map((key) => textOf(row, key)))
    if (reason) {
      skipped.push({ line: row.line, reason })
      return
    }
    const credit = creditOf(row, isSigned)
    if (credit === null) return
    if (isProblem(credit)) problems.push({ line: row.line, problem: credit })
    else credits.push(credit)
  })
  const { once, problems: unclear } = withoutDuplicates(credits)
  return { credits: once, repeated: credits.length - once.length - unclear.length, problems: [...problems, ...unclear], skipped, sha256: sheet.sha256 }
}

const hintByKey: Readonly<Partial<Record<Key, string>>> = {
  time: '例 2026-11-21 10:30:00',
  serial: '文本格式，请勿用科学计数法',
  amount: '大于 0，最多两位小数',
}

/** Builds the empty template T3 with its instructions. Business documents are always Chinese. */
export function statementTemplate(): SheetWriteOptions {
  const visibleColumns = columns.filter(({ key }) => !['receiving', 'digest', 'purpose'].includes(key) && isTemplateColumn(key))
  const templateColumns = visibleColumns.map(({ key, headings, required }): WriteColumn => {
    const hint = hintByKey[key]
    const isRequired = required || ['direction', 'amount', 'time'].includes(key)
    return { heading: headings[0], required: isRequired, width: 22, ...(hint && { hint }), ...(key === 'direction' && { choices: ['收入', '支出'] }) }
  })
  const rows = [
    ['模板版本', `${templateMark.id}-${templateMark.version}`],
    ['行数', `一次最多 ${maxRows} 行`],
    ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
    ['收支方向', '“收入”的行计入来款，“支出”的行跳过'],
    ['收支分列', movementColumnsHint],
    ['银行流水号', '每个流水号只入账一次，重复导入不会重复计入'],
    ['附言', '写有单位充值附言的来款，直接归属该单位'],
    ['付款户名', '与单位名称不一致的来款不会自动入账，保留为“待认领”'],
  ]
  const instructions = {
    name: '说明',
    columns: [
      { heading: '项目', width: 20 },
      { heading: '说明', width: 90 },
    ],
    rows,
  }
  return { sheets: [{ name: '银行来款流水', columns: templateColumns, rows: [] }, instructions], template: templateMark }
}
