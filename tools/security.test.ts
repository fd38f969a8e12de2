import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { programSources, root } from '#/tools/sources.ts'

// docs/security.md names a proof for each path and each requirement.

/** The number of requirements of ASVS 5.0 at levels 1 and 2, without the chapters on OAuth and WebRTC. */
const requirementCount = 217
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const standardRows = rows.filter(([id = '']) => /^\d+\.\d+\.\d+$/.test(id))

test('every file that the security page names exists', () => {
  const namedPaths = [...page.matchAll(/`((?:api|db|docs|domain|e2e|server|tools|web)\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  assert.ok(namedPaths.length > 200)
  assert.deepEqual(
    namedPaths.filter((path) => !existsSync(join(root, path))),
    [],
  )
})

test('every attack path and requirement of the security page names a test as its proof', () => {
  const provedRows = rows.filter((cells) => cells.length === 3 && !['path', 'requirement', 'actor'].includes(cells[0] ?? ''))
  const paths = provedRows.slice(provedRows.findIndex(([path = '']) => path.startsWith('calls an operation')))
  const faultyPaths = paths.filter(
    ([, how = '', proof = '']) => how === '' || !/^`[\w/.-]+\.(?:test|spec)\.ts`(?:, `[\w/.-]+\.(?:test|spec)\.ts`)*$/.test(proof),
  )
  assert.deepEqual(faultyPaths, [])
  assert.ok(paths.length > requirementCount - 40)
})

test('the security page lists every algorithm that the program uses', () => {
  const names: Readonly<Record<string, string>> = {
    sha256: 'SHA-256',
    sha1: 'SHA-1',
    'aes-256-gcm': 'AES-256-GCM',
    ed25519: 'Ed25519',
    'rsa-sha256': 'RSA-SHA-256',
  }
  const listedSection = page.split('## Algorithms, keys and certificates')[1]?.split('\n## ')[0] ?? ''
  const sources = programSources.filter(({ path }) => /^(?:server|domain)\//.test(path))
  const pattern = /create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)\(\s*'([\w-]+)'|generateKeyPair(?:Sync)?\(\s*'([\w-]+)'/g
  const usedAlgorithms = new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, one, other]) => (one ?? other ?? '').toLowerCase())))
  assert.ok(usedAlgorithms.size > 0)
  assert.deepEqual(
    [...usedAlgorithms].filter((name) => !listedSection.includes(`| ${names[name] ?? name} |`) && name !== 'rsa'),
    [],
  )
})

test('the operations manual states how soon a vulnerable library is updated', () => {
  const section = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('## Update libraries')[1]?.split('\n## ')[0] ?? ''
  for (const severity of ['critical', 'high', 'medium', 'low']) assert.match(section, new RegExp(`\\| ${severity}[^|]*\\| \\d+ days`), severity)
})

test('every ASVS requirement of levels 1 and 2 has one row, or is listed as not applicable', () => {
  const inapplicableIds = [...(page.split('Not applicable:')[1] ?? '').matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => id)
  const allIds = [...standardRows.map(([id = '']) => id), ...inapplicableIds]
  assert.deepEqual(
    allIds.filter((id, at) => allIds.indexOf(id) !== at),
    [],
  )
  assert.equal(allIds.length, requirementCount)
})
