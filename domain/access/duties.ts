/** Duties of a unit's user: manage accounts, prepare payments, check them, pay them, or view only. */
export const duties = ['admin', 'maker', 'checker', 'payer', 'viewer'] as const
export type Duty = (typeof duties)[number]

const keyOf = { admin: 'employeeDw', maker: 'zf:make', checker: 'zf:check', payer: 'zf:pay' } as const satisfies Record<Exclude<Duty, 'viewer'>, string>

/**
 * Duties that a unit cannot grant alone. A reviewer outside the unit approves them, based on a letter of authorisation.
 */
const reviewed: readonly Duty[] = ['admin', 'checker', 'payer']

/** Duties of one batch. With dual control, a person may hold only one of them. */
const batchDuties: readonly Duty[] = ['maker', 'checker', 'payer']

/** Returns the duties that the permission keys grant. Returns `viewer` when they grant none. */
export function dutiesOf(keys: readonly string[]): Duty[] {
  const held = (Object.keys(keyOf) as (keyof typeof keyOf)[]).filter((duty) => keys.includes(keyOf[duty]))
  return held.length > 0 ? held : ['viewer']
}

/** Returns whether the keys add a duty that needs approval and that the person does not have yet. */
export function needsReview(keys: readonly string[], already: readonly string[] = []): boolean {
  const had = dutiesOf(already)
  return dutiesOf(keys).some((duty) => reviewed.includes(duty) && !had.includes(duty))
}

/**
 * Returns the duties in one batch that a person with all these keys would combine. Returns an empty list for fewer than
 * two.
 */
export function overlappingDuties(keys: readonly string[]): Duty[] {
  const missingDuties = dutiesOf(keys).filter((duty) => batchDuties.includes(duty))
  return missingDuties.length > 1 ? missingDuties : []
}
