import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPublicPath, publicPages } from './public-pages.ts'

// Specification §2, "Public routes (no login needed)", verbatim. The server itself serves the verification text file.
const specifiedPaths = '/login, /Forget, /Reset, /index, /Detail, /Knowledge, /Rules, /Uploadapp, /Registermsg, /EditRegistermsg, /Registermsgdw, /EditRegistermsgdw, /EnRegistermsg, /Registermsgcom, /EditRegistermsgcom, /Clause, /404, /401, /auth-redirect'

// Public pages that the specification does not name, each with the decision page that explains it.
const additionalPaths: Readonly<Record<string, string>> = { '/Sign': 'contracts-and-orders.md' }

test('the public pages are those of the specification and those that a decision page names', () => {
  assert.deepEqual(Object.keys(publicPages).sort(), [...specifiedPaths.split(', '), ...Object.keys(additionalPaths)].sort())
  for (const [path, record] of Object.entries(additionalPaths)) assert.match(readFileSync(join(import.meta.dirname, '../docs/decisions', record), 'utf8'), new RegExp(path))
  assert.ok(isPublicPath('/redirect/zf/zfPtList'))
})

test('paths that differ in case or a slash, private pages and property names are not public', () => {
  for (const privatePath of ['/', '/dashboard', '/forget', '/Forget/', '/redirect', '/toString', '/constructor', '/__proto__']) assert.ok(!isPublicPath(privatePath), privatePath)
})
