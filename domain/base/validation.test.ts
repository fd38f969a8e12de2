import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { acceptedText, acceptsKeys, mobileProblem, type NumberFormat, nameProblem, priceProblem } from './validation.ts'

test('a name without 2 to 30 characters shows the error of the specification', () => {
  assert.equal(nameProblem('')?.zh, '不能为空!')
  assert.equal(nameProblem('   ')?.zh, '不能为空!')
  assert.equal(nameProblem('张')?.zh, '不得小于2个或大于30个字符!')
  assert.equal(nameProblem('张三'), null)
  assert.equal(nameProblem(' 张三 '), null)
  assert.equal(nameProblem('名'.repeat(30)), null)
  assert.equal(nameProblem('名'.repeat(31))?.zh, '不得小于2个或大于30个字符!')
  assert.equal(nameProblem('𠮷'.repeat(30)), null, 'a rare character counts once')
})

test('a mobile number starts with 1 and has eleven digits', () => {
  assert.equal(mobileProblem('')?.zh, '手机号码不能为空!')
  assert.equal(mobileProblem('13800000000'), null)
  for (const wrong of ['1380000000', '138000000000', '23800000000', '1380000000a', '+8613800000000', '１３８００００００００'])
    assert.equal(mobileProblem(wrong)?.zh, '手机号码格式错误', wrong)
})

test('a unit price has at most ten digits and two decimals', () => {
  assert.equal(priceProblem('')?.zh, '单价不能为空!')
  for (const fine of ['0', '12', '12.5', '12.50', '9999999999.99']) assert.equal(priceProblem(fine), null, fine)
  for (const wrong of ['12.', '.5', '12.345', '-1', '1,000', '1e3', 'x', '12345678901']) assert.equal(priceProblem(wrong)?.zh, '单价格式错误!', wrong)
})

test('a numeric field keeps only accepted characters', () => {
  assert.equal(acceptedText('digits', '0a1２ 3.4'), '01234')
  assert.equal(acceptedText('positive', '00120'), '120')
  assert.equal(acceptedText('positive', '-7'), '7')
  assert.equal(acceptedText('positive', '0'), '')
  assert.equal(acceptedText('decimal', '1.2.3元'), '1.23')
  assert.equal(acceptedText('decimal', '１２。５'), '12.5')
})

test('a key that the field does not accept has no effect', () => {
  assert.ok(acceptsKeys('digits', '0', '0', ''))
  assert.ok(!acceptsKeys('digits', '1', '.', ''))
  assert.ok(!acceptsKeys('positive', '', '0', ''))
  assert.ok(acceptsKeys('positive', '1', '0', ''))
  assert.ok(acceptsKeys('decimal', '1', '.', '5'))
  assert.ok(!acceptsKeys('decimal', '1.5', '.', ''))
  assert.ok(acceptsKeys('decimal', '1', '。', '5'))
  assert.ok(!acceptsKeys('decimal', '1', 'e', '3'))
})

test('filtering a filtered text changes nothing', () => {
  const kinds: readonly NumberFormat[] = ['digits', 'positive', 'decimal']
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.string(), (kind, text) => {
      const stored = acceptedText(kind, text)
      assert.equal(acceptedText(kind, stored), stored)
      assert.match(stored, { digits: /^\d*$/, positive: /^([1-9]\d*)?$/, decimal: /^\d*(\.\d*)?$/ }[kind])
    }),
  )
})

test('a number may have surrounding spaces, and a decimal may have a leading or full-width point', () => {
  assert.deepEqual([mobileProblem(' 13800000000 '), priceProblem(' 12.5 ')], [null, null])
  assert.deepEqual([acceptedText('decimal', '.5'), acceptedText('decimal', '5'), acceptedText('decimal', '1．5')], ['.5', '5', '1.5'])
  assert.ok(!acceptsKeys('digits', '1', '。', ''))
  assert.ok(acceptsKeys('decimal', '1', '．', '5') && acceptsKeys('decimal', '', '.', '5'))
})
