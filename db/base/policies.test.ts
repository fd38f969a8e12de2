import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

const folder = mkdtempSync(join(tmpdir(), 'yck-policies-'))
after(() => rmSync(folder, { recursive: true }))
const policiesFolder = join(import.meta.dirname, 'policies')
const next = { code: 'CN', version: '2027-03', effectiveFrom: '2027-03-01', params: { source: '财政部公告' } }

/** Our own policies plus these files. */
function withFiles(files: Readonly<Record<string, unknown>>): TaxPolicy[] {
  const place = mkdtempSync(join(folder, 'case-'))
  cpSync(policiesFolder, place, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), typeof content === 'string' ? content : JSON.stringify(content))
  return readPolicies(place)
}

const withNext = (change: Readonly<Record<string, unknown>>) => withFiles({ '2027-03.json': { ...next, ...change } })
const withParams = (params: Readonly<Record<string, unknown>>) => withNext({ params: { ...next.params, ...params } })

test('the built-in policies have no gaps, and the last one is backed by law until 2027', () => {
  const policies = readPolicies()
  for (const [at, policy] of policies.entries()) {
    const follower = policies[at + 1]
    assert.equal(policy.effectiveTo, follower ? shiftDay(follower.effectiveFrom, -1) : '2027-12-31', policy.version)
  }
})

test('a policy file overrides the values it names and inherits all others', () => {
  const newest = readPolicies().at(-1)
  const [before, policy] = withParams({ vat: { levyPpm: 50_000 } }).slice(-2)
  assert.deepEqual(before, { ...newest, effectiveTo: '2027-02-28' })
  assert.deepEqual(policy, {
    code: 'CN',
    version: '2027-03',
    effectiveFrom: '2027-03-01',
    effectiveTo: '2027-12-31',
    params: { ...newest?.params, source: '财政部公告', vat: { ...newest?.params.vat, levyPpm: 50_000 } },
  })
})

test('a policy file replaces a table of rates completely', () => {
  const brackets = [{ upToFen: null, ratePpm: 200_000, quickFen: 0 }]
  assert.deepEqual(withParams({ labour: { brackets } }).at(-1)?.params.labour.brackets, brackets)
})

test('a policy file may state or omit the day until which the law is known', () => {
  assert.equal(withNext({ knownUntil: '2029-12-31' }).at(-1)?.effectiveTo, '2029-12-31')
  assert.equal(withNext({ knownUntil: null }).at(-1)?.effectiveTo, null)
})

test('an error in a file names the file and the key', () => {
  const says = (message: RegExp, read: () => unknown) => assert.throws(read, { message })
  says(/^2027-03\.json: params\.vat\.levyPercent: no such key/, () => withParams({ vat: { levyPercent: 5 } }))
  says(/^2027-03\.json: params\.tariff: no such key/, () => withParams({ tariff: {} }))
  says(/^2027-03\.json: effectiveTo: no such key/, () => withNext({ effectiveTo: '2027-12-31' }))
  says(/^2027-03\.json: params\.vat\.levyPpm: /, () => withParams({ vat: { levyPpm: '5%' } }))
  says(/^2027-03\.json: params\.vat\.levyPpm: /, () => withParams({ vat: { levyPpm: 0.5 } }))
  says(/^2027-03\.json: params\.vat: /, () => withParams({ vat: null }))
  says(/^2027-03\.json: params\.stamp\.items\.承揽合同: /, () => withParams({ stamp: { items: { 承揽合同: -1 } } }))
  says(/^2027-03\.json: params\.labour\.brackets: the last step/, () => withParams({ labour: { brackets: [{ upToFen: 1, ratePpm: 1, quickFen: 0 }] } }))
  says(/^2027-03\.json: params\.source: /, () => withNext({ params: { vat: { levyPpm: 50_000 } } }))
  says(/^2027-03\.json: effectiveFrom: /, () => withNext({ effectiveFrom: '2027-02-30' }))
  says(/^2027-03\.json: effectiveFrom: 2026-11-01 is not later than 2026-11-01 of 2026-11\.json/, () => withNext({ effectiveFrom: '2026-11-01' }))
  says(/^2027-03\.json: effectiveFrom: no policy is in force between 2027-12-31 .* and 2028-03-01/, () => withNext({ effectiveFrom: '2028-03-01' }))
  says(/^2027-03\.json: knownUntil: 2027-12-31 lies before 2028-01-01/, () => withNext({ effectiveFrom: '2028-01-01' }))
  says(/^2027-03\.json: version: 2027-04 is not the name of the file/, () => withNext({ version: '2027-04' }))
  says(/^2027-03\.json: code: DE is not CN/, () => withNext({ code: 'DE' }))
  says(/^2027-03\.json: not JSON: /, () => withFiles({ '2027-03.json': '{' }))
  says(/^2018-01\.json: params\.withholding: /, () => withFiles({ '2018-01.json': { ...next, version: '2018-01', effectiveFrom: '2018-01-01' } }))
})
