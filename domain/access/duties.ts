/** Duties of a unit's user: manage accounts, prepare payments, check them, pay them, or view only. */
export const duties = ['admin', 'maker', 'checker', 'payer', 'viewer'] as const
export type Duty = (typeof duties)[number]

const permissionByDuty = { admin: 'employeeDw', maker: 'zf:make', checker: 'zf:check', payer: 'zf:pay' } as const satisfies Record<
  Exclude<Duty, 'viewer'>,
  string
>

/**
 * Duties that a unit cannot grant alone. A reviewer outside the unit approves them, based on a letter of authorisation.
 */
const reviewedDuties: readonly Duty[] = ['admin', 'checker', 'payer']

/** Duties of one batch. With dual control, a person may hold only one of them. */
const batchDuties: readonly Duty[] = ['maker', 'checker', 'payer']

/** Returns the duties that the permission keys grant. Returns `viewer` when they grant none. */
export function dutiesOf(keys: readonly string[]): Duty[] {
  const grantedDuties = (Object.keys(permissionByDuty) as (keyof typeof permissionByDuty)[]).filter((duty) => keys.includes(permissionByDuty[duty]))
  return grantedDuties.length > 0 ? grantedDuties : ['viewer']
}

/** Returns whether the keys add a duty that needs approval and that the person does not have yet. */
export function needsReview(keys: readonly string[], previousKeys: readonly string[] = []): boolean {
  const previousDuties = dutiesOf(previousKeys)
  return dutiesOf(keys).some((duty) => reviewedDuties.includes(duty) && !previousDuties.includes(duty))
}

/**
 * Returns the batch duties that one person with these keys would combine. Returns an empty list for fewer than two
 * duties.
 */
export function overlappingDuties(keys: readonly string[]): Duty[] {
  const combinedDuties = dutiesOf(keys).filter((duty) => batchDuties.includes(duty))
  return combinedDuties.length > 1 ? combinedDuties : []
}

interface CentrePost {
  readonly id: number
  readonly modes: readonly number[]
}

/** Returns whether an account would get a centre, or a mode at one, that it does not have. */
export function hasMoreCentres(held: readonly CentrePost[], requested: readonly CentrePost[]): boolean {
  return requested.some(({ id, modes }) => !modes.every((mode) => held.find((post) => post.id === id)?.modes.includes(mode)))
}
