import { type Ppm, ppm } from '#/domain/base/money.ts'

/** The base of the deemed tax of a business: its receipts (核定征收率), or a deemed profit (应税所得率). */
export type LevyBasis = 'receipts' | 'profit'

/**
 * The levy rate of a place, its official document and its certainty. `place` is the first digits of the region code;
 * empty for everywhere.
 */
export interface PlaceLevy {
  readonly place: string
  readonly basis: LevyBasis
  readonly ratePpm: number
  readonly documentNo: string
  readonly grade: 'A' | 'B' | 'C' | 'I'
  /** Whether we have read the document of the tax office. */
  readonly isConfirmed: boolean
  readonly note: string
}

/**
 * Rules for filings of businesses from a day on, in addition to the tax policies. The rules are data in
 * `db/base/filing`.
 */
export interface FilingRules {
  readonly effectiveFrom: string
  readonly source: string
  /** The fraction of the quarterly VAT threshold at which users are warned, in ppm. */
  readonly warnPpm: number
  readonly levies: readonly PlaceLevy[]
}

/** Returns the rules in force on a day. Throws RangeError if there are none. */
export function filingRulesOn(rules: readonly FilingRules[], day: string): FilingRules {
  const rule = rules.filter((each) => each.effectiveFrom <= day).at(-1)
  if (!rule) throw new RangeError(`no filing rules are in force on ${day}`)
  return rule
}

/** Returns the rate of the most specific place that contains the region, or null. */
export function levyAt({ levies }: FilingRules, region: string): (Omit<PlaceLevy, 'ratePpm'> & { readonly ratePpm: Ppm }) | null {
  const [narrowest] = levies.filter(({ place }) => region.startsWith(place)).sort((a, b) => b.place.length - a.place.length)
  return narrowest ? { ...narrowest, ratePpm: ppm(narrowest.ratePpm) } : null
}
