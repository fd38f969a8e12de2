import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bankCardFor,
  creditCodeFor,
  creditCodeProblem,
  idNumberFor,
  isCardNumber,
  isInvoiceNumber,
  isMobile,
  maskCard,
  maskIdNumber,
  maskMobile,
  maskName,
  passesLuhn,
  readIdNumber,
} from '#/domain/base/identity.ts'

const idNumberBornOn = (birth: string, serial = 1) => idNumberFor('110101', birth, serial)

test('an ID number encodes birth and sex and may end with x in either case', () => {
  assert.deepEqual(readIdNumber('11010519491231002X'), { isValid: true, isChecksumRight: true, birth: '19491231', sex: 'F', problem: null })
  assert.deepEqual(readIdNumber('11010519491231002x'), readIdNumber('11010519491231002X'))
  assert.deepEqual([readIdNumber(idNumberBornOn('19900307', 1)).sex, readIdNumber(idNumberBornOn('19900307', 2)).sex], ['M', 'F'])
})

test('the first fault of an ID number is reported', () => {
  const invalidIdNumber = (problem: string, isChecksumRight = false) => ({ isValid: false, isChecksumRight, birth: '', sex: 'F', problem })
  assert.deepEqual(readIdNumber('110105491231002'), invalidIdNumber('length'), 'the first generation is out of use')
  assert.deepEqual(readIdNumber('1101051949123100222'), invalidIdNumber('length'))
  assert.deepEqual(readIdNumber('11010519491231A02X'), invalidIdNumber('characters'))
  assert.deepEqual(readIdNumber('110105194912310021'), invalidIdNumber('checksum'))
  assert.deepEqual(readIdNumber(idNumberBornOn('19491301')), invalidIdNumber('birth', true))
})

test('an impossible birth date makes an ID number invalid', () => {
  const isValidBirth = (birth: string) => readIdNumber(idNumberBornOn(birth)).isValid
  for (const birth of ['18500101', '18501231', '19000228', '20000229', '20240229', '19990430', '19990131', '19991231']) assert.ok(isValidBirth(birth), birth)
  const wrong = ['18491231', '19990001', '19991301', '19990100', '19990132', '19990431', '19990631', '19990931', '19991131', '19000229', '20230229', '20000230']
  for (const birth of wrong) assert.ok(!isValidBirth(birth), birth)
})

test('a credit code is checked for its length, its characters and both of its check digits', () => {
  const code = creditCodeFor('92', '330106', 42)
  assert.equal(creditCodeProblem(code), null)
  assert.equal(creditCodeProblem(code.slice(1)), 'length')
  assert.equal(creditCodeProblem(code.replace('MA', 'MI')), 'characters')
  const organisation = code[16] === '0' ? '1' : '0'
  const endings = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((last) => creditCodeProblem(code.slice(0, 16) + organisation + last))
  assert.equal(endings.filter((problem) => problem === 'checksum').length, 30)
  assert.equal(endings.filter((problem) => problem === 'organisation').length, 1)
})

test('generated codes and cards are valid for any serial', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), fc.constantFrom('91' as const, '92' as const, '93' as const), (serial, kind) => {
      assert.equal(creditCodeProblem(creditCodeFor(kind, '330106', serial)), null)
      for (const ending of ['', '8888']) {
        const card = bankCardFor('622200', serial, ending)
        assert.ok(card.length === 19 && card.startsWith('622200') && card.endsWith(ending) && passesLuhn(card))
      }
    }),
  )
  assert.match(bankCardFor('622200', 12_345_678_901_234), /^622200345678901234\d$/)
})

test('card, mobile and invoice numbers must match their formats from first to last character', () => {
  const card = '6222000000000000'
  assert.deepEqual(['0220000000000001', `0${card}`, '0000000000000000'].map(isCardNumber), [false, false, false])
  assert.deepEqual([card, `${card}000`, card.slice(1), `${card}0000`, `x${card}`, `${card}x`].map(isCardNumber), [true, true, false, false, false, false])
  assert.deepEqual(['13800138000', '12800138000', '1380013800', '138001380001', 'x13800138000'].map(isMobile), [true, false, false, false, false])
  const invoice = '26332000000012345678'
  assert.deepEqual([invoice, invoice.slice(1), `${invoice}9`, `x${invoice}`, `${invoice}x`].map(isInvoiceNumber), [true, false, false, false, false])
})

test('a masked number or name shows at most its ends, and a short number shows nothing', () => {
  assert.deepEqual(['11010519491231002X', '12345678', '1234567', ''].map(maskIdNumber), ['110***********002X', '123*5678', '*******', ''])
  assert.deepEqual(['6222000000001234567', '123456789', '12345678', ''].map(maskCard), ['6222 **** **** 4567', '1234 **** **** 6789', '********', ''])
  assert.deepEqual(['13800138000', '12345678', '1234567'].map(maskMobile), ['138****8000', '123****5678', '*******'])
  assert.deepEqual(['', '张', '张三', '张三丰', '阿依古丽', '𠮷野家'].map(maskName), ['', '张', '张*', '张*丰', '阿**丽', '𠮷*家'])
})
