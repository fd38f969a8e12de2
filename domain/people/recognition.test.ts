import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import {
  dayFromParts,
  ethnicGroups,
  fieldsByImageKind,
  fitsCardNumber,
  fitsCreditCode,
  fitsIdNumber,
  isCardPeriod,
  issuerBanks,
  issuerOf,
  settleNumber,
} from './recognition.ts'

const today = '2026-11-21'
const validNumber = idNumberFor('110105', '19900307', 123)
const isValidToday = (text: string) => fitsIdNumber(text, today)

test('a number is trusted when two readings agree and no other valid number was read', () => {
  assert.deepEqual(settleNumber([validNumber, validNumber, '11010'], isValidToday), { value: validNumber, doubt: null })
  assert.deepEqual(settleNumber([validNumber, '', ''], isValidToday), { value: validNumber, doubt: 'disagree' })
  assert.deepEqual(settleNumber(['', ''], isValidToday), { value: '', doubt: 'unread' })
  assert.equal(settleNumber([validNumber.slice(0, 17), validNumber.slice(0, 17)], isValidToday).doubt, 'checksum')
})

test('a majority of readings does not decide between two valid numbers', () => {
  const secondIdNumber = idNumberFor('110105', '19900307', 125)
  assert.equal(settleNumber([validNumber, validNumber, secondIdNumber], isValidToday).doubt, 'disagree')
})

test('a valid check digit does not excuse an impossible or future birth date', () => {
  assert.equal(isValidToday(idNumberFor('110105', '19901332', 1)), false)
  assert.equal(isValidToday(idNumberFor('110105', '20270101', 1)), false)
  assert.equal(isValidToday(validNumber), true)
})

test('every single wrong digit of an ID number is detected', () => {
  for (let at = 0; at < 18; at++) {
    for (const digit of '0123456789') {
      if (validNumber[at] === digit) continue
      assert.equal(fitsWithDigit(validNumber, at, digit), false, `${at} ${digit}`)
    }
  }
})

function fitsWithDigit(number: string, at: number, digit: string): boolean {
  return fitsIdNumber(number.slice(0, at) + digit + number.slice(at + 1), today)
}

test('an ID card is valid for exactly 5, 10 or 20 years or without end, but not for 7 years', () => {
  assert.ok(isCardPeriod('2016-05-04', '2036-05-04'))
  assert.ok(isCardPeriod('2016-05-04', '长期'))
  assert.ok(isCardPeriod('2016-02-29', '2026-02-28'))
  assert.ok(isCardPeriod('2016-05-04', '2021-05-04'))
  assert.ok(!isCardPeriod('2016-05-04', '2026-05-05'))
  assert.ok(!isCardPeriod('2016-05-04', '2023-05-04'))
})

test('a day that does not exist is refused', () => {
  assert.equal(dayFromParts('1996', '2', '29'), '1996-02-29')
  assert.equal(dayFromParts('1997', '2', '29'), null)
  assert.equal(dayFromParts('0996', '2', '9'), null)
})

test('card numbers identify their bank, and card numbers and credit codes are validated', () => {
  assert.equal(issuerOf(bankCardFor('621700', 77)), '中国建设银行')
  assert.equal(issuerOf(bankCardFor('622262', 77)), '交通银行')
  assert.equal(issuerOf('9999990000000000'), '')
  assert.ok(fitsCardNumber(bankCardFor('622202', 5)))
  assert.ok(fitsCreditCode(creditCodeFor('91', '110105', 7)))
  assert.ok(!fitsCreditCode(creditCodeFor('91', '110105', 7).replace(/^9/, '8')))
})

test('no side of a card has a field twice', () => {
  for (const fields of Object.values(fieldsByImageKind)) assert.equal(new Set<string>(fields).size, fields.length)
})

test('without a trusted reading, the most frequent reading is shown with a doubt', () => {
  const secondIdNumber = idNumberFor('110105', '19900307', 125)
  assert.deepEqual(settleNumber([secondIdNumber, validNumber, validNumber], isValidToday), { value: validNumber, doubt: 'disagree' })
  assert.deepEqual(settleNumber(['1', '2', '2'], isValidToday), { value: '2', doubt: 'checksum' })
  assert.deepEqual(settleNumber(['1', '1', '2'], isValidToday), { value: '1', doubt: 'checksum' })
})

test('a birth date is between 1900 and today, inclusive', () => {
  const fitsBirth = (birth: string) => isValidToday(idNumberFor('110105', birth, 123))
  assert.deepEqual(['18991231', '19000101', '20261121', '20261122'].map(fitsBirth), [false, true, true, false])
  assert.equal(isValidToday(validNumber.slice(1)), false)
})

test('a card number needs both the format and a valid Luhn check', () => {
  assert.ok(!fitsCardNumber('18'), 'passes Luhn, but is not a card number')
  assert.ok(!fitsCardNumber('6222000000000001'))
})

test('three numbers form a date only if the date exists', () => {
  const days = [
    ['1900', '1', '1'],
    ['2199', '12', '31'],
    ['1899', '12', '31'],
    ['2200', '1', '1'],
    ['2026', '13', '1'],
    ['2026', '4', '31'],
    ['2026.5', '4', '3'],
    ['2026', '4.5', '3'],
    ['2026', '4', '3.5'],
  ] as const
  assert.deepEqual(
    days.map(([year, month, day]) => dayFromParts(year, month, day)),
    ['1900-01-01', '2199-12-31', ...Array(7).fill(null)],
  )
})

test('the list of ethnic groups has 56 groups and two other designations', () => {
  assert.deepEqual(
    [ethnicGroups.length, new Set(ethnicGroups).size, ethnicGroups[0], ethnicGroups[55], ...ethnicGroups.slice(56)],
    [58, 58, '汉', '基诺', '其他', '入籍'],
  )
})

test('the longest known prefix of a card number decides its bank', () => {
  const prefixesByBank: Readonly<Record<string, readonly string[]>> = {
    中国建设银行: ['621700', '622700', '436742', '622280', '621284'],
    中国工商银行: ['622200', '622299', '621226', '621281', '955880'],
    中国农业银行: ['622840', '622848', '622821', '623052', '955990'],
    中国银行: ['621660', '456351', '621750', '621785', '621790', '601382'],
    招商银行: ['622588', '622575', '621483', '621286', '410062'],
    交通银行: ['622260', '622261', '622262', '622258', '621436', '601428'],
    中国邮政储蓄银行: ['621799', '622180', '622150', '621096'],
    中国民生银行: ['622622', '621691', '622617'],
    兴业银行: ['622908', '622909', '622901'],
    上海浦东发展银行: ['622521', '622522', '622518'],
    中信银行: ['622690', '622692', '621771', '622696'],
    中国光大银行: ['622660', '622662', '622666'],
    平安银行: ['622155', '622156', '621626', '622298'],
    华夏银行: ['622630', '622631', '622632'],
    广发银行: ['622568', '622556', '621462'],
  }
  assert.deepEqual(Object.keys(prefixesByBank), issuerBanks)
  for (const [bank, own] of Object.entries(prefixesByBank))
    for (const head of own) {
      assert.equal(issuerOf(`${head}0000000000`), bank, head)
      assert.equal(issuerOf(`9${head}000000000`), '', `9${head}`)
    }
  assert.equal(issuerOf('6217610000000000'), '')
})
