import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankCodeOf } from '#/domain/money/bank-code.ts'

test('a bank name with or without a branch gives the code of the bank', () => {
  const expected = {
    中国银行: '104',
    中国工商银行杭州分行: '102',
    '招商银行 ': '308',
    上海浦东发展银行: '310',
    中国邮政储蓄银行: '403',
    海南农商银行: null,
    '': null,
  }
  for (const [name, code] of Object.entries(expected)) assert.equal(bankCodeOf(name), code, name)
})
