import { type Fen, parseYuan } from '#/domain/money.ts'

// What banks write of a movement: a direction beside one amount, or what went out and what came in, each in a column of its own.

/** The columns of a movement: the headings of our templates first, then what banks call the same thing. */
export const movementColumns = [
  { key: 'direction', headings: ['收支方向', '借贷标志', '借贷方向'], required: false },
  { key: 'amount', headings: ['金额', '交易金额', '发生额'], required: false },
  { key: 'out', headings: ['支出金额', '支出', '借方发生额', '借方金额', '借方', 'Debit', 'Debit Amount'], required: false },
  { key: 'in', headings: ['收入金额', '收入', '贷方发生额', '贷方金额', '贷方', 'Credit', 'Credit Amount'], required: false },
] as const

type MovementKey = (typeof movementColumns)[number]['key']

/** Either pair of columns says what moved; the first one is that of our templates. */
export const movementPairs: readonly (readonly MovementKey[])[] = [
  ['direction', 'amount'],
  ['out', 'in'],
]

/** What our templates have of them. */
export const isOfTemplate = (key: string): boolean => key !== 'out' && key !== 'in'

/** How our templates explain them. */
export const movementHint = '“收支方向、金额”两列也可换成“支出金额、收入金额”（借方发生额、贷方发生额）两列，每行只在其中一列填金额'

interface Movement {
  readonly direction: 'out' | 'in'
  readonly amount: Fen
}

/** Why a row is no movement: a cell that says nothing known, an amount in both columns, or in none. */
type MovementFault = { readonly fault: 'direction' | 'amount'; readonly key: MovementKey } | { readonly fault: 'both' | 'neither' }

const moneyIn = /^(收|贷|转入|入账|来账|credit|cr?$|\+)/i
const moneyOut = /^(支|付|借|转出|出账|往账|debit|dr?$|-)/i
const noAmount = /^[-—–/]*$/

const isNothing = (text: string) => noAmount.test(text) || parseYuan(text) === 0

function amountIn(key: MovementKey, text: string, direction: Movement['direction']): Movement | MovementFault {
  const amount = parseYuan(text)
  return amount === null || amount <= 0 ? { fault: 'amount', key } : { direction, amount }
}

/** What a row says that moved, by whichever pair of columns its statement has. */
export function movementOf(cells: Readonly<Record<MovementKey, string>>): Movement | MovementFault {
  const { direction, amount, out, in: into } = cells
  if (direction !== '' || amount !== '') {
    if (moneyOut.test(direction)) return amountIn('amount', amount, 'out')
    return moneyIn.test(direction) ? amountIn('amount', amount, 'in') : { fault: 'direction', key: 'direction' }
  }
  if (isNothing(out)) return isNothing(into) ? { fault: 'neither' } : amountIn('in', into, 'in')
  return isNothing(into) ? amountIn('out', out, 'out') : { fault: 'both' }
}
