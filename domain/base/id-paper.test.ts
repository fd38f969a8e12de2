import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countries, countryName, countryOf, isCountry } from '#/domain/base/countries.ts'
import { countryByLongCode, countryDigits } from '#/domain/base/country-codes.ts'
import {
  factsOfNumber,
  type IdKind,
  idKindLabel,
  idKindOf,
  idKinds,
  idKindTaxCode,
  idNumberProblem,
  likelyIdKind,
  permanentNumber,
} from '#/domain/base/id-paper.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import { languages } from '#/domain/base/text.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true }).map((each) => each.toISOString().slice(0, 10))
const birthAndSerial = fc.record({ day, serial: fc.integer({ min: 0, max: 999 }) })
const withoutHyphens = (text: string) => text.replaceAll('-', '')

/** Numbers of each kind, as the authorities issue them. */
const numbers: Readonly<Record<IdKind, fc.Arbitrary<string>>> = {
  id_card: birthAndSerial.map(({ day, serial }) => idNumberFor('330106', withoutHyphens(day), serial)),
  passport: fc.stringMatching(/^[A-Z]{1,2}\d{7}$/),
  hk_macau_permit: fc.tuple(fc.constantFrom('H', 'M'), digits(8), fc.constantFrom('', '01', '12')).map((parts) => parts.join('')),
  hk_macau_residence: fc
    .tuple(fc.constantFrom('810000', '820000'), birthAndSerial)
    .map(([region, { day, serial }]) => idNumberFor(region, withoutHyphens(day), serial)),
  taiwan_permit: digits(8),
  taiwan_residence: birthAndSerial.map(({ day, serial }) => idNumberFor('830000', withoutHyphens(day), serial)),
  foreign_pr: fc.oneof(
    fc.stringMatching(/^[A-Z]{3}\d{12}$/),
    birthAndSerial.map(({ day, serial }) => idNumberFor('911124', withoutHyphens(day), serial)),
  ),
}

test('each kind of ID accepts its own numbers and refuses inserted characters and empty numbers', () => {
  for (const kind of idKinds)
    fc.assert(
      fc.property(numbers[kind], fc.constantFrom('-', ' ', 'x', '号', '\u0000'), fc.nat(), (number, sign, at) => {
        assert.equal(idNumberProblem(kind, number), null, `${kind} ${number}`)
        const position = at % (number.length + 1)
        assert.notEqual(idNumberProblem(kind, number.slice(0, position) + sign + number.slice(position)), null)
        assert.notEqual(idNumberProblem(kind, ''), null)
      }),
    )
})

test('the check digit detects a wrong digit of mainland cards and new permanent residence cards', () => {
  for (const kind of ['id_card', 'foreign_pr'] as const)
    fc.assert(
      fc.property(birthAndSerial, fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), ({ day, serial }, at, increment) => {
        const number = idNumberFor(kind === 'id_card' ? '330106' : '911124', withoutHyphens(day), serial)
        const wrong = number.slice(0, at) + ((Number(number[at]) + increment) % 10) + number.slice(at + 1)
        assert.notEqual(idNumberProblem(kind, wrong), null)
      }),
    )
})

test('a valid ID number gives the facts that its kind encodes, and an invalid one gives none', () => {
  fc.assert(
    fc.property(birthAndSerial, ({ day, serial }) => {
      const sex = serial % 2 === 1 ? 'M' : 'F'
      const card = factsOfNumber('id_card', idNumberFor('330106', withoutHyphens(day), serial))
      assert.deepEqual(card, { birth: day, sex, nationality: 'CN', isNationalityFixed: true })
      const permit = factsOfNumber('foreign_pr', idNumberFor('911124', withoutHyphens(day), serial))
      assert.deepEqual(permit, { birth: day, sex, nationality: 'CA', isNationalityFixed: false })
    }),
  )
  const noFacts = { birth: '', sex: '', nationality: '', isNationalityFixed: false }
  fc.assert(fc.property(fc.constantFrom(...idKinds), fc.string(), (kind, text) => idNumberProblem(kind, text) === null || factsOfNumber(kind, text).sex === ''))
  assert.deepEqual(factsOfNumber('passport', 'C01X00T47'), noFacts)
  assert.deepEqual(
    [factsOfNumber('hk_macau_permit', 'H12345678'), factsOfNumber('hk_macau_permit', 'M12345678'), factsOfNumber('taiwan_permit', '12345678')].map((each) => [
      each.nationality,
      each.isNationalityFixed,
    ]),
    [
      ['HK', false],
      ['MO', false],
      ['TW', true],
    ],
  )
})

test('a residence permit number encodes region, birth and sex and is refused for other kinds', () => {
  const number = (region: string) => idNumberFor(region, '19880601', 3)
  const factsFor = (kind: IdKind, region: string) => factsOfNumber(kind, number(region))
  const numberFacts = { birth: '1988-06-01', sex: 'M', isNationalityFixed: true }
  assert.deepEqual(factsFor('hk_macau_residence', '810000'), { ...numberFacts, nationality: 'HK' })
  assert.deepEqual(factsFor('hk_macau_residence', '820000'), { ...numberFacts, nationality: 'MO' })
  assert.deepEqual(factsFor('taiwan_residence', '830000'), { ...numberFacts, nationality: 'TW' })
  assert.deepEqual(
    [
      idNumberProblem('hk_macau_residence', number('830000')),
      idNumberProblem('taiwan_residence', number('810000')),
      idNumberProblem('hk_macau_residence', number('330106')),
      idNumberProblem('taiwan_residence', '12345678'),
    ],
    ['form', 'form', 'form', 'form'],
  )
  // On an ID card of mainland residents, such a number would make its owner a citizen and tax resident.
  for (const region of ['810000', '820000', '830000']) assert.equal(idNumberProblem('id_card', number(region)), 'form')
  assert.deepEqual(
    ['810000', '830000', '330106'].map((region) => likelyIdKind(number(region))),
    ['hk_macau_residence', 'taiwan_residence', 'id_card'],
  )
})

test('both generations of the permanent residence card encode the country', () => {
  const nationality = (number: string) => factsOfNumber('foreign_pr', number).nationality
  assert.deepEqual(['DEU110012345678', 'USA310098765432', 'ABC123456789012'].map(nationality), ['DE', 'US', ''])
  assert.equal(nationality(idNumberFor('911276', '19900501', 2)), 'DE')
})

test('kinds of ID and countries have the codes of the tax office', () => {
  assert.deepEqual(idKinds.map(idKindTaxCode), ['201', '208', '210', '237', '213', '238', '233'])
  assert.equal(idKindTaxCode('constructor'), null)
  assert.deepEqual(['CN', 'HK', 'MO', 'TW', 'US', 'XX'].map(countryDigits), ['156', '344', '446', '158', '840', null])
  assert.ok(countries.every((code) => countryByLongCode(countryDigits(code) ?? '') === code))
})

test('the guessed kind of ID fits the number, or is a mainland card if no kind fits', () => {
  for (const kind of idKinds)
    fc.assert(fc.property(numbers[kind], (number) => assert.equal(idNumberProblem(likelyIdKind(number), number), null, `${kind} ${number}`)))
  for (const text of ['', '1', '张三', '1234567890']) assert.equal(likelyIdKind(text), 'id_card', text)
})

test('a kind of ID is recognised by its name in templates and by other names', () => {
  for (const kind of idKinds) assert.equal(idKindOf(idKindLabel(kind)), kind)
  for (const word of ['', '身份证', '居民身份证', '二代身份证', '中国居民身份证', ' 身份证 ']) assert.equal(idKindOf(word), 'id_card', word)
  assert.deepEqual(['回乡证', '台胞证', '外国护照', '外国人永久居留证'].map(idKindOf), ['hk_macau_permit', 'taiwan_permit', 'passport', 'foreign_pr'])
  for (const word of ['军官证', '其他', 'constructor']) assert.equal(idKindOf(word), null, word)
})

test('countries are found by code and Chinese name and have a name in every language', () => {
  assert.equal(countries.length, 249)
  for (const code of countries) {
    assert.equal(countryOf(countryName(code, 'zh')), code, code)
    for (const language of languages) assert.ok(countryName(code, language).length > 1 && countryName(code, language) !== code, `${code} ${language}`)
  }
  assert.deepEqual(['sg', '新加坡', '香港', '中国台湾', '中国', '火星', ''].map(countryOf), ['SG', 'SG', 'HK', 'TW', 'CN', null, null])
  assert.deepEqual([isCountry('CN'), isCountry('cn'), isCountry('XX'), countryName('XX', 'en'), countryName('', 'zh')], [true, false, false, 'XX', ''])
  for (const code of ['HK', 'MO', 'TW']) assert.match(countryName(code, 'zh'), /^中国/)
})

test('a comparison ignores the renewal digits of permit numbers but no digit of passport numbers', () => {
  assert.equal(permanentNumber('hk_macau_permit', 'H1234567801'), permanentNumber('hk_macau_permit', 'H12345678'))
  assert.notEqual(permanentNumber('hk_macau_permit', 'H12345678'), permanentNumber('hk_macau_permit', 'M12345678'))
  assert.notEqual(permanentNumber('passport', 'E1234567801'), permanentNumber('passport', 'E12345678'))
})
