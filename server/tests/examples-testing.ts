import assert from 'node:assert/strict'
import { readExamples } from '#/db/base/examples.ts'

// The worked tax examples (vectors/tax.json) for tests that run them through the product. A test selects one by id, or
// a whole group, so that new examples are included. `examples.test.ts` searches these tests for the examples that they
// cover.

type Example = ReturnType<typeof readExamples>[number]

const hasRule =
  (...rules: readonly string[]) =>
  (example: Example) =>
    rules.includes(example.rule)
const isPriceSplitAt = (percent: number) => (example: Example) => example.rule === 'vat.price-split' && example.input.ratePct === percent
const isPlainRun = ({ rule, input }: Example) =>
  rule.startsWith('platform.cumulative.2025-16') && input.months !== undefined && input.gapMonthsToReset === undefined && input.otherDeductionFen === undefined

/** Groups of examples that are tested in the same way. */
export const exampleGroups = {
  runs: isPlainRun,
  brackets: hasRule('bracket.comprehensive'),
  vatMonths: hasRule('vat.natural-person.month'),
  otherPlaces: (example: Example) => example.rule === 'surcharge' && example.input.cityRatePct !== 7,
  businessYears: hasRule('business.annual'),
  deemedYears: hasRule('business.deemed-profit.quarterly'),
  pricesOfBusinesses: isPriceSplitAt(1),
  pricesOfCentres: isPriceSplitAt(6),
  creditCodes: hasRule('checksum.uscc'),
  idCards: hasRule('checksum.idcard'),
  bankCards: hasRule('checksum.bankcard'),
  mobiles: hasRule('format.mobile'),
  invoiceNumbers: hasRule('format.einvoice-number'),
} as const satisfies Record<string, (each: Example) => boolean>

export const examples: readonly Example[] = readExamples()

export function exampleOf(id: string): Example {
  return examples.find((example) => example.id === id) ?? assert.fail(`no example ${id}`)
}

/** Returns the examples of a group. Throws for an empty group, whose test would check nothing. */
export function examplesOf(group: keyof typeof exampleGroups): readonly Example[] {
  const groupExamples = examples.filter(exampleGroups[group])
  assert.ok(groupExamples.length > 0, `no example of ${group}`)
  return groupExamples
}
