import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Notice, withNotice } from './notices.ts'

const errorNotices = (...texts: readonly string[]) => texts.map((text): Notice => ({ tone: 'error', text }))

test('five notices are all shown, and a repeated notice moves to the end', () => {
  const fiveNotices = errorNotices('一', '二', '三', '四', '五').reduce(withNotice, [] as readonly Notice[])
  assert.deepEqual(fiveNotices, errorNotices('一', '二', '三', '四', '五'))
  assert.deepEqual(withNotice(fiveNotices, { tone: 'error', text: '二' }), errorNotices('一', '三', '四', '五', '二'))
})
