import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactLink } from './contact-link.ts'

test('only phone numbers, e-mail addresses and https URLs become links', () => {
  assert.equal(contactLink('400-000-0000'), 'tel:4000000000')
  assert.equal(contactLink('+86 (571) 8888 8888'), 'tel:+8657188888888')
  assert.equal(contactLink('help@example.com'), 'mailto:help@example.com')
  assert.equal(contactLink('https://example.com/help'), 'https://example.com/help')
  for (const words of ['', '客服 400-000-0000 转 1', 'javascript:alert(1)', 'http://example.com']) assert.equal(contactLink(words), null, words)
})
