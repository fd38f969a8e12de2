import assert from 'node:assert/strict'
import { readExamples } from '#/db/base/examples.ts'

// The worked tax examples (vectors/tax.json) for tests that run them through the product. A test selects one by id, or
// a whole group, so that new examples are included. `examples.test.ts` searches these tests for the examples that they
// cover.

type Example = ReturnType<typeof readExamples>[number]

const ofRule =
  (...rules: readonly string[]) =>
  (example: Example) =>
    rules.includes(example.rule)
const isSplitAt = (percent: number) => (example: Example) => example.rule === 'vat.price-split' && example.input.ratePct === percent
const isPlainRun = ({ rule, input }: Example) =>
  rule.startsWith('platform.cumulative.2025-16') && input.months !== undefined && input.gapMonthsToReset === undefined && input.otherDeductionFen === undefined

/** Groups of examples that are tested in the same way. */
export const exampleGroups = {
  runs: isPlainRun,
  brackets: ofRule('bracket.comprehensive'),
  vatMonths: ofRule('vat.natural-person.month'),
  otherPlaces: (example: Example) => example.rule === 'surcharge' && example.input.cityRatePct !== 7,
  businessYears: ofRule('business.annual'),
  deemedYears: ofRule('business.deemed-profit.quarterly'),
  pricesOfBusinesses: isSplitAt(1),
  pricesOfCentres: isSplitAt(6),
  creditCodes: ofRule('checksum.uscc'),
  idCards: ofRule('checksum.idcard'),
  bankCards: ofRule('checksum.bankcard'),
  mobiles: ofRule('format.mobile'),
  invoiceNumbers: ofRule('format.einvoice-number'),
} as const satisfies Record<string, (each: Example) => boolean>

export const examples: readonly Example[] = readExamples()

export function exampleOf(id: string): Example {
  return examples.find((example) => example.id === id) ?? assert.fail(`no example ${id}`)
}

/** Returns the examples of a group. Throws for an empty group, whose test would check nothing. */
export function examplesOf(group: keyof typeof exampleGroups): readonly Example[] {
  const matching = examples.filter(exampleGroups[group])
  assert.ok(matching.length > 0, `no example of ${group}`)
  return matching
}
