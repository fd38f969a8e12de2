import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineReasons } from '#/api/money/payouts.texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { translateReason } from '#/server/money/lines/reasons.ts'

test('program and sandbox reasons are translated with their figures, and others are unchanged', () => {
  const storedReason = translate(lineReasons.daily, 'zh', { limit: '¥1,000.00', sent: '¥900.00' })
  assert.equal(storedReason, '超过通道当日限额 ¥1,000.00，今日已发 ¥900.00')
  assert.equal(translateReason(storedReason, 'zh'), storedReason)
  assert.equal(translateReason(storedReason, 'en'), 'Above the channel’s daily limit of ¥1,000.00; ¥900.00 sent today')
  assert.match(translateReason(translate(lineReasons.unfit, 'zh', { codes: ['E206', 'E207'] }), 'es'), /\(E206, E207\)/)
  assert.deepEqual([translateReason('户名不符', 'ja'), translateReason('系统维护', 'en')], ['口座名義が一致しません', '系统维护'])
})
