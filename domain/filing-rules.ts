import { type Ppm, ppm } from '#/domain/money.ts'

/** What the tax of a business on a deemed profit rests on: its receipts (核定征收率), or a profit deemed of them (应税所得率). */
export type LevyBasis = 'receipts' | 'profit'

/** A rate of a place (the first digits of its region code; none: everywhere), with the document that sets it and how sure it is (tax.md). */
export interface PlaceLevy {
  readonly place: string
  readonly basis: LevyBasis
  readonly ratePpm: number
  readonly documentNo: string
  readonly grade: 'A' | 'B' | 'C' | 'I'
  /** Somebody has seen the document of the tax office. */
  readonly isConfirmed: boolean
  readonly note: string
}

/** What filings of businesses need beside the tax policies, from a day on. They are data (`db/base/filing`). */
export interface FilingRules {
  readonly effectiveFrom: string
  readonly source: string
  /** From this part of the VAT threshold of a quarter on, people are warned. */
  readonly warnPpm: number
  readonly levies: readonly PlaceLevy[]
}

/** The rules of a day; throws RangeError when there are none. */
export function rulesOn(rules: readonly FilingRules[], day: string): FilingRules {
  const found = rules.filter((each) => each.effectiveFrom <= day).at(-1)
  if (!found) throw new RangeError(`no filing rules are in force on ${day}`)
  return found
}

/** The rate of the narrowest place that a region lies in; null where none is known. */
export function levyAt({ levies }: FilingRules, region: string): (Omit<PlaceLevy, 'ratePpm'> & { readonly ratePpm: Ppm }) | null {
  const [narrowest] = levies.filter(({ place }) => region.startsWith(place)).sort((a, b) => b.place.length - a.place.length)
  return narrowest ? { ...narrowest, ratePpm: ppm(narrowest.ratePpm) } : null
}
