import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic, publicPages } from './public-pages.ts'

// Specification §2, "Public routes (no login needed)", to the letter; the verification text file is served by the server.
const specified = '/login, /Forget, /Reset, /index, /Detail, /Knowledge, /Rules, /Uploadapp, /Registermsg, /EditRegistermsg, /Registermsgdw, /EditRegistermsgdw, /EnRegistermsg, /Registermsgcom, /EditRegistermsgcom, /Clause, /404, /401, /auth-redirect'

test('the pages that need no sign-in are those of the specification', () => {
  assert.deepEqual(Object.keys(publicPages).sort(), specified.split(', ').sort())
  assert.ok(isPublic('/redirect/zf/zfPtList'))
})

test('nothing else is public: paths are compared as they stand', () => {
  for (const closed of ['/', '/dashboard', '/forget', '/Forget/', '/redirect', '/toString', '/constructor', '/__proto__']) assert.ok(!isPublic(closed), closed)
})
