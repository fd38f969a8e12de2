import { add, type Fen, fen, parseYuan, subtract, sumOf, ZERO } from '#/domain/base/money.ts'
import { isSameName } from '#/domain/base/names.ts'
import type { AccountKind } from '#/domain/money/posting.ts'

/**
 * States of a sheet of opening balances: with faults, awaiting confirmation, booked, reversal requested, reversed,
 * cancelled.
 */
export const openingStates = ['draft', 'prepared', 'booked', 'undoing', 'undone', 'cancelled'] as const
export type OpeningState = (typeof openingStates)[number]

/** Actions on a sheet. A second person confirms both a booking and a reversal. */
export type OpeningAction = 'replace' | 'confirm' | 'cancel' | 'askUndo' | 'keep' | 'undo'

const moves: Readonly<Record<OpeningAction, { readonly from: readonly OpeningState[]; readonly to: OpeningState }>> = {
  replace: { from: ['draft', 'prepared'], to: 'prepared' },
  confirm: { from: ['prepared'], to: 'booked' },
  cancel: { from: ['draft', 'prepared'], to: 'cancelled' },
  askUndo: { from: ['booked'], to: 'undoing' },
  keep: { from: ['undoing'], to: 'booked' },
  undo: { from: ['undoing'], to: 'undone' },
}

/** Returns the state after the action, or null when the action is not allowed. */
export function nextOpeningState(state: OpeningState, action: OpeningAction): OpeningState | null {
  const move = moves[action]
  return move.from.includes(state) ? move.to : null
}

/**
 * The accounts that can have an opening balance, by their name in the sheet. Reserved and suspense accounts start at
 * zero, because they belong to batches and exceptions of this system.
 */
export const openingAccounts = {
  单位预付款: 'unit_available',
  银行存款: 'bank',
  应交增值税: 'tax_vat',
  应交附加税费: 'tax_surcharge',
  应交个人所得税: 'tax_iit',
  服务费收入: 'fee_income',
  调账: 'adjustment',
} as const satisfies Readonly<Record<string, AccountKind>>
export type OpeningAccount = (typeof openingAccounts)[keyof typeof openingAccounts]

/** The columns of the sheet (template T14). */
export const openingCells = ['account', 'creditCode', 'unitName', 'debit', 'credit', 'remark'] as const
export type OpeningCell = (typeof openingCells)[number]
export type OpeningCells = Readonly<Record<OpeningCell, string>>

/** The maximum number of rows per sheet. */
export const maxOpeningRows = 2000

export const openingIssueCodes = [
  'account',
  'unitNeeded',
  'unitOdd',
  'unitUnknown',
  'unitName',
  'unitMoved',
  'amount',
  'noSide',
  'bothSides',
  'unitDebit',
  'repeated',
] as const
export type OpeningIssueCode = (typeof openingIssueCodes)[number]

/** A problem of a row, with the cell concerned. */
export interface OpeningIssue {
  readonly code: OpeningIssueCode
  readonly field: OpeningCell
  readonly values: Readonly<Record<string, string | number>>
}

export interface OpeningUnit {
  readonly id: number
  readonly name: string
  /**
   * Whether the unit already has movements on this platform. An opening balance is then refused, because a balance
   * exists.
   */
  readonly hasMoved: boolean
}

export interface OpeningRow {
  readonly seq: number
  readonly cells: OpeningCells
  readonly account: OpeningAccount | null
  readonly unitId: number | null
  readonly debit: Fen
  readonly credit: Fen
  readonly issues: readonly OpeningIssue[]
}

// The largest amount in fen: ten digits of yuan, as in every amount field. The sum then stays a safe integer.
const maxAmountFen = 999_999_999_999

function parseAmount(text: string): Fen | null {
  if (text === '') return ZERO
  const amount = parseYuan(text)
  return amount === null || amount < 0 || amount > maxAmountFen ? null : amount
}

const openingIssue = (code: OpeningIssueCode, field: OpeningCell, values: OpeningIssue['values'] = {}): OpeningIssue => ({ code, field, values })

function parseSides(cells: OpeningCells, account: OpeningAccount | null): { debit: Fen; credit: Fen; issues: OpeningIssue[] } {
  const [debit, credit] = [parseAmount(cells.debit), parseAmount(cells.credit)]
  const issues: OpeningIssue[] = []
  if (debit === null) issues.push(openingIssue('amount', 'debit', { text: cells.debit }))
  if (credit === null) issues.push(openingIssue('amount', 'credit', { text: cells.credit }))
  if (debit !== null && credit !== null) {
    if (debit > 0 && credit > 0) issues.push(openingIssue('bothSides', 'credit'))
    else if (debit === 0 && credit === 0) issues.push(openingIssue('noSide', 'credit'))
    else if (debit > 0 && account === 'unit_available') issues.push(openingIssue('unitDebit', 'debit'))
  }
  return { debit: debit ?? ZERO, credit: credit ?? ZERO, issues }
}

function unitIssues(cells: OpeningCells, account: OpeningAccount | null, unit: OpeningUnit | undefined): OpeningIssue[] {
  if (account === null) return []
  if (account !== 'unit_available') return cells.creditCode === '' ? [] : [openingIssue('unitOdd', 'creditCode')]
  if (cells.creditCode === '') return [openingIssue('unitNeeded', 'creditCode')]
  if (!unit) return [openingIssue('unitUnknown', 'creditCode')]
  const issues: OpeningIssue[] = []
  if (cells.unitName !== '' && !isSameName(cells.unitName, unit.name)) issues.push(openingIssue('unitName', 'unitName', { name: unit.name }))
  if (unit.hasMoved) issues.push(openingIssue('unitMoved', 'creditCode'))
  return issues
}

/** Reads the rows of a sheet and their issues. `units` are the units of the centre and mode by credit code. */
export function readOpening(rows: readonly { readonly seq: number; readonly cells: OpeningCells }[], units: ReadonlyMap<string, OpeningUnit>): OpeningRow[] {
  const firstSeqByKey = new Map<string, number>()
  return rows.map(({ seq, cells }) => {
    const account = Object.hasOwn(openingAccounts, cells.account) ? openingAccounts[cells.account as keyof typeof openingAccounts] : null
    const unit = account === 'unit_available' ? units.get(cells.creditCode) : undefined
    const { debit, credit, issues } = parseSides(cells, account)
    if (account === null) issues.unshift(openingIssue('account', 'account', { text: cells.account || '-' }))
    issues.push(...unitIssues(cells, account, unit))
    const key = account === 'unit_available' ? `${account} ${cells.creditCode}` : (account ?? '')
    const earlierSeq = firstSeqByKey.get(key)
    if (account !== null && earlierSeq !== undefined) issues.push(openingIssue('repeated', 'account', { seq: earlierSeq }))
    else firstSeqByKey.set(key, seq)
    return { seq, cells, account, unitId: unit?.id ?? null, debit, credit, issues }
  })
}

/** Returns the sums of both sides and the difference debit minus credit, which is zero for a balanced sheet. */
export function openingTotals(rows: readonly Pick<OpeningRow, 'debit' | 'credit'>[]): { debit: Fen; credit: Fen; difference: Fen } {
  const debit = sumOf(rows, (row) => row.debit)
  const credit = sumOf(rows, (row) => row.credit)
  return { debit, credit, difference: subtract(debit, credit) }
}

/** Returns the sums for each account. */
export function openingByAccount(
  rows: readonly Pick<OpeningRow, 'account' | 'debit' | 'credit'>[],
): { account: OpeningAccount; debit: Fen; credit: Fen; rows: number }[] {
  const accountKinds = Object.values(openingAccounts)
  return accountKinds.flatMap((account) => {
    const accountRows = rows.filter((row) => row.account === account)
    if (accountRows.length === 0) return []
    return [{ account, debit: add(...accountRows.map((row) => row.debit)), credit: add(...accountRows.map((row) => row.credit)), rows: accountRows.length }]
  })
}

/** Returns the balance with the sign of the ledger: credits are positive, debits negative. */
export function balanceOf({ debit, credit }: Pick<OpeningRow, 'debit' | 'credit'>): Fen {
  return fen(credit - debit)
}
