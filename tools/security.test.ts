import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#/tools/sources.ts'

// docs/security.md: each path and each requirement names its proof, or is open.

/** Requirements of ASVS 5.0 at levels 1 and 2, without the chapters on OAuth and WebRTC. */
const requirements = 217
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const standard = rows.filter(([id = '']) => /^\d+\.\d+\.\d+$/.test(id))

test('every file that the page of security names exists', () => {
  const named = [...page.matchAll(/`((?:api|db|docs|domain|e2e|server|tools|web)\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  assert.ok(named.length > 200)
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  )
})

test('every path and every requirement names a test as its proof, or is open', () => {
  const proved = rows.filter((cells) => cells.length === 3 && !['path', 'requirement', 'actor'].includes(cells[0] ?? ''))
  const paths = proved.slice(proved.findIndex(([path = '']) => path.startsWith('calls an operation')))
  const wrong = paths.filter(
    ([, how = '', proof = '']) => how === '' || (proof !== 'open' && !/^`[\w/.-]+\.(?:test|spec)\.ts`(?:, `[\w/.-]+\.(?:test|spec)\.ts`)*$/.test(proof)),
  )
  assert.deepEqual(wrong, [])
  assert.ok(paths.length > requirements - 40)
})

test('every requirement of level 2 has one row, or one reason why it does not apply', () => {
  const apart = [...(page.split('Not applicable:')[1] ?? '').matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => id)
  const all = [...standard.map(([id = '']) => id), ...apart]
  assert.deepEqual(
    all.filter((id, at) => all.indexOf(id) !== at),
    [],
  )
  assert.equal(all.length, requirements)
})
