import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyMobileProblem, maskContact, parseContact, parseMobile } from './contact.ts'

test('a mobile number may have spaces, hyphens and the country code of China', () => {
  for (const typed of ['13900000001', ' 139 0000 0001', '139-0000-0001', '+86 139 0000 0001', '008613900000001'])
    assert.deepEqual(parseContact(typed), { way: 'sms', value: '13900000001' }, typed)
})

test('a foreign number needs its country code and is accepted only where the caller allows it', () => {
  for (const typed of ['+1 415 555 0101', '+1 (415) 555-0101', '001 415.555.0101', '+14155550101']) {
    assert.deepEqual(parseContact(typed), { way: 'sms', value: '+14155550101' }, typed)
    assert.deepEqual([parseMobile(typed, true), parseMobile(typed, false)], ['+14155550101', null], typed)
    assert.equal(anyMobileProblem(typed), null)
  }
  assert.equal(parseMobile('+852 9123 4567', true), '+85291234567')
  assert.equal(parseMobile('139 0000 0001', false), '13900000001')
  for (const typed of ['4155550101', '+1', '+86 12345', '+0 415 555 0101', '+1234567890123456', 'maker@example.com'])
    assert.equal(parseMobile(typed, true), null, typed)
  assert.equal(anyMobileProblem('4155550101')?.zh, '手机号码格式错误')
  assert.equal(anyMobileProblem(' ')?.zh, '手机号码不能为空!')
  assert.equal(maskContact({ way: 'sms', value: '+14155550101' }), '+14****0101')
})

test('e-mail addresses are compared in lower case', () => {
  assert.deepEqual(parseContact(' Maker@Example.com '), { way: 'mail', value: 'maker@example.com' })
})

test('a text other than one e-mail address or mobile number is refused', () => {
  for (const typed of ['', 'maker', '12345', '23900000001', 'a@b', 'a@b.c,d@e.f', 'a@b@c.d', '<a@b.c>', 'a@b.c\r\nBcc: d', `${'x'.repeat(70)}@b.c`])
    assert.equal(parseContact(typed), null, typed)
})

test('the middle characters of a contact are masked', () => {
  assert.equal(maskContact({ way: 'sms', value: '13900000001' }), '139****0001')
  assert.equal(maskContact({ way: 'mail', value: 'maker@example.com' }), 'ma***@example.com')
  assert.equal(maskContact({ way: 'mail', value: 'a@example.com' }), 'a***@example.com')
})

test('the digits 86 inside a number do not count as a country code', () => {
  assert.deepEqual(parseContact('13800861234'), { way: 'sms', value: '13800861234' })
})

test('an e-mail address has at most 254 characters', () => {
  const mail = (length: number) => `a@${'b'.repeat(length - 6)}.com`
  assert.deepEqual([parseContact(mail(254))?.way, parseContact(mail(255))], ['mail', null])
})
