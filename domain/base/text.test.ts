import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskCard, maskIdNumber, maskMobile, maskName } from './identity.ts'
import { appendNote, characters, joinClauses, joinWords, languages, prependLabel, truncate, truncateUnits } from './text.ts'

const texts = fc.string({ unit: fc.constantFrom('a', '云', '😀', '𠮷', '\u0301', '\u{1f468}\u200d\u{1f469}'), maxLength: 12 })

test('a truncated text is within the limit and never has half a surrogate pair', () => {
  fc.assert(
    fc.property(texts, fc.nat(14), (text, limit) => {
      const [head, tail] = [truncateUnits(text, limit), truncate(text, limit)]
      for (const part of [head, tail]) {
        assert.ok(part.isWellFormed(), JSON.stringify(part))
        assert.ok(part.length <= limit && part.length >= Math.min(text.length, limit) - 1)
      }
      assert.ok(text.startsWith(head) && text.endsWith(tail))
    }),
  )
})

test('a masked text never has half a surrogate pair', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const mask of [maskName, maskIdNumber, maskCard, maskMobile]) assert.ok(mask(text).isWellFormed(), `${mask.name} of ${JSON.stringify(text)}`)
    }),
  )
})

test('a grapheme cluster counts as one character', () => {
  assert.deepEqual(characters('e\u0301\u{1f468}\u200d\u{1f469}云'), ['e\u0301', '\u{1f468}\u200d\u{1f469}', '云'])
  assert.equal(maskName('\u{1f468}\u200d\u{1f469}小明'), '\u{1f468}\u200d\u{1f469}*明')
})

test('lists, notes and labels have the punctuation of the language', () => {
  const sentences = languages.map((language) => prependLabel('x', appendNote(joinWords(['a', 'b'], language), 2, language), language))
  assert.deepEqual(sentences, ['x：a、b（2）', 'x: a, b (2)', 'x: a, b (2)', 'x：a、b（2）'])
  assert.deepEqual([joinClauses(['a', 'b'], 'zh'), joinClauses(['a', 'b'], 'es'), appendNote('a', '', 'zh')], ['a；b', 'a; b', 'a'])
})
