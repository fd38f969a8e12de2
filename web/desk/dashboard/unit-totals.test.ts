import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translate } from '#/web/kernel/i18n.ts'
import { texts } from './own-texts.ts'
import { unitTotals } from './unit-totals.ts'

const current = { isOwn: true, net: 10_000, commission: 300 }
const former = { isOwn: false, net: 0, commission: 50 }

test('the totals of a partner’s units count units that were moved away separately', () => {
  assert.deepEqual(unitTotals([current, current, former]), { own: 2, former: 1, net: 20_000, commission: 650 })
})

test('the label of the totals names the units moved away only if there are any', () => {
  const label = (count: number, formerCount: number) => translate('zh', texts.unitsTotal, { count, former: formerCount })
  assert.deepEqual([label(2, 1), label(2, 0)], ['合计 2 家，另含已转出 1 家', '合计 2 家'])
})
