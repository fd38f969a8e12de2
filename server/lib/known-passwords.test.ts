import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isKnownPassword } from '#/server/lib/known-passwords.ts'

test('leaked passwords are recognised despite capitals, signs, digits and replaced letters', () => {
  for (const password of [
    'Dragon#2026',
    'Football!1',
    'M0nkey#99',
    'Michael_7',
    'Letmein!23',
    'Superm@n12',
    'Baseb@ll#1',
    'Sunsh1ne!',
    'Qwerty!2026',
    '!Trustno1',
  ])
    assert.ok(isKnownPassword(password), password)
})

test('unusual combinations of words, and a short word with a year, are accepted', () => {
  for (const password of ['Mond#Ufer_27x', 'Neu#Wort26', 'Fresh#2026', 'Own#Pass2026', 'Kv7!pQ2#zL', '云#Creek2026', 'Aa1!56789'])
    assert.ok(!isKnownPassword(password), password)
})

test('the password rules shared with the browser do not import the list of leaked passwords', () => {
  const passwordModule = readFileSync(join(import.meta.dirname, '../../domain/base/password.ts'), 'utf8')
  assert.doesNotMatch(passwordModule, /zxcvbn|known-passwords/)
})
