import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pageKeys } from '#/api/pages.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { channelKindNames } from '#/domain/organisations/payout-channel.ts'
import { findOffenders, programSources, root } from '#/tools/sources.ts'

// Limits the number of files that three common changes touch. docs/walkthroughs.md states the same numbers.

/** Files outside the page's own module that mention a page. */
const registries = ['api/pages.ts', 'api/pages.texts.ts', 'api/rights.ts', 'db/base/roles.ts', 'web/modules.ts', 'web/first-reads.ts']
/** Shared code, which must not mention a page. */
const sharedPattern = /^(api\/[^/]+\.ts|domain\/|db\/|server\/(kernel|lib|app)\/|web\/([^/]+\.tsx?$|(kernel|ui|parts|shell)\/))/
/** Shared code that may mention pages, with the reason. */
const mayMentionPages: Readonly<Record<string, string>> = {
  'web/shell/commands.ts': 'the search offers actions of some pages',
  'web/parts/money/invoices.tsx': 'a batch and the money trail link to invoice applications of both modes',
}
/** Pages that belong to the frame of the product. */
const framePages: Readonly<Record<string, string>> = {
  dashboard: 'the start page: signing in leads there',
  employeeDw: 'managing a unit’s accounts is a separate duty (domain/access/duties.ts)',
  index: 'the user’s profile, opened from the header of every page',
  message: 'the bell in the header of every page',
  import: 'an ordinary English word, used in many sentences',
  batch: 'an ordinary English word, used in many sentences',
  incomeTax: 'a duty of a registered business too (domain/people/obligation.ts)',
}

test('shared code mentions a page only in the six registries', () => {
  const keys = pageKeys.filter((key) => !(key in framePages))
  const offences = findOffenders(
    programSources.filter(({ path }) => sharedPattern.test(path) && !registries.includes(path) && !(path in mayMentionPages)),
    ({ text }) => keys.find((key) => new RegExp(`['"./{ ]${key}['": ,)]`).test(text)) ?? null,
  )
  assert.deepEqual(offences, [])
})

test('a new tax rate needs only one file', () => {
  const policiesFolder = join(root, 'db/base/policies')
  const folder = mkdtempSync(join(tmpdir(), 'policies-'))
  try {
    for (const name of readdirSync(policiesFolder)) copyFileSync(join(policiesFolder, name), join(folder, name))
    const policiesBefore = readPolicies(folder)
    const last = policiesBefore.at(-1)
    assert.ok(last)
    const first = `${Number(last.effectiveFrom.slice(0, 4)) + 1}-01-01`
    const file = {
      code: last.code,
      version: first.slice(0, 7),
      effectiveFrom: first,
      knownUntil: null,
      params: { source: 'an example', vat: { reducedPpm: 20_000 } },
    }
    writeFileSync(join(folder, `${file.version}.json`), JSON.stringify(file))
    const policiesAfter = readPolicies(folder)
    assert.deepEqual(policiesAfter.slice(0, -2), policiesBefore.slice(0, -1), 'earlier periods stay as they are')
    assert.deepEqual([policiesAfter.length - policiesBefore.length, policiesAfter.at(-1)?.params.vat.reducedPpm], [1, 20_000])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a kind of channel is compared only in its own file and two registries', () => {
  const expectedPlaces = [
    'domain/organisations/payout-channel.ts',
    'server/money/payouts/channels/registry.ts',
    ...channelKindNames.map((kind) => `server/money/payouts/channels/${kind}.ts`),
  ]
  const paths = new Set(programSources.map(({ path }) => path))
  assert.deepEqual(
    expectedPlaces.filter((path) => !paths.has(path)),
    [],
  )
  const kindComparison = new RegExp(`kind\\w*\\s*(===|!==|=|<>|in)\\s*[('[]*(${channelKindNames.join('|')})'`, 'i')
  const comparingSources = programSources.filter(({ path }) => /^(api|server|web)\//.test(path) && !expectedPlaces.includes(path))
  assert.deepEqual(
    findOffenders(comparingSources, ({ text }) => kindComparison.exec(text)?.[0] ?? null),
    [],
  )
})
