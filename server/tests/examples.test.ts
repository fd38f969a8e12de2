import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleGroups, examples } from '#/server/tests/examples-testing.ts'

// Lists the worked tax examples that tests run through the product, and the reasons for omitting the others.
// tools/vectors.test.ts tests the rules of all examples.

const perPaymentReason = 'withholding per payment is for payers that may not withhold cumulatively; the platform always withholds cumulatively'
const reliefReason = 'reliefs other than the halving are declared at the tax office; no screen of this product accepts them'

/** Rules and examples that no screen of the product can reach, each with the reason. */
const reasonWithoutScreen: Readonly<Record<string, string>> = {
  'labour.per-time.2019': perPaymentReason,
  'author.per-time.2019': 'author’s remuneration is not paid through the platform',
  'gth.halving.2023-2027': reliefReason,
  'gth.halving.2021-2022': 'filings of 2021 and 2022 are complete; no policy of those years applies to a filing',
  'vat.small.waive-reduction': 'a business that waives the reduction to 1 % issues its own invoices; the platform invoices for it only at the reduced rate',
  'DER-SPLIT-150000-3': 'the business issues an invoice at 3 % itself, as above',
  'vat.natural-person.per-time.2026': 'the daily threshold is for people without a filing agent; the platform files monthly for its payees',
  'DER-PLAT-OTHERDED': 'other deductions are the surcharges, where the policy deducts them; a user cannot enter other amounts',
  'vat.natural-person.everywhere': 'no policy of the program counts sales elsewhere; `all-centres.test.ts` publishes one and pays under it',
  'vat.natural-person.cleared': '`clearings.test.ts` clears months of the product; the examples fix the amounts by tax',
  'vat.natural-person.two-returns': '`returns.test.ts` declares a month on both returns; the examples fix the division',
  stamp: 'the centre’s accountants file stamp tax outside this product',
}

/**
 * Returns a function that reports whether the product tests cover an example. The function searches the source of those
 * tests.
 */
function createCoverageTest(): (id: string, isIn: (group: string) => boolean) => boolean {
  const root = join(import.meta.dirname, '..')
  const text = globSync('**/examples*.test.ts', { cwd: root })
    .filter((path) => path !== join('tests', 'examples.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const groups = [...text.matchAll(/examplesOf\('(\w+)'\)/g)].map(([, group = '']) => group)
  return (id, isIn) => text.includes(`'${id}'`) || groups.some(isIn)
}

test('every worked example is tested through the product or listed with a reason', () => {
  const isCovered = createCoverageTest()
  const isInGroup = (each: (typeof examples)[number]) => (group: string) => exampleGroups[group as keyof typeof exampleGroups](each)
  const hasNoScreen = (each: (typeof examples)[number]) => each.id in reasonWithoutScreen || each.rule in reasonWithoutScreen
  assert.deepEqual(
    examples.filter((example) => !isCovered(example.id, isInGroup(example)) && !hasNoScreen(example)).map((example) => example.id),
    [],
    'neither covered nor listed',
  )
  assert.deepEqual(
    examples.filter((example) => isCovered(example.id, isInGroup(example)) && hasNoScreen(example)).map((example) => example.id),
    [],
    'covered and listed as not to be',
  )
  const exampleIds = new Set(examples.flatMap(({ id, rule }) => [id, rule]))
  assert.deepEqual(
    Object.keys(reasonWithoutScreen).filter((name) => !exampleIds.has(name)),
    [],
    'listed and not there any more',
  )
})
