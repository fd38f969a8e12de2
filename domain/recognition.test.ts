import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankCardFor, creditCodeFor, idNumberFor } from './identity.ts'
import { dayFrom, fieldsOfSide, fitsCardNumber, fitsCreditCode, fitsIdNumber, isCardPeriod, issuerOf, settleNumber } from './recognition.ts'

const today = '2026-11-21'
const right = idNumberFor('110105', '19900307', 123)
const fits = (text: string) => fitsIdNumber(text, today)

test('a number counts when two readings agree on it and nothing else that is possible was read', () => {
  assert.deepEqual(settleNumber([right, right, '11010'], fits), { value: right, doubt: null })
  assert.deepEqual(settleNumber([right, '', ''], fits), { value: right, doubt: 'disagree' })
  assert.deepEqual(settleNumber(['', ''], fits), { value: '', doubt: 'unread' })
  assert.equal(settleNumber([right.slice(0, 17), right.slice(0, 17)], fits).doubt, 'checksum')
})

test('two numbers that are both possible are never decided by counting', () => {
  const other = idNumberFor('110105', '19900307', 125)
  assert.equal(settleNumber([right, right, other], fits).doubt, 'disagree')
})

test('a right check digit does not save a birth that the calendar has not, or that has yet to come', () => {
  assert.equal(fits(idNumberFor('110105', '19901332', 1)), false)
  assert.equal(fits(idNumberFor('110105', '20270101', 1)), false)
  assert.equal(fits(right), true)
})

test('every single wrong digit of a number is noticed', () => {
  for (let at = 0; at < 18; at++) {
    for (const digit of '0123456789') {
      if (right[at] === digit) continue
      assert.equal(readsAs(right, at, digit), false, `${at} ${digit}`)
    }
  }
})

function readsAs(number: string, at: number, digit: string): boolean {
  return fitsIdNumber(number.slice(0, at) + digit + number.slice(at + 1), today)
}

test('cards are good for five, ten or twenty years to the day, or for good', () => {
  assert.ok(isCardPeriod('2016-05-04', '2036-05-04'))
  assert.ok(isCardPeriod('2016-05-04', '长期'))
  assert.ok(isCardPeriod('2016-02-29', '2026-02-28'))
  assert.ok(!isCardPeriod('2016-05-04', '2026-05-05'))
  assert.ok(!isCardPeriod('2016-05-04', '2023-05-04'))
})

test('days are days of the calendar', () => {
  assert.equal(dayFrom('1996', '2', '29'), '1996-02-29')
  assert.equal(dayFrom('1997', '2', '29'), null)
  assert.equal(dayFrom('0996', '2', '9'), null)
})

test('card numbers name their bank, codes and cards are checked by their own rules', () => {
  assert.equal(issuerOf(bankCardFor('621700', 77)), '中国建设银行')
  assert.equal(issuerOf(bankCardFor('622262', 77)), '交通银行')
  assert.equal(issuerOf('9999990000000000'), '')
  assert.ok(fitsCardNumber(bankCardFor('622202', 5)))
  assert.ok(fitsCreditCode(creditCodeFor('91', '110105', 7)))
  assert.ok(!fitsCreditCode(creditCodeFor('91', '110105', 7).replace(/^9/, '8')))
})

test('no field is named twice on one side', () => {
  for (const fields of Object.values(fieldsOfSide)) assert.equal(new Set<string>(fields).size, fields.length)
})
