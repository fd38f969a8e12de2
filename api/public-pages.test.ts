import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPublicPath, publicPages } from './public-pages.ts'

// Specification §2, "Public routes (no login needed)", verbatim. The server itself serves the verification text file.
const specifiedPaths = '/login, /Forget, /Reset, /index, /Detail, /Knowledge, /Rules, /Uploadapp, /Registermsg, /EditRegistermsg, /Registermsgdw, /EditRegistermsgdw, /EnRegistermsg, /Registermsgcom, /EditRegistermsgcom, /Clause, /404, /401, /auth-redirect'

// Public pages that the specification does not name, each with the decision page that explains it.
const additionalPaths: Readonly<Record<string, string>> = { '/Sign': 'contracts-and-orders.md' }

test('the pages without sign-in are those of the specification and the decisions', () => {
  assert.deepEqual(Object.keys(publicPages).sort(), [...specifiedPaths.split(', '), ...Object.keys(additionalPaths)].sort())
  for (const [path, record] of Object.entries(additionalPaths)) assert.match(readFileSync(join(import.meta.dirname, '../docs/decisions', record), 'utf8'), new RegExp(path))
  assert.ok(isPublicPath('/redirect/zf/zfPtList'))
})

test('only exact public paths match', () => {
  for (const privatePath of ['/', '/dashboard', '/forget', '/Forget/', '/redirect', '/toString', '/constructor', '/__proto__']) assert.ok(!isPublicPath(privatePath), privatePath)
})
