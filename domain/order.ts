import { type Fen, fen, parseYuan } from '#/domain/money.ts'

/** A task is one piece of work; a framework is carried out period by period, with a list of business for each (业务清单). */
export const orderKinds = ['framework', 'task'] as const
export type OrderKind = (typeof orderKinds)[number]

/** The states of an order (SM-ORDER). */
export const orderStates = ['draft', 'published', 'accepted', 'doing', 'delivered', 'checked', 'settled', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

const live = ['published', 'accepted', 'doing', 'delivered', 'checked'] as const satisfies readonly OrderState[]

/** The states in which batches may be made for an order that is not paused. */
export const payableOrderStates: readonly OrderState[] = live

interface Rule {
  readonly from: readonly OrderState[]
  /** null: the state stays. */
  readonly to: OrderState | null
  /** Whether it may be done while the order is paused. */
  readonly whilePaused?: true
  readonly only?: OrderKind
}

const rules = {
  edit: { from: ['draft'], to: null },
  publish: { from: ['draft'], to: 'published' },
  adjust: { from: live, to: null, whilePaused: true },
  pause: { from: live, to: null },
  resume: { from: live, to: null, whilePaused: true },
  assign: { from: ['published', 'accepted', 'doing'], to: null },
  withdraw: { from: live, to: null, whilePaused: true },
  answer: { from: ['published', 'accepted', 'doing'], to: null },
  start: { from: ['published', 'accepted'], to: 'doing', only: 'task' },
  deliver: { from: ['doing'], to: 'delivered', only: 'task' },
  rework: { from: ['delivered'], to: 'doing', only: 'task' },
  /** A paper is added: work that was delivered, or the list of business of a period. */
  addPaper: { from: ['published', 'accepted', 'doing', 'delivered'], to: null },
  /** An acceptance sheet is added; it is what makes a delivered task checked. */
  accept: { from: ['doing', 'delivered', 'checked'], to: null },
  removePaper: { from: live, to: null },
  settle: { from: ['checked'], to: 'settled' },
  cancel: { from: ['draft', ...live], to: 'cancelled', whilePaused: true },
} as const satisfies Record<string, Rule>

/** What can be done to an order. */
export type OrderMove = keyof typeof rules

/** The moves that a person makes without anything else to say than a reason. */
export const orderSteps = ['publish', 'pause', 'resume', 'start', 'deliver', 'rework', 'settle', 'cancel'] as const satisfies readonly OrderMove[]
export type OrderStep = (typeof orderSteps)[number]

/** What an order is, as far as moves ask. */
export interface OrderStanding {
  readonly kind: OrderKind
  readonly state: OrderState
  readonly isPaused: boolean
}

/** Whether the move may be made now: asked by the button and by the server. */
export function canMoveOrder(order: OrderStanding, move: OrderMove): boolean {
  const rule: Rule = rules[move]
  if (order.isPaused ? !rule.whilePaused : move === 'resume') return false
  if (rule.only && rule.only !== order.kind) return false
  // The work of a framework has no end of its own: it is completed while it goes on.
  if (order.kind === 'framework' && move === 'settle') return order.state === 'doing'
  return rule.from.includes(order.state)
}

/** The state after the move; the same where a move has none of its own. */
export function stateAfter(order: OrderStanding, move: OrderMove): OrderState {
  // Nobody is waited for to take on a framework: its work begins when it is published.
  if (order.kind === 'framework' && move === 'publish') return 'doing'
  if (order.kind === 'task' && move === 'accept') return 'checked'
  return rules[move].to ?? order.state
}

/** The state of a task once somebody took it on: taken on when as many did as it wants. */
export function stateWithPeople(order: OrderStanding, wanted: number, accepted: number): OrderState {
  return order.state === 'published' && accepted >= Math.max(1, wanted) ? 'accepted' : order.state
}

/** Whether batches may be made for an order, and paid: published and neither paused, cancelled nor completed. */
export function isPayable(order: { readonly state: string; readonly isPaused: boolean }): boolean {
  return !order.isPaused && (payableOrderStates as readonly string[]).includes(order.state)
}

/** How work is priced: a price, between two prices, or by the piece. */
export const priceModes = ['fixed', 'range', 'piece'] as const
export type PriceMode = (typeof priceModes)[number]

/** What work is priced at; a framework may leave it to its lists of business. */
export interface Pricing {
  readonly mode: PriceMode
  readonly price: Fen
  /** The higher price of a range; null in the other modes. */
  readonly highest: Fen | null
  readonly quantity: number
}

/** A unit price typed as yuan, as `priceProblem` of `domain/validation.ts` lets pass; null when it is none or nothing. */
export function priceOf(text: string): Fen | null {
  const price = /^\d{1,10}(\.\d{1,2})?$/.test(text.trim()) ? parseYuan(text.trim()) : null
  return price === null || price <= 0 ? null : price
}

/** Quantity × unit price. A budget has no more digits than other amounts: null beyond. */
export function priced(price: Fen, quantity: number): Fen | null {
  const amount = BigInt(price) * BigInt(quantity)
  return amount > 999_999_999_999n ? null : fen(Number(amount))
}

/** What is wrong between price and budget; null when nothing is. */
export type PricingProblem = 'priceRange' | 'amountTooLarge' | 'budgetDiffers' | 'budgetOutside' | 'budgetBelowPieces'

/** A fixed price gives the budget, a range borders it, and pieces that are expected must fit into it. */
export function pricingProblem({ mode, price, highest, quantity }: Pricing, budget: Fen): PricingProblem | null {
  if ((highest === null) !== (mode !== 'range') || (highest !== null && highest <= price)) return 'priceRange'
  const [least, most] = [priced(price, quantity), priced(highest ?? price, quantity)]
  if (least === null || most === null) return 'amountTooLarge'
  if (mode === 'fixed') return budget === least ? null : 'budgetDiffers'
  if (mode === 'range') return budget < least || budget > most ? 'budgetOutside' : null
  return budget < least ? 'budgetBelowPieces' : null
}

/** What an order and its contract have used up, and what the contract allows. */
export interface BudgetFacts {
  readonly budget: Fen
  /** Paid and under way under this order. */
  readonly used: Fen
  readonly contract: { readonly cap: Fen | null; readonly usedByOthers: Fen }
}

/** Why an order cannot have this budget; null when it can. */
export function budgetProblem({ budget, used, contract }: BudgetFacts): 'belowUsed' | 'overCap' | null {
  if (budget < used) return 'belowUsed'
  return contract.cap !== null && contract.usedByOthers + budget > contract.cap ? 'overCap' : null
}

/** The fewest characters that say what is to be done (domain.md §10.10). */
export const leastDescription = 30

/** What is kept with an order: work that was delivered, the list of business of a period, or the sheet by which work was accepted. */
export const orderPaperKinds = ['deliverable', 'list', 'acceptance'] as const
export type OrderPaperKind = (typeof orderPaperKinds)[number]

/** How somebody who was asked to take an order on stands. */
export const assignmentStates = ['offered', 'accepted', 'declined', 'withdrawn'] as const
export type AssignmentState = (typeof assignmentStates)[number]

/** A code of the state's catalogue of goods and services has nineteen digits. */
export function isTaxCode(text: string): boolean {
  return /^\d{19}$/.test(text)
}
