import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieFor, cookiesIn } from '#/server/kernel/request/documents.ts'

test('production cookies require https and this host, and are HttpOnly unless scripts need them', () => {
  assert.equal(cookieFor('production', 'visitor', 'ab', false), '__Host-visitor=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure')
  assert.equal(cookieFor('production', 'language', 'ja', true), '__Host-language=ja; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  assert.equal(cookieFor('demo', 'visitor', 'ab', false), 'visitor=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
})

test("a cookie set by another host does not replace the product's own cookie", () => {
  for (const header of ['__Host-visitor=ours; visitor=theirs', 'visitor=theirs; __Host-visitor=ours']) assert.equal(cookiesIn(header).visitor, 'ours')
  assert.equal(cookiesIn('visitor=plain').visitor, 'plain')
})
