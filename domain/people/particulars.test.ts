import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idNumberFor } from '#/domain/base/identity.ts'
import {
  completeParticulars,
  isIdExpired,
  noExpiry,
  noParticulars,
  type Particulars,
  paperState,
  parseDay,
  particularProblems,
  taxedAs,
} from '#/domain/people/particulars.ts'

const today = '2026-11-21'
const card = { kind: 'id_card', number: idNumberFor('330106', '19900307', 1) } as const
const passport = { kind: 'passport', number: 'C01X00T47' } as const
const problemsOf = (particulars: Partial<Particulars>, paper: Parameters<typeof particularProblems>[1] = card) =>
  particularProblems({ ...noParticulars, ...particulars }, paper, today)

test('particulars of a mainland ID card may be missing but must not differ from its number', () => {
  assert.deepEqual(problemsOf({}), {})
  assert.deepEqual(problemsOf({ sex: 'M', birth: '1990-03-07', nationality: 'CN' }), {})
  assert.deepEqual(problemsOf({ sex: 'F', birth: '1990-03-08', nationality: 'JP' }), { sex: 'differs', birth: 'differs', nationality: 'differs' })
})

test('other IDs need the particulars that their number does not contain', () => {
  assert.deepEqual(problemsOf({}, passport), { sex: 'needed', birth: 'needed', nationality: 'needed' })
  assert.deepEqual(problemsOf({ sex: 'F', birth: '1991-04-02', nationality: 'DE' }, passport), {})
  assert.deepEqual(problemsOf({}, { kind: 'hk_macau_permit', number: 'H12345678' }), { sex: 'needed', birth: 'needed' })
  assert.deepEqual(
    problemsOf({ sex: 'F', birth: '1991-04-02', nationality: 'GB' }, { kind: 'hk_macau_permit', number: 'H12345678' }),
    {},
    'some are citizens of others',
  )
  assert.deepEqual(problemsOf({ sex: 'F', birth: '1991-04-02', nationality: 'GB' }, { kind: 'taiwan_permit', number: '12345678' }), { nationality: 'differs' })
})

test('malformed particulars are refused, also an ID that ends before it begins', () => {
  assert.deepEqual(problemsOf({ birth: '1990-02-30', sex: 'x', nationality: 'XX', address: '短' }), {
    sex: 'form',
    birth: 'form',
    nationality: 'form',
    address: 'form',
  })
  assert.deepEqual(problemsOf({ birth: '2027-01-01' }, passport).birth, 'future')
  assert.deepEqual(problemsOf({ validFrom: '2026-11-22' }), { validFrom: 'future' })
  assert.deepEqual(problemsOf({ validFrom: today, validTo: today }), { validTo: 'order' })
  assert.deepEqual(problemsOf({ validFrom: '2020-01-01', validTo: '2019-01-01' }), { validTo: 'order' })
  assert.deepEqual(problemsOf({ validTo: 'never' }), { validTo: 'form' })
  for (const validTo of [noExpiry, '2020-01-01', '2040-01-01']) assert.deepEqual(problemsOf({ validTo }), {}, validTo)
  assert.deepEqual(
    [problemsOf({ address: '字'.repeat(5) }), problemsOf({ address: '字'.repeat(120) }), problemsOf({ address: '字'.repeat(121) })],
    [{}, {}, { address: 'form' }],
  )
})

test('missing particulars are completed from the ID number', () => {
  assert.deepEqual(completeParticulars(noParticulars, card), { ...noParticulars, sex: 'M', birth: '1990-03-07', nationality: 'CN' })
  assert.deepEqual(completeParticulars({ ...noParticulars, sex: 'F' }, passport), { ...noParticulars, sex: 'F' })
})

test('an ID expires after its last day, with warnings from 30 days before', () => {
  assert.deepEqual(
    ['2026-11-20', '2026-11-21', '2026-12-21', '2026-12-22', 'infinity', noExpiry, '', null].map((validTo) => paperState(validTo, today)),
    ['over', 'soon', 'soon', 'fine', 'fine', 'fine', 'unknown', 'unknown'],
  )
  assert.deepEqual([isIdExpired('2026-11-20', today), isIdExpired(today, today), isIdExpired(null, today)], [true, false, false])
})

test('dates and words for no expiry are parsed, and other texts stay unchanged', () => {
  for (const text of ['1990-03-07', '1990/3/7', '1990.03.07', '1990年3月7日', '19900307', '1990-03-07 00:00:00'])
    assert.equal(parseDay(text), '1990-03-07', text)
  for (const text of ['长期', '长期有效', '永久']) assert.equal(parseDay(text), noExpiry)
  for (const text of ['', '去年', '3/7/1990', '1990-3']) assert.equal(parseDay(text), text)
})

test('without a declaration, a mainland card implies tax residence and a passport implies none', () => {
  assert.deepEqual([taxedAs('id_card', null), taxedAs('id_card', 'non_resident')], ['resident', 'non_resident'])
  assert.deepEqual(
    [taxedAs('passport', null), taxedAs('passport', 'resident'), taxedAs('foreign_pr', 'non_resident')],
    ['undeclared', 'resident', 'non_resident'],
  )
})
