import { isTaxCode, type OrderKind, type PriceMode, totalPrice } from '#/domain/agreements/order.ts'
import {
  budgetProblems,
  categoryProblems,
  dayProblems,
  type OrderForm,
  type OrderProblem,
  type OrderTerms,
  orderLimits,
  pricingOf,
  pricingProblems,
  textProblems,
} from '#/domain/agreements/order-form.ts'
import { add, type Fen, fen, formatYuan, parseYuan, plainYuan, subtract, ZERO } from '#/domain/base/money.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { isDay } from '#/domain/base/validation.ts'
import { firstSeqOfDuplicates, type ImportIssue, type ImportIssueCode, importIssue } from '#/domain/onboarding/import.ts'
import type { OrderCell, OrderCells } from '#/domain/onboarding/import-cells.ts'
import { parseDay } from '#/domain/people/particulars.ts'

/** The words for each choice in the template. An empty cell stands for the first word. */
export const orderChoiceWords = { orderKind: ['任务订单', '框架订单'], priceMode: ['固定', '区间', '计件'] } as const

const kindByWord: Readonly<Record<string, OrderKind>> = { '': 'task', 任务订单: 'task', 任务: 'task', 框架订单: 'framework', 框架: 'framework' }
const priceModeByWord: Readonly<Record<string, PriceMode>> = { '': 'fixed', 固定: 'fixed', 固定价: 'fixed', 区间: 'range', 区间价: 'range', 计件: 'piece' }

export interface OrderContext {
  /** The terms of the contract in force with this number; null if the caller has no such contract. */
  readonly terms: OrderTerms | null
  /** Returns the names of the categories with this tax code. */
  readonly namesOfCode: (code: string) => readonly string[]
}

/** The order read from a row. `form` is null while there are issues. */
export interface ParsedOrder {
  readonly issues: readonly ImportIssue[]
  readonly form: OrderForm | null
}

const issueCodeByProblem: Readonly<Record<OrderProblem['code'], ImportIssueCode>> = {
  title: 'E904',
  shortDescription: 'E905',
  criteria: 'E928',
  sourcePlatform: 'E222',
  provinceUnknown: 'E924',
  categoryUnknown: 'E926',
  categoryNotAgreed: 'E927',
  daysReversed: 'E922',
  outsideContract: 'E923',
  priceNeeded: 'E910',
  priceEmpty: 'E910',
  priceFormat: 'E911',
  priceRange: 'E913',
  amountTooLarge: 'E915',
  budgetZero: 'E916',
  budgetDiffers: 'E917',
  budgetOutside: 'E918',
  budgetBelowPieces: 'E919',
  belowUsed: 'E920',
  overCap: 'E920',
}

const displayValue = (value: OrderProblem['values'][string]) => (typeof value === 'object' ? value.join(' / ') : value)

function issuesOf(problems: readonly OrderProblem[]): ImportIssue[] {
  return problems.map(({ code, field, values }) =>
    importIssue(issueCodeByProblem[code], field, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, displayValue(value)]))),
  )
}

const requiredCells: readonly OrderCell[] = ['title', 'contractNo', 'category', 'description', 'criteria', 'from', 'to']
const maxLengths = { description: orderLimits.description, criteria: orderLimits.criteria, place: orderLimits.place } as const

/** Returns the code of the province whose name starts with the text. Returns other text unchanged. */
function provinceOf(text: string): string {
  if (text === '' || /^\d{6}$/.test(text)) return text
  const matches = text.length < 2 ? [] : Object.entries(provinces).filter(([, { zh }]) => zh.startsWith(text))
  return matches.length === 1 ? `${matches[0]?.[0]}0000` : text
}

function textIssues(cells: OrderCells): ImportIssue[] {
  const collectedIssues = requiredCells.filter((cell) => cells[cell] === '').map((cell) => importIssue('E901', cell))
  const problems = textProblems({ ...cells, province: provinceOf(cells.province) }).filter(
    ({ field }) => field === 'province' || field === 'sourcePlatform' || cells[field as OrderCell] !== '',
  )
  collectedIssues.push(...issuesOf(problems))
  if ([...cells.title].length > orderLimits.title) collectedIssues.push(importIssue('E904', 'title'))
  for (const [cell, limit] of Object.entries(maxLengths) as [keyof typeof maxLengths, number][])
    if ([...cells[cell]].length > limit) collectedIssues.push(importIssue('E906', cell, { limit }))
  return collectedIssues
}

/** Returns the meaning of a word. For an unknown word, adds an issue that lists the choices. */
function valueOfWord<T>(words: Readonly<Record<string, T>>, cells: OrderCells, cell: keyof typeof orderChoiceWords, issues: ImportIssue[]): T | null {
  if (Object.hasOwn(words, cells[cell])) return words[cells[cell]] as T
  issues.push(importIssue('E903', cell, { choices: orderChoiceWords[cell].join(' / ') }))
  return null
}

/** Parses a whole number, whose decimals may only be zeros. Returns null outside the limits. */
function parseCount(text: string, [least, limit]: readonly [number, number]): number | null {
  const number = /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= limit ? number : null
}

function priceOfRow(cells: OrderCells, kind: OrderKind, issues: ImportIssue[]): OrderForm['price'] {
  if (kind === 'framework' && [cells.priceMode, cells.unitPrice, cells.highestPrice, cells.quantity].every((text) => text === '')) return undefined
  const mode = valueOfWord(priceModeByWord, cells, 'priceMode', issues)
  if (mode !== null && mode !== 'range' && cells.highestPrice !== '') issues.push(importIssue('E903', 'priceMode', { choices: orderChoiceWords.priceMode[1] }))
  const quantity = parseCount(cells.quantity, [1, orderLimits.quantity])
  if (quantity === null) issues.push(importIssue('E914', 'quantity', { most: orderLimits.quantity }))
  return { mode: mode ?? 'fixed', price: cells.unitPrice, highest: cells.highestPrice, quantity: quantity ?? 1 }
}

function parseBudget({ budget: text }: OrderCells, issues: ImportIssue[]): Fen | null {
  const budget = /^\d{1,10}(\.\d{1,2})?$/.test(text) ? parseYuan(text) : null
  if (budget !== null && budget > 0) return budget
  issues.push(text === '' ? importIssue('E901', 'budget') : importIssue('E916', 'budget', { text }))
  return null
}

function readPriceAndBudget(
  cells: OrderCells,
  kind: OrderKind,
  terms: OrderTerms | null,
  issues: ImportIssue[],
): Pick<OrderForm, 'price'> & { readonly budget: Fen | null } {
  const issueCount = issues.length
  const price = priceOfRow(cells, kind, issues)
  const { pricing, problems } = pricingOf({ kind, price })
  issues.push(...issuesOf(problems))
  const validPricing = issues.length === issueCount ? pricing : null
  // A fixed price decides the budget. An invalid price therefore already explains why the budget is missing.
  const isBudgetImplied = price?.mode === 'fixed' && cells.budget === ''
  const budget = isBudgetImplied ? validPricing && totalPrice(validPricing.price, validPricing.quantity) : parseBudget(cells, issues)
  const contradictions = validPricing ? pricingProblems(validPricing, budget ?? ZERO).filter(({ field }) => budget !== null || field !== 'budget') : []
  issues.push(...issuesOf(contradictions))
  if (budget !== null && terms !== null) issues.push(...issuesOf(budgetProblems(budget, ZERO, terms)))
  return { price, budget }
}

function daysOf(cells: OrderCells, terms: OrderTerms | null, issues: ImportIssue[]): { readonly from: string; readonly to: string } {
  const days = { from: parseDay(cells.from), to: parseDay(cells.to) }
  const invalidCells = (['from', 'to'] as const).filter((cell) => cells[cell] !== '' && !isDay(days[cell]))
  issues.push(...invalidCells.map((cell) => importIssue('E921', cell, { text: cells[cell] })))
  if (invalidCells.length === 0 && days.from !== '' && days.to !== '' && terms !== null) issues.push(...issuesOf(dayProblems(days, terms)))
  return days
}

/** Returns the agreed category with this name or 19-digit tax code. */
function categoryOf({ category }: OrderCells, { terms, namesOfCode }: OrderContext, issues: ImportIssue[]): string {
  if (category === '' || terms === null) return category
  const matchingCategories = isTaxCode(category)
    ? namesOfCode(category)
    : terms.categories.filter((each) => each === category || each.normalize('NFKC') === category)
  const agreedCategories = matchingCategories.filter((each) => terms.categories.includes(each))
  const [only, another] = agreedCategories
  if (another !== undefined) issues.push(importIssue('E912', 'category', { names: agreedCategories.join(' / ') }))
  else if (only === undefined && isTaxCode(category) && matchingCategories.length === 0) issues.push(importIssue('E926', 'category', { name: category }))
  else if (only === undefined) issues.push(...issuesOf(categoryProblems(matchingCategories[0] ?? category, terms)))
  return only ?? category
}

/** Reads a row as an order and returns all issues. The rules are those of the form for a new order. */
export function readOrder(cells: OrderCells, context: OrderContext): ParsedOrder {
  const issues = textIssues(cells)
  const { terms } = context
  if (cells.contractNo !== '' && terms === null) issues.push(importIssue('E902', 'contractNo'))
  const kind = valueOfWord(kindByWord, cells, 'orderKind', issues) ?? 'task'
  const category = categoryOf(cells, context, issues)
  const { price, budget } = readPriceAndBudget(cells, kind, terms, issues)
  const days = daysOf(cells, terms, issues)
  const wantedCount = cells.wanted === '' ? 0 : parseCount(cells.wanted, [0, orderLimits.wanted])
  if (wantedCount === null) issues.push(importIssue('E925', 'wanted', { most: orderLimits.wanted }))
  if (issues.length > 0 || budget === null) return { issues, form: null }
  const { title, description, criteria, place, sourcePlatform } = cells
  const form = {
    kind,
    title,
    category,
    description,
    criteria,
    place,
    sourcePlatform,
    price,
    budget: plainYuan(budget),
    ...days,
    province: provinceOf(cells.province),
    wanted: wantedCount ?? 0,
  }
  return { issues, form }
}

/** Returns a key that is equal for identical orders: contract, title and days. */
export function orderKey(orderFacts: { readonly contractNo: string; readonly title: string; readonly from: string; readonly to: string }): string {
  return [orderFacts.contractNo, orderFacts.title, parseDay(orderFacts.from), parseDay(orderFacts.to)].join('\n')
}

interface ListedOrder {
  readonly seq: number
  readonly cells: OrderCells
}

/** Finds identical orders in a file (W907). Contract, title and days are equal. */
export function orderDuplicates(rows: readonly ListedOrder[]): Map<number, ImportIssue[]> {
  const repeats = firstSeqOfDuplicates(rows, ({ cells }) => (cells.title === '' ? '' : orderKey(cells)))
  return new Map([...repeats].map(([seq, first]) => [seq, [importIssue('W907', 'title', { seq: first })]]))
}

/**
 * Warns if each order fits its contract, but all of them together exceed it (W908). This is allowed, because a budget
 * is not spent yet.
 */
export function orderSums(
  rows: readonly { readonly seq: number; readonly contractNo: string; readonly form: OrderForm | null }[],
  termsOf: (contractNo: string) => OrderTerms | null,
): Map<number, ImportIssue[]> {
  const issuesByLine = new Map<number, ImportIssue[]>()
  const validRows = rows.filter((row) => row.form !== null)
  for (const [contractNo, own] of Map.groupBy(validRows, (row) => row.contractNo)) {
    const terms = termsOf(contractNo)
    if (terms === null || terms.cap === null || own.length < 2) continue
    const remainingCap = subtract(terms.cap, terms.usedByOthers)
    const budgetTotal = add(...own.map(({ form }) => parseYuan(form?.budget ?? '') ?? fen(0)))
    if (budgetTotal <= remainingCap) continue
    for (const { seq } of own)
      issuesByLine.set(seq, [importIssue('W908', 'contractNo', { count: own.length, sum: formatYuan(budgetTotal), left: formatYuan(remainingCap) })])
  }
  return issuesByLine
}
