// 对账: what we paid, what the channel says that it paid, and what left the bank, day by day.

/** Where what is compared with our books comes from. */
export const reconSources = ['channel', 'bank'] as const
export type ReconSource = (typeof reconSources)[number]

/**
 * How a day stands: a file is missing; matched with differences; matched and equal, or every difference settled; closed.
 * The first and the last are kept, the two between follow from the differences.
 */
export const dayStates = ['waiting', 'differing', 'balanced', 'closed'] as const
export type DayState = (typeof dayStates)[number]

/**
 * What a difference is. long: they have it, we do not. short: we have it, they do not. amount: both, with another amount. state: both know the order, one says paid
 * and the other not.
 */
export const itemKinds = ['long', 'short', 'amount', 'state'] as const
export type ItemKind = (typeof itemKinds)[number]

/** open, waiting for another day's file, proposed to another person, on the suspense account, among the payout exceptions, settled. */
export const itemStates = ['open', 'waiting', 'proposed', 'hung', 'exception', 'settled'] as const
export type ItemState = (typeof itemStates)[number]

/** Whatever has not come to an end. */
export const unsettledStates = itemStates.filter((state) => state !== 'settled')

/** What people propose: hang it on the suspense account, book it as the centre's, or that it was made good at the bank. */
export const treatments = ['hang', 'book', 'return'] as const
export type Treatment = (typeof treatments)[number]

/** How a difference ended: by people, or by itself (a later file had it, the other day has the counterpart). */
export const endings = [...treatments, 'exception', 'timing', 'matched'] as const
export type Ending = (typeof endings)[number]

export const itemSteps = ['found', 'taken', 'waiting', 'proposed', 'declined', 'hung', 'toException', 'settled'] as const
export type ItemStep = (typeof itemSteps)[number]

export const itemVerbs = ['take', 'wait', 'propose', 'decide', 'toException'] as const
export type ItemVerb = (typeof itemVerbs)[number]

/** Working days within which a difference is to be settled, and how many another file is waited for (T+2). */
export const settleDays = 2

const workable: readonly ItemState[] = ['open', 'waiting']

/** Whether a step is possible in a state; who may take it is asked elsewhere. */
export function isItemMove(verb: ItemVerb, state: ItemState): boolean {
  if (verb === 'decide') return state === 'proposed'
  if (verb === 'take') return state !== 'settled'
  if (verb === 'propose') return workable.includes(state) || state === 'hung'
  return workable.includes(state)
}

/** What may be proposed in a state: what hangs already is booked or came back. */
export function treatmentsIn(state: ItemState): readonly Treatment[] {
  return state === 'hung' ? ['book', 'return'] : treatments
}

/** The number that people know a difference by. */
export function itemNumber(id: number): string {
  return `DZ${String(id).padStart(8, '0')}`
}

/** A movement on the bank's statement, with what stood on the account after it. */
export interface StatementLine {
  readonly line: number
  readonly at: string
  /** Below zero for money that left. */
  readonly amount: number
  readonly balance: number
}

/** A statement from its first to its last movement, or the line that does not follow from the one before. */
export type Walked =
  | { readonly opening: number; readonly closing: number; readonly isReversed: boolean; readonly gap: null }
  | { readonly gap: { readonly line: number; readonly expected: number; readonly found: number } }

function gapIn(ordered: readonly StatementLine[]): { line: number; expected: number; found: number } | null {
  let before: number | null = null
  for (const { line, amount, balance } of ordered) {
    if (before !== null && before + amount !== balance) return { line, expected: before + amount, found: balance }
    before = balance
  }
  return null
}

/** Follows the balances of a statement, whichever end it begins at: where its times do not tell, its balances do. Throws RangeError for an empty one. */
export function walkStatement(lines: readonly StatementLine[]): Walked {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) throw new RangeError('a statement without movements')
  const forward = first.at > last.at ? null : { gap: gapIn(lines) }
  const isReversed = forward === null || (forward.gap !== null && first.at === last.at && gapIn(lines.toReversed()) === null)
  const gap = isReversed ? gapIn(lines.toReversed()) : (forward?.gap ?? null)
  if (gap) return { gap }
  const [begin, end] = isReversed ? [last, first] : [first, last]
  return { opening: begin.balance - begin.amount, closing: end.balance, isReversed, gap: null }
}

/** What a statement begins and ends with. */
export interface Balances {
  readonly opening: number
  readonly closing: number
}

/** The statements beside a new one of the same account: the last one before its days, the first one after them, and those that share a day with it. */
export interface Beside {
  readonly before: (Balances & { readonly day: string }) | null
  readonly after: (Balances & { readonly day: string }) | null
  readonly sharing: readonly Balances[]
}

/**
 * Where movements are missing between a statement and those beside it; null where it follows from what came before and leads to what comes after. A day may
 * have several statements, brought in any order.
 */
export function gapBeside({ opening, closing }: Balances, { before, after, sharing }: Beside): 'before' | 'after' | null {
  const follows = sharing.some((each) => each.closing === opening)
  const leads = sharing.some((each) => each.opening === closing)
  if (before && before.closing !== opening && !follows) return 'before'
  if (after && after.opening !== closing && !leads) return 'after'
  return sharing.length === 0 || follows || leads ? null : 'before'
}
