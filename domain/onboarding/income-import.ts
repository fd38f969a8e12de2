import { idKindOf, idNumberProblem } from '#/domain/base/id-paper.ts'
import { maskName } from '#/domain/base/identity.ts'
import { add, type Fen, formatYuan, parseYuan, ZERO } from '#/domain/base/money.ts'
import { isSameName } from '#/domain/base/names.ts'
import { yearAndMonthOf } from '#/domain/base/period.ts'
import { addWithheldMonth, type WithholdingState, withholdTax } from '#/domain/money/tax-income.ts'
import { type EarlierMonthTotals, withholdingIncomeOf } from '#/domain/money/tax-month.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { firstSeqOfDuplicates, type ImportIssue, importIssue } from '#/domain/onboarding/import.ts'
import type { ImportCell, IncomeCells } from '#/domain/onboarding/import-cells.ts'
import { isAcceptableRemark } from '#/domain/people/person-check.ts'

/** The amount columns of a list of earlier income (T13). */
export const incomeAmounts = ['gross', 'vat', 'city', 'education', 'localEducation', 'withheld'] as const
type AmountCell = (typeof incomeAmounts)[number]

/**
 * Parses a month in the forms used by people and spreadsheets (2026-3, 2026/03, 202603, 2026年3月, 2026-03-01) to
 * yyyy-MM. Returns null for other text.
 */
export function parseIncomeMonth(text: string): string | null {
  const match = /^(\d{4})(?:[-/.年]\s?(\d{1,2})|(\d{2}))(?:月|[-/.]\d{1,2}(?: .*)?)?$/.exec(text.trim())
  const month = Number(match?.[2] ?? match?.[3] ?? 0)
  return match && month >= 1 && month <= 12 ? `${match[1]}-${String(month).padStart(2, '0')}` : null
}

// The largest amount in fen: ten digits of yuan, as in every amount field. The sum of a year then stays a safe integer.
const maxAmountFen = 999_999_999_999

/** Parses an amount to fen. An empty text is zero. Returns null for invalid, negative or too large amounts. */
function parseAmount(text: string): Fen | null {
  if (text === '') return ZERO
  const amount = parseYuan(text)
  return amount === null || amount < 0 || amount > maxAmountFen ? null : amount
}

/** Reads the month and the amounts of a row. Returns null while one of them is invalid. */
export function readIncome(cells: IncomeCells): (EarlierMonthTotals & { readonly month: string }) | null {
  const month = parseIncomeMonth(cells.incomeMonth)
  const [gross, vat, city, education, localEducation, withheld] = incomeAmounts.map((cell) => parseAmount(cells[cell]))
  if (month === null || gross == null || vat == null || city == null || education == null || localEducation == null || withheld == null) return null
  return { month, gross, vat, city, education, localEducation, withheld }
}

/** Facts about the person in a row. */
export interface IncomePerson {
  readonly name: string
  /** The first month in which this payer paid the person on this platform; null for none. */
  readonly firstPaid: string | null
  /** Returns whether the month was already imported. */
  readonly isThere: (month: string) => boolean
}

/** The rules of the payer on the current day. */
export interface IncomeRules {
  readonly month: string
  readonly payerCode: string
  readonly closed: ReadonlySet<string>
}

function checkAmounts(cells: IncomeCells): ImportIssue[] {
  const issues: ImportIssue[] = []
  for (const cell of incomeAmounts) {
    const amount = parseAmount(cells[cell])
    if (amount === null || (cell === 'gross' && amount === 0))
      issues.push(importIssue('E802', cell, { text: cells[cell] || '-', least: cell === 'gross' ? '0.01' : '0' }))
  }
  const parsedIncome = readIncome({ ...cells, incomeMonth: '2026-01' })
  if (issues.length > 0 || parsedIncome === null) return issues
  const tax = add(parsedIncome.vat, parsedIncome.city, parsedIncome.education, parsedIncome.localEducation, parsedIncome.withheld)
  return tax > parsedIncome.gross ? [importIssue('E809', 'withheld', { tax: formatYuan(tax), gross: formatYuan(parsedIncome.gross) })] : []
}

function checkMonth(cells: IncomeCells, person: IncomePerson | null, rules: IncomeRules): ImportIssue[] {
  const month = parseIncomeMonth(cells.incomeMonth)
  const singleIssue = (code: ImportIssue['code'], values: ImportIssue['values'] = {}) => [importIssue(code, 'incomeMonth', values)]
  if (month === null) return singleIssue('E801', { text: cells.incomeMonth || '-' })
  if (month > rules.month) return singleIssue('E804', { month: rules.month })
  const year = rules.month.slice(0, 4)
  if (month.slice(0, 4) !== year) return singleIssue('E805', { year })
  if (rules.closed.has(month)) return singleIssue('E810')
  if (person?.isThere(month)) return singleIssue('E808')
  return person?.firstPaid && month >= person.firstPaid ? singleIssue('E806', { month: person.firstPaid }) : []
}

function checkIdentity(cells: IncomeCells, person: IncomePerson | null): ImportIssue[] {
  const singleIssue = (code: ImportIssue['code'], field: ImportCell, values: ImportIssue['values'] = {}) => [importIssue(code, field, values)]
  if (cells.idNumber === '') return singleIssue('E102', 'idNumber', { problem: 'empty' })
  const kind = idKindOf(cells.idKind)
  const problem = kind === null ? 'kind' : idNumberProblem(kind, cells.idNumber)
  if (problem !== null) return singleIssue('E102', 'idNumber', { problem })
  if (person === null) return singleIssue('E803', 'idNumber')
  return isSameName(person.name, cells.name) ? [] : singleIssue('E202', 'name', { known: maskName(person.name) })
}

/** Checks a row of a list of earlier income. `person` is null if the centre does not know the ID number. */
export function checkIncome(cells: IncomeCells, person: IncomePerson | null, rules: IncomeRules): ImportIssue[] {
  const rowIssues = [...checkIdentity(cells, person), ...checkMonth(cells, person, rules), ...checkAmounts(cells)]
  if (cells.payerCode !== '' && cells.payerCode !== rules.payerCode) rowIssues.push(importIssue('E811', 'payerCode'))
  if (!isAcceptableRemark(cells.remark)) rowIssues.push(importIssue('E107', 'remark'))
  return rowIssues
}

/** Finds rows of a file that repeat a person and month (E807). */
export function incomeDuplicates(rows: readonly { readonly seq: number; readonly cells: IncomeCells }[]): Map<number, ImportIssue[]> {
  const repeats = firstSeqOfDuplicates(rows, ({ cells }) => {
    const month = parseIncomeMonth(cells.incomeMonth)
    return month === null || cells.idNumber === '' ? '' : `${cells.idNumber} ${month}`
  })
  return new Map([...repeats].map(([seq, first]) => [seq, [importIssue('E807', 'incomeMonth', { seq: first })]]))
}

/**
 * Finds rows with more withheld tax than the cumulative method computes from their income (W812). `before` returns the
 * months of a person that count already. Unreadable rows are left out.
 */
export function incomeExcesses(
  rows: readonly { readonly seq: number; readonly cells: IncomeCells }[],
  before: (idNumber: string) => WithholdingState,
  policy: TaxPolicy,
): Map<number, ImportIssue[]> {
  const { withholding } = policy.params
  const issuesBySeq = new Map<number, ImportIssue[]>()
  const readRows = rows.flatMap(({ seq, cells }) => {
    const income = readIncome(cells)
    return income === null ? [] : [{ seq, idNumber: cells.idNumber, ...income }]
  })
  const rowsByPerson = Map.groupBy(
    readRows.sort((a, b) => a.month.localeCompare(b.month)),
    ({ idNumber }) => idNumber,
  )
  for (const [idNumber, months] of rowsByPerson) {
    let state = before(idNumber)
    for (const { seq, month, gross, vat, city, education, localEducation, withheld } of months) {
      const other = withholding.deductsSurcharge ? add(city, education, localEducation) : ZERO
      const payment = { ...yearAndMonthOf(month), income: withholdingIncomeOf(gross, vat, policy), other }
      const tax = withholdTax(state, payment, withholding).withhold
      if (withheld > tax) issuesBySeq.set(seq, [importIssue('W812', 'withheld', { withheld: formatYuan(withheld), tax: formatYuan(tax) })])
      state = addWithheldMonth(state, { ...payment, withheld }, withholding.gapMonthsToReset)
    }
  }
  return issuesBySeq
}

/** Sums the amounts per column. An unreadable amount counts as zero, and `unread` counts the rows with one. */
export function incomeSums(rows: readonly IncomeCells[]): Record<AmountCell | 'rows' | 'unread', number> {
  const sums = { rows: rows.length, unread: 0, gross: 0, vat: 0, city: 0, education: 0, localEducation: 0, withheld: 0 }
  for (const cells of rows) {
    const amounts = incomeAmounts.map((cell) => [cell, parseAmount(cells[cell])] as const)
    if (amounts.some(([, amount]) => amount === null)) sums.unread += 1
    for (const [cell, amount] of amounts) sums[cell] += amount ?? 0
  }
  return sums
}
