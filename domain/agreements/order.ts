import { type Fen, fen, parseYuan } from '#/domain/base/money.ts'

/**
 * A `task` is a single piece of work. A `framework` runs period by period, with a list of services for each period
 * (业务清单).
 */
export const orderKinds = ['framework', 'task'] as const
export type OrderKind = (typeof orderKinds)[number]

export const orderStates = ['draft', 'published', 'accepted', 'doing', 'delivered', 'checked', 'settled', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

const activeStates = ['published', 'accepted', 'doing', 'delivered', 'checked'] as const satisfies readonly OrderState[]

/** The states in which batches can pay for an order that is not paused. */
export const payableOrderStates: readonly OrderState[] = activeStates

interface ActionRule {
  readonly from: readonly OrderState[]
  /** The next state; null if the state does not change. */
  readonly to: OrderState | null
  /** Whether the move is allowed while the order is paused. */
  readonly whilePaused?: true
  readonly requiredKind?: OrderKind
}

const actionRules = {
  edit: { from: ['draft'], to: null },
  publish: { from: ['draft'], to: 'published' },
  adjust: { from: activeStates, to: null, whilePaused: true },
  pause: { from: activeStates, to: null },
  resume: { from: activeStates, to: null, whilePaused: true },
  assign: { from: ['published', 'accepted', 'doing'], to: null },
  withdraw: { from: activeStates, to: null, whilePaused: true },
  answer: { from: ['published', 'accepted', 'doing'], to: null },
  start: { from: ['published', 'accepted'], to: 'doing', requiredKind: 'task' },
  deliver: { from: ['doing'], to: 'delivered', requiredKind: 'task' },
  rework: { from: ['delivered'], to: 'doing', requiredKind: 'task' },
  /** Adding a deliverable, or the list of services of a period. */
  addPaper: { from: ['published', 'accepted', 'doing', 'delivered'], to: null },
  /** Adding an acceptance sheet. A delivered task then becomes `checked`. */
  accept: { from: ['doing', 'delivered', 'checked'], to: null },
  removePaper: { from: activeStates, to: null },
  settle: { from: ['checked'], to: 'settled' },
  cancel: { from: ['draft', ...activeStates], to: 'cancelled', whilePaused: true },
} as const satisfies Record<string, ActionRule>

export type OrderAction = keyof typeof actionRules

/** Moves that need no input except a reason. */
export const orderSteps = ['publish', 'pause', 'resume', 'start', 'deliver', 'rework', 'settle', 'cancel'] as const satisfies readonly OrderAction[]
export type OrderStep = (typeof orderSteps)[number]

/** The facts of an order that decide its moves. */
export interface OrderFacts {
  readonly kind: OrderKind
  readonly state: OrderState
  readonly isPaused: boolean
}

/** Returns whether the move is allowed now. Buttons and server use this rule. */
export function canMoveOrder(order: OrderFacts, move: OrderAction): boolean {
  const rule: ActionRule = actionRules[move]
  if (order.isPaused ? !rule.whilePaused : move === 'resume') return false
  if (rule.requiredKind && rule.requiredKind !== order.kind) return false
  // A framework has no `checked` state, so it is settled directly from `doing`.
  if (order.kind === 'framework' && move === 'settle') return order.state === 'doing'
  return rule.from.includes(order.state)
}

/**
 * Returns the state after a permitted move. An acceptance sheet makes a task `checked` and leaves a framework order as
 * it is.
 */
export function orderStateAfter(order: OrderFacts, move: OrderAction): OrderState {
  // A framework does not wait for operators to accept it. Work begins when it is published.
  if (order.kind === 'framework' && move === 'publish') return 'doing'
  if (order.kind === 'task' && move === 'accept') return 'checked'
  return actionRules[move].to ?? order.state
}

/** Returns the state of a task after an operator accepts it: `accepted` once enough operators have. */
export function stateAfterAcceptance(order: OrderFacts, requested: number, accepted: number): OrderState {
  return order.state === 'published' && accepted >= Math.max(1, requested) ? 'accepted' : order.state
}

/** Returns whether batches can be made and paid for an order, which needs to be published, not paused and not ended. */
export function isPayableOrder(order: { readonly state: string; readonly isPaused: boolean }): boolean {
  return !order.isPaused && (payableOrderStates as readonly string[]).includes(order.state)
}

/** Pricing of work: a fixed price, a range, or a price per piece. */
export const priceModes = ['fixed', 'range', 'piece'] as const
export type PriceMode = (typeof priceModes)[number]

/** The price of an order. A framework can leave prices to its lists of services. */
export interface Pricing {
  readonly mode: PriceMode
  readonly price: Fen
  /** The upper price of a range; null in the other modes. */
  readonly highest: Fen | null
  readonly quantity: number
}

/**
 * Parses a unit price in yuan in the form that `priceProblem` of `domain/base/validation.ts` accepts. Returns null for
 * invalid or zero prices.
 */
export function parseOrderPrice(text: string): Fen | null {
  const price = /^\d{1,10}(\.\d{1,2})?$/.test(text.trim()) ? parseYuan(text.trim()) : null
  return price === null || price <= 0 ? null : price
}

/** Returns quantity × unit price, or null when it exceeds twelve digits of fen, the limit of all amounts. */
export function totalPrice(price: Fen, quantity: number): Fen | null {
  const amount = BigInt(price) * BigInt(quantity)
  return amount > 999_999_999_999n ? null : fen(Number(amount))
}

export type PricingProblem = 'priceRange' | 'amountTooLarge' | 'budgetDiffers' | 'budgetOutside' | 'budgetBelowPieces'

/**
 * Returns the reason why price and budget conflict, or null. The budget must equal a fixed price, lie within a range,
 * or cover the expected quantity.
 */
export function pricingProblem({ mode, price, highest, quantity }: Pricing, budget: Fen): PricingProblem | null {
  if ((highest === null) !== (mode !== 'range') || (highest !== null && highest <= price)) return 'priceRange'
  const [least, limit] = [totalPrice(price, quantity), totalPrice(highest ?? price, quantity)]
  if (least === null || limit === null) return 'amountTooLarge'
  if (mode === 'fixed') return budget === least ? null : 'budgetDiffers'
  if (mode === 'range') return budget < least || budget > limit ? 'budgetOutside' : null
  return budget < least ? 'budgetBelowPieces' : null
}

/** Amounts used by an order and by its contract, and the cap of the contract. */
export interface BudgetFacts {
  readonly budget: Fen
  /** The amount paid or in progress under this order. */
  readonly used: Fen
  readonly contract: { readonly cap: Fen | null; readonly usedByOthers: Fen }
}

/** Returns the reason why the budget is invalid, or null. */
export function budgetProblem({ budget, used, contract }: BudgetFacts): 'belowUsed' | 'overCap' | null {
  if (budget < used) return 'belowUsed'
  return contract.cap !== null && contract.usedByOthers + budget > contract.cap ? 'overCap' : null
}

/** Minimum length of a description, in characters. */
export const minDescriptionLength = 30

/** Documents of an order: a deliverable, the list of services of a period, or an acceptance sheet. */
export const orderPaperKinds = ['deliverable', 'list', 'acceptance'] as const
export type OrderPaperKind = (typeof orderPaperKinds)[number]

export const assignmentStates = ['offered', 'accepted', 'declined', 'withdrawn'] as const
export type AssignmentState = (typeof assignmentStates)[number]

/** Returns whether the text is a 19-digit code of the national catalogue of goods and services. */
export function isTaxCode(text: string): boolean {
  return /^\d{19}$/.test(text)
}
