import {
  budgetProblem,
  minDescriptionLength,
  type OrderKind,
  type PriceMode,
  type Pricing,
  type PricingProblem,
  parseOrderPrice,
  pricingProblem,
} from '#/domain/agreements/order.ts'
import { type Fen, fen, formatYuan, parseYuan, subtract } from '#/domain/base/money.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { isSourceName, sourceLimits } from '#/domain/base/source-name.ts'
import { type NumberFormat, priceProblem, validationTexts } from '#/domain/base/validation.ts'

export const orderLimits = { title: 60, category: 30, description: 2000, criteria: 1000, place: 100, quantity: 1_000_000, wanted: 10_000 } as const

/** The characters that each numeric field of an order accepts. */
export const orderNumberFormats = { price: 'decimal', quantity: 'positive', wanted: 'digits' } as const satisfies Record<string, NumberFormat>

/** An order as entered. Prices and the budget are texts in yuan. */
export interface OrderForm {
  readonly kind: OrderKind
  readonly title: string
  readonly category: string
  readonly description: string
  readonly price?: { readonly mode: PriceMode; readonly price: string; readonly highest: string; readonly quantity: number } | undefined
  readonly budget: string
  readonly from: string
  readonly to: string
  readonly province: string
  readonly place: string
  readonly wanted: number
  readonly criteria: string
  /** The unit's own platform on which people work; empty for our platform. */
  readonly sourcePlatform: string
}

/** The limits that the contract sets for an order. */
export interface OrderTerms {
  readonly from: string
  readonly to: string
  readonly cap: Fen | null
  readonly usedByOthers: Fen
  readonly categories: readonly string[]
}

const priceTexts = { priceEmpty: validationTexts.priceEmpty, priceFormat: validationTexts.priceFormat } as const

/** A field of the form to which a problem can refer. */
export type OrderField =
  | 'title'
  | 'description'
  | 'criteria'
  | 'sourcePlatform'
  | 'province'
  | 'category'
  | 'from'
  | 'to'
  | 'unitPrice'
  | 'highestPrice'
  | 'budget'

export interface OrderProblem {
  readonly code:
    | keyof typeof priceTexts
    | PricingProblem
    | 'title'
    | 'shortDescription'
    | 'criteria'
    | 'sourcePlatform'
    | 'provinceUnknown'
    | 'categoryUnknown'
    | 'categoryNotAgreed'
    | 'daysReversed'
    | 'outsideContract'
    | 'priceNeeded'
    | 'budgetZero'
    | 'belowUsed'
    | 'overCap'
  readonly field: OrderField
  readonly values: Readonly<Record<string, string | number | readonly string[]>>
}

function singleProblem(code: OrderProblem['code'], field: OrderField, values: OrderProblem['values'] = {}): OrderProblem[] {
  return [{ code, field, values }]
}

/** Returns the message of the specification (spec §5) for an empty or malformed price, otherwise null. */
export function priceProblemText(code: OrderProblem['code']) {
  return code === 'priceEmpty' || code === 'priceFormat' ? priceTexts[code] : null
}

const lengthOf = (text: string) => [...text.trim()].length

/** Checks the text fields of an order. */
export function textProblems({
  title,
  description,
  criteria,
  province,
  sourcePlatform,
}: Pick<OrderForm, 'title' | 'description' | 'criteria' | 'province' | 'sourcePlatform'>): OrderProblem[] {
  const problems: OrderProblem[] = []
  if (lengthOf(title) < 2) problems.push(...singleProblem('title', 'title'))
  const count = lengthOf(description)
  if (count < minDescriptionLength) problems.push(...singleProblem('shortDescription', 'description', { least: minDescriptionLength, count }))
  if (lengthOf(criteria) < 2) problems.push(...singleProblem('criteria', 'criteria'))
  if (!isSourceName(sourcePlatform.trim(), sourceLimits.platform))
    problems.push(...singleProblem('sourcePlatform', 'sourcePlatform', { limit: sourceLimits.platform }))
  if (province !== '' && !(province.endsWith('0000') && province.slice(0, 2) in provinces)) problems.push(...singleProblem('provinceUnknown', 'province'))
  return problems
}

/** Refuses a category that the contract terms do not name. */
export function categoryProblems(category: string, { categories }: OrderTerms): OrderProblem[] {
  if (categories.includes(category)) return []
  if (categories.length === 0) return singleProblem('categoryUnknown', 'category', { name: category })
  return singleProblem('categoryNotAgreed', 'category', { name: category, names: categories })
}

/** Refuses dates in the wrong order, and dates outside the contract. */
export function dayProblems(days: { readonly from: string; readonly to: string }, terms: OrderTerms): OrderProblem[] {
  if (days.to < days.from) return singleProblem('daysReversed', 'to')
  if (days.from >= terms.from && days.to <= terms.to) return []
  return singleProblem('outsideContract', days.from < terms.from ? 'from' : 'to', { from: terms.from, to: terms.to })
}

/**
 * Refuses a budget below the amount already used, and a budget above the amount that other orders leave of the
 * contract.
 */
export function budgetProblems(budget: Fen, used: Fen, { cap, usedByOthers }: OrderTerms): OrderProblem[] {
  const fieldFault = budgetProblem({ budget, used, contract: { cap, usedByOthers } })
  if (fieldFault === 'belowUsed') return singleProblem(fieldFault, 'budget', { budget: formatYuan(budget), used: formatYuan(used) })
  if (fieldFault !== 'overCap' || cap === null) return []
  const values = { budget: formatYuan(budget), cap: formatYuan(cap), used: formatYuan(usedByOthers), left: formatYuan(subtract(cap, usedByOthers)) }
  return singleProblem(fieldFault, 'budget', values)
}

function priceProblems(text: string, field: OrderField): OrderProblem[] {
  const priceFault = priceProblem(text)
  if (priceFault === null && parseOrderPrice(text) !== null) return []
  return singleProblem(priceFault === validationTexts.priceEmpty ? 'priceEmpty' : 'priceFormat', field)
}

/** Parses the price of an order. A framework order may omit the price. */
export function pricingOf({ kind, price }: Pick<OrderForm, 'kind' | 'price'>): {
  readonly pricing: Pricing | null
  readonly problems: readonly OrderProblem[]
} {
  if (!price) return { pricing: null, problems: kind === 'framework' ? [] : singleProblem('priceNeeded', 'unitPrice') }
  const { mode, quantity } = price
  const isRange = mode === 'range'
  const problems = [...priceProblems(price.price, 'unitPrice'), ...(isRange ? priceProblems(price.highest, 'highestPrice') : [])]
  const [lowest, highest] = [parseOrderPrice(price.price), isRange ? parseOrderPrice(price.highest) : null]
  return { pricing: problems.length > 0 || lowest === null ? null : { mode, quantity, price: lowest, highest }, problems }
}

/** Checks that price and budget agree. */
export function pricingProblems(pricing: Pricing, budget: Fen): OrderProblem[] {
  const fieldFault = pricingProblem(pricing, budget)
  return fieldFault === null
    ? []
    : singleProblem(fieldFault, fieldFault === 'priceRange' ? 'highestPrice' : fieldFault === 'amountTooLarge' ? 'unitPrice' : 'budget')
}

export interface OrderFigures {
  readonly pricing: Pricing | null
  readonly budget: Fen
}

/**
 * Returns all problems of an order under these terms, in the order of the form, and its figures. `used` is the amount
 * that the order has used.
 */
export function orderProblems(form: OrderForm, terms: OrderTerms, used: Fen): { readonly problems: readonly OrderProblem[]; readonly figures: OrderFigures } {
  const budget = parseYuan(form.budget) ?? fen(0)
  const { pricing, problems } = pricingOf(form)
  return {
    problems: [
      ...textProblems(form),
      ...categoryProblems(form.category, terms),
      ...dayProblems(form, terms),
      ...(budget > 0 ? [] : singleProblem('budgetZero', 'budget')),
      ...problems,
      ...(pricing ? pricingProblems(pricing, budget) : []),
      ...budgetProblems(budget, used, terms),
    ],
    figures: { pricing, budget },
  }
}
