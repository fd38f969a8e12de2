import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCookie, parseCookie } from './cookies.ts'
import { translate } from './i18n.ts'
import { chooseLanguage } from './language.ts'

test('the language comes from the cookie, else the browser, else it is English', () => {
  assert.equal(chooseLanguage('ja', ['zh-CN']), 'ja')
  assert.equal(chooseLanguage(null, ['fr-FR', 'es-MX', 'en']), 'es')
  assert.equal(chooseLanguage('xx', ['zh-Hant-TW']), 'zh')
  assert.equal(chooseLanguage(null, ['fr']), 'en')
})

test('numbers and plurals in a text follow the rules of its language', () => {
  const text = {
    zh: '共 {count, number} 条',
    en: '{count, plural, one {# row} other {# rows}}',
    es: '{count, plural, one {# fila} other {# filas}}',
    ja: '全 {count, number} 件',
  }
  assert.equal(translate('zh', text, { count: 1234 }), '共 1,234 条')
  assert.equal(translate('en', text, { count: 1 }), '1 row')
  assert.equal(translate('es', text, { count: 12_345 }), '12,345 filas')
})

test('a cookie is found by name among several and decoded', () => {
  assert.equal(parseCookie('a=1; language=zh; b=%E4%B8%AD', 'language'), 'zh')
  assert.equal(parseCookie('a=1; b=%E4%B8%AD', 'b'), '中')
  assert.equal(parseCookie('a=1', 'language'), null)
})

test('over https, a preference cookie is secure and limited to the host', () => {
  assert.equal(formatCookie('size', 'small', false), 'size=small; path=/; max-age=31536000; samesite=lax')
  assert.equal(formatCookie('size', 'small', true), '__Host-size=small; path=/; max-age=31536000; samesite=lax; secure')
})
