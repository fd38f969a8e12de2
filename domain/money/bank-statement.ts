import { type Fen, fen, parseYuan } from '#/domain/base/money.ts'
import { parseMoment } from '#/domain/base/period.ts'

// Statements of banks and wallets, with a direction and one amount, or with debit and credit in two columns.

/** The columns of a movement: our template's headings first, then those of banks. */
export const movementColumns = [
  { key: 'direction', headings: ['收支方向', '借贷标志', '借贷方向', '借/贷', '收/支', '交易类型', '收支类型'], required: false },
  { key: 'amount', headings: ['金额', '交易金额', '发生额', '交易额', 'Amount'], required: false },
  {
    key: 'out',
    headings: ['支出金额', '支出', '借方发生额', '借方金额', '借方', '支取金额', '转出金额', '付款金额', 'Debit', 'Debit Amount'],
    required: false,
  },
  // Wallets put a minus sign in the heading of payments. The sign does not mean a reversal.
  { key: 'minus', headings: ['支出(-元)', '支出金额(-元)', '支出(-)'], required: false },
  {
    key: 'in',
    headings: ['收入金额', '收入', '贷方发生额', '贷方金额', '贷方', '存入金额', '转入金额', '收款金额', 'Credit', 'Credit Amount'],
    required: false,
  },
] as const

/** The time of a movement: one column, or a day and a time of day. */
export const timeColumns = [
  { key: 'time', headings: ['交易时间', '记账时间', '入账时间', '发生时间', '交易时间戳', '时间', 'Time'], required: false },
  { key: 'day', headings: ['交易日期', '记账日期', '入账日期', '发生日期', '交易日', '日期', 'Date'], required: false },
] as const

type MovementKey = (typeof movementColumns)[number]['key']
type TimeKey = (typeof timeColumns)[number]['key']

const amountColumnPairs: readonly (readonly MovementKey[])[] = [
  ['direction', 'amount'],
  ['out', 'in'],
  ['minus', 'in'],
]

/** Sets of required columns: a time or day, and a pair of amounts. Our template's set comes first. */
export const requiredColumnSets: readonly (readonly (MovementKey | TimeKey)[])[] = amountColumnPairs.flatMap((pair) =>
  timeColumns.map(({ key }) => [key, ...pair]),
)

/** Returns whether our templates have this column. Banks use the others. */
export const isTemplateColumn = (key: string): boolean => !['out', 'minus', 'in', 'day'].includes(key)

/** A hint printed in our templates. */
export const movementColumnsHint = '“收支方向、金额”两列也可换成“支出金额、收入金额”（借方发生额、贷方发生额）两列，每行只在其中一列填金额；冲正填负数'

interface Movement {
  readonly direction: 'out' | 'in'
  readonly amount: Fen
  /** Whether the money was returned: the bank wrote a negative amount on the opposite side. */
  readonly isReversal: boolean
}

/** The reason why a row is not a movement: a cell is unreadable, or amounts are in both columns or in neither. */
type MovementFault = { readonly fault: 'direction' | 'amount'; readonly key: MovementKey } | { readonly fault: 'both' | 'neither' }

const incomingPattern = /^(收|贷|转入|入账|来账|credit|cr?$|\+)/i
const outgoingPattern = /^(支|付|借|转出|出账|往账|debit|dr?$|-)/i
const blankAmountPattern = /^[-—–/]*$/

/**
 * Parses an amount of a statement, which may have four decimals. Returns null for other text and for fractions of a
 * fen.
 */
export function parseStatementAmount(text: string): Fen | null {
  return parseYuan(
    text
      .normalize('NFKC')
      .trim()
      .replace(/(\.\d\d)0+$/, '$1'),
  )
}

const isZeroAmount = (text: string) => blankAmountPattern.test(text) || parseStatementAmount(text) === 0
const oppositeDirection = { in: 'out', out: 'in' } as const

function movementFromCell(key: MovementKey, text: string, direction: Movement['direction'], isSigned = false): Movement | MovementFault {
  const amount = parseStatementAmount(text)
  if (amount === null || amount === 0) return { fault: 'amount', key }
  if (amount > 0) return { direction, amount, isReversal: false }
  return { direction: isSigned ? direction : oppositeDirection[direction], amount: fen(-amount), isReversal: !isSigned }
}

/**
 * Returns the movement of a row from the pair of columns that its statement uses. A negative amount is a reversal,
 * unless `isSigned`: the statement then writes all outgoing amounts as negative.
 */
export function movementOf(cells: Readonly<Record<MovementKey, string>>, isSigned = false): Movement | MovementFault {
  const { direction, amount, minus, in: into } = cells
  const hasSideAmounts = cells.out !== '' || minus !== '' || into !== ''
  // Some banks state a direction although the amount is already in the column of its side.
  if (amount !== '' || (direction !== '' && !hasSideAmounts)) {
    if (outgoingPattern.test(direction)) return movementFromCell('amount', amount, 'out', isSigned)
    return incomingPattern.test(direction) ? movementFromCell('amount', amount, 'in') : { fault: 'direction', key: 'direction' }
  }
  const [key, out] = isZeroAmount(minus) ? (['out', cells.out] as const) : (['minus', minus] as const)
  if (isZeroAmount(out)) return isZeroAmount(into) ? { fault: 'neither' } : movementFromCell('in', into, 'in')
  return isZeroAmount(into) ? movementFromCell(key, out, 'out', key === 'minus') : { fault: 'both' }
}

/**
 * Returns the direction in a row and whether its amount has a minus sign. Returns null for a row without a direction.
 */
export function signedDirection({ direction, amount }: { readonly direction: string; readonly amount: string }): 'in' | 'out' | 'minus' | null {
  if (outgoingPattern.test(direction)) return (parseStatementAmount(amount) ?? 0) < 0 ? 'minus' : 'out'
  return incomingPattern.test(direction) ? 'in' : null
}

/** Returns whether a statement writes all outgoing amounts as negative in addition to a direction, as some banks do. */
export function hasSignedDebits(rows: readonly ReturnType<typeof signedDirection>[]): boolean {
  return rows.includes('minus') && !rows.includes('out') && rows.includes('in')
}

const timeOfDayPattern = /^\d{1,2}:?\d{2}(:?\d{2}(\.\d+)?)?$/

/** Combines the time of a movement from one column, or from a day and a time of day. */
export function timeTextOf({ day, time }: Readonly<Record<TimeKey, string>>): string {
  if (day !== '' && timeOfDayPattern.test(time) && parseMoment(day)?.hasTime === false) return `${day} ${time}`
  return time === '' ? day : time
}

/** Kinds of rows without a movement: opening and closing balance, total, end of the list. */
export const skipReasons = ['opening', 'closing', 'total', 'end'] as const
export type SkipReason = (typeof skipReasons)[number]

const skipPatterns: readonly (readonly [SkipReason, RegExp])[] = [
  ['opening', /期初|承前|上期结转|上日余额|起始余额|opening balance|balance b\/f/i],
  ['closing', /期末|结转下|本日余额|closing balance|balance c\/f/i],
  ['total', /合\s*计|总\s*计|小\s*计|累\s*计|汇\s*总|^共\s*\d+\s*[笔条]|total/i],
  ['end', /^#|^[-—=*_]{3,}|列表结束|明细结束|以下空白|打印完毕|end of (statement|report|file)/i],
]

/**
 * Returns the kind of a row without a movement, judged by its words. Returns null for a movement. A row with a serial
 * number is a movement, unless the serial contains such words itself.
 */
export function skipReasonOf(serial: string, cells: () => readonly string[]): SkipReason | null {
  const reasonIn = (text: string) => skipPatterns.find(([, mark]) => mark.test(text))?.[0] ?? null
  if (serial !== '' && reasonIn(serial) === null) return null
  for (const text of cells()) {
    const reason = reasonIn(text)
    if (reason) return reason
  }
  return null
}
