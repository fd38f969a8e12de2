/** What a person of a unit does: keeps its accounts, prepares payments, checks them, pays, or only looks on. */
export const duties = ['admin', 'maker', 'checker', 'payer', 'viewer'] as const
export type Duty = (typeof duties)[number]

const keyOf = { admin: 'employeeDw', maker: 'zf:make', checker: 'zf:check', payer: 'zf:pay' } as const satisfies Record<Exclude<Duty, 'viewer'>, string>

/** The duties that a unit may not give by itself: somebody outside the unit must agree, with a letter of authorisation before them. */
const reviewed: readonly Duty[] = ['admin', 'checker', 'payer']

/** The duties of one batch, of which a unit with two-person control gives a person one. */
const ofBatch: readonly Duty[] = ['maker', 'checker', 'payer']

/** The duties that come with keys; whoever has none of them looks on. */
export function dutiesOf(keys: readonly string[]): Duty[] {
  const held = (Object.keys(keyOf) as (keyof typeof keyOf)[]).filter((duty) => keys.includes(keyOf[duty]))
  return held.length > 0 ? held : ['viewer']
}

/** Whether these keys bring a duty that needs agreement and that the person does not have yet. */
export function needsReview(keys: readonly string[], already: readonly string[] = []): boolean {
  const had = dutiesOf(already)
  return dutiesOf(keys).some((duty) => reviewed.includes(duty) && !had.includes(duty))
}

/** The duties of one batch that would come together on one person; empty when there is at most one. */
export function overlapOf(keys: readonly string[]): Duty[] {
  const found = dutiesOf(keys).filter((duty) => ofBatch.includes(duty))
  return found.length > 1 ? found : []
}
