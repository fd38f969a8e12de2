import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleGroups, examples } from '#/server/tests/examples-testing.ts'

// Lists which worked examples of tax.md run through the program's operations, and why the others cannot.
// tools/vectors.test.ts tests the rules of all.

const perTime = 'withholding per time is for payers who may not withhold cumulatively; the platform may, and nothing here pays otherwise'
const relief = 'reliefs beside the halving are declared at the tax office; no screen of this product takes them'

/** Why no operation of this product covers an example, by rule or id. */
const withoutDoor: Readonly<Record<string, string>> = {
  'labour.per-time.2019': perTime,
  'author.per-time.2019': 'author’s remuneration is not paid through the platform',
  'gth.halving.2023-2027': relief,
  'gth.halving.2021-2022': 'filings of 2021 and 2022 are over; no policy of those years is in force for a filing',
  'vat.small.waive-reduction': 'a business that gives up the reduction to 1 % invoices by itself; the platform invoices for it at the reduced rate alone',
  'DER-SPLIT-150000-3': 'an invoice at 3 % is issued by the business itself, as above',
  'vat.natural-person.per-time.2026': 'the day’s threshold is for people whom nobody files for; the platform files for those whom it pays, by the month',
  'DER-PLAT-OTHERDED': 'other deductions are the surcharges, where policy deducts them; amounts of one’s own cannot be given',
  stamp: 'stamp tax is filed by the centre’s accountants outside of this product',
}

/** Returns which examples the other tests declare to cover. */
function covered(): (id: string, isIn: (group: string) => boolean) => boolean {
  const root = join(import.meta.dirname, '..')
  const text = globSync('**/examples*.test.ts', { cwd: root })
    .filter((path) => path !== join('tests', 'examples.test.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const groups = [...text.matchAll(/examplesOf\('(\w+)'\)/g)].map(([, group = '']) => group)
  return (id, isIn) => text.includes(`'${id}'`) || groups.some(isIn)
}

test('every worked example runs through the program or is listed with a reason', () => {
  const isCovered = covered()
  const inGroup = (each: (typeof examples)[number]) => (group: string) => exampleGroups[group as keyof typeof exampleGroups](each)
  const listed = (each: (typeof examples)[number]) => each.id in withoutDoor || each.rule in withoutDoor
  assert.deepEqual(
    examples.filter((each) => !isCovered(each.id, inGroup(each)) && !listed(each)).map((each) => each.id),
    [],
    'neither covered nor listed',
  )
  assert.deepEqual(
    examples.filter((each) => isCovered(each.id, inGroup(each)) && listed(each)).map((each) => each.id),
    [],
    'covered and listed as not to be',
  )
  const known = new Set(examples.flatMap(({ id, rule }) => [id, rule]))
  assert.deepEqual(
    Object.keys(withoutDoor).filter((name) => !known.has(name)),
    [],
    'listed and not there any more',
  )
})
