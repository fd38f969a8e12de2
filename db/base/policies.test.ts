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
const nextPolicy = { code: 'CN', version: '2027-03', effectiveFrom: '2027-03-01', params: { source: '财政部公告' } }

/** Our own policies plus these files. */
function policiesWithFiles(files: Readonly<Record<string, unknown>>): TaxPolicy[] {
  const place = mkdtempSync(join(folder, 'case-'))
  cpSync(policiesFolder, place, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), typeof content === 'string' ? content : JSON.stringify(content))
  return readPolicies(place)
}

const policiesWithNext = (change: Readonly<Record<string, unknown>>) => policiesWithFiles({ '2027-03.json': { ...nextPolicy, ...change } })
const policiesWithParams = (params: Readonly<Record<string, unknown>>) => policiesWithNext({ params: { ...nextPolicy.params, ...params } })

test('the built-in policies have no gaps, and the last one ends on 31 December 2027', () => {
  const policies = readPolicies()
  for (const [at, policy] of policies.entries()) {
    const successor = policies[at + 1]
    assert.equal(policy.effectiveTo, successor ? shiftDay(successor.effectiveFrom, -1) : '2027-12-31', policy.version)
  }
})

test('a policy file overrides the values it names and inherits all others', () => {
  const newestPolicy = readPolicies().at(-1)
  const [before, policy] = policiesWithParams({ vat: { levyPpm: 50_000 } }).slice(-2)
  assert.deepEqual(before, { ...newestPolicy, effectiveTo: '2027-02-28' })
  assert.deepEqual(policy, {
    code: 'CN',
    version: '2027-03',
    effectiveFrom: '2027-03-01',
    effectiveTo: '2027-12-31',
    params: { ...newestPolicy?.params, source: '财政部公告', vat: { ...newestPolicy?.params.vat, levyPpm: 50_000 } },
  })
})

test('a policy file replaces a table of rates completely', () => {
  const brackets = [{ upToFen: null, ratePpm: 200_000, quickFen: 0 }]
  assert.deepEqual(policiesWithParams({ labour: { brackets } }).at(-1)?.params.labour.brackets, brackets)
})

test('`knownUntil` sets the last day of the newest policy, and null leaves it open', () => {
  assert.equal(policiesWithNext({ knownUntil: '2029-12-31' }).at(-1)?.effectiveTo, '2029-12-31')
  assert.equal(policiesWithNext({ knownUntil: null }).at(-1)?.effectiveTo, null)
})

test('an error in a policy file names the file and the wrong key', () => {
  const expectError = (message: RegExp, read: () => unknown) => assert.throws(read, { message })
  expectError(/^2027-03\.json: params\.vat\.levyPercent: no such key/, () => policiesWithParams({ vat: { levyPercent: 5 } }))
  expectError(/^2027-03\.json: params\.tariff: no such key/, () => policiesWithParams({ tariff: {} }))
  expectError(/^2027-03\.json: effectiveTo: no such key/, () => policiesWithNext({ effectiveTo: '2027-12-31' }))
  expectError(/^2027-03\.json: params\.vat\.levyPpm: /, () => policiesWithParams({ vat: { levyPpm: '5%' } }))
  expectError(/^2027-03\.json: params\.vat\.levyPpm: /, () => policiesWithParams({ vat: { levyPpm: 0.5 } }))
  expectError(/^2027-03\.json: params\.vat: /, () => policiesWithParams({ vat: null }))
  expectError(/^2027-03\.json: params\.stamp\.items\.承揽合同: /, () => policiesWithParams({ stamp: { items: { 承揽合同: -1 } } }))
  expectError(/^2027-03\.json: params\.labour\.brackets: the last step/, () =>
    policiesWithParams({ labour: { brackets: [{ upToFen: 1, ratePpm: 1, quickFen: 0 }] } }),
  )
  expectError(/^2027-03\.json: params\.source: /, () => policiesWithNext({ params: { vat: { levyPpm: 50_000 } } }))
  expectError(/^2027-03\.json: effectiveFrom: /, () => policiesWithNext({ effectiveFrom: '2027-02-30' }))
  expectError(/^2027-03\.json: effectiveFrom: 2026-11-01 is not later than 2026-11-01 of 2026-11\.json/, () =>
    policiesWithNext({ effectiveFrom: '2026-11-01' }),
  )
  expectError(/^2027-03\.json: effectiveFrom: no policy is in force between 2027-12-31 .* and 2028-03-01/, () =>
    policiesWithNext({ effectiveFrom: '2028-03-01' }),
  )
  expectError(/^2027-03\.json: knownUntil: 2027-12-31 lies before 2028-01-01/, () => policiesWithNext({ effectiveFrom: '2028-01-01' }))
  expectError(/^2027-03\.json: version: 2027-04 is not the name of the file/, () => policiesWithNext({ version: '2027-04' }))
  expectError(/^2027-03\.json: code: DE is not CN/, () => policiesWithNext({ code: 'DE' }))
  expectError(/^2027-03\.json: not JSON: /, () => policiesWithFiles({ '2027-03.json': '{' }))
  expectError(/^2018-01\.json: params\.withholding: /, () =>
    policiesWithFiles({ '2018-01.json': { ...nextPolicy, version: '2018-01', effectiveFrom: '2018-01-01' } }),
  )
})
