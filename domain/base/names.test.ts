import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparableName, isSameName } from './names.ts'

const matchingNames: readonly (readonly [what: string, a: string, b: string])[] = [
  ['full-width brackets', '南京云创（个体工商户）', '南京云创(个体工商户)'],
  ['square and lenticular brackets', '云创【南京】科技', '云创[南京]科技'],
  ['full-width letters', 'ＡＢＣ科技', 'ABC科技'],
  ['middle dots', '阿卜杜拉·买买提', '阿卜杜拉•买买提'],
  ['katakana and bullet dots', '阿卜杜拉・买买提', '阿卜杜拉●买买提'],
  ['a full stop as dot', '阿卜杜拉.买买提', '阿卜杜拉．买买提'],
  ['a Chinese full stop as dot', '阿卜杜拉。买买提', '阿卜杜拉·买买提'],
  ['spaces around a dot', '阿卜杜拉 · 买买提', '阿卜杜拉·买买提'],
  ['ideographic spaces', '张　三', '张三'],
  ['zero-width spaces', '张\u200b三\ufeff', '张三'],
  ['a variation selector', '葛\u{e0100}城', '葛城'],
  ['a standardized variant', '㓟\ufe00', '㓟'],
  ['a compatibility ideograph', '\uf90a明', '金明'],
  ['a private-use code point', '\ue863某', '䶮某'],
  ['a private-use code point of the second plane', '\ue816', '𠂇'],
  ['a radical in place of the character', '⽅某', '方某'],
]

for (const [what, a, b] of matchingNames)
  test(`names that differ only by ${what} are equal`, () => {
    assert.ok(isSameName(a, b), `${comparableName(a)} ${comparableName(b)}`)
  })

test('names with different characters, letter case, dots or brackets differ', () => {
  for (const [a, b] of [
    ['张三', '张四'],
    ['云创一部', '云创二部'],
    ['阿卜杜拉·买买提', '阿卜杜拉买买提'],
    ['云创(南京)', '云创南京'],
    ['后某', '後某'],
    ['A科技', 'a科技'],
  ] as const)
    assert.equal(isSameName(a, b), false, `${a} ${b}`)
})

test('normalising a normalised name changes nothing', () => {
  const parts = fc.constantFrom(...matchingNames.flatMap(([, a, b]) => [...a, ...b]), ' ', 'é', 'が', '\u3164')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (letters) => {
      const normalisedName = comparableName(letters.join(''))
      assert.equal(comparableName(normalisedName), normalisedName)
    }),
  )
})
