import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { fen, type Ppm } from '#/domain/base/money.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { surchargeRelief } from '#/domain/money/surcharge-relief.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'

const policy = policyOn(readPolicies(), '2026-03-01')
const terms = {
  mode: 2,
  cityRatePpm: 70_000 as Ppm,
  taxBearer: 'operator',
  feeBearer: 'unit',
  feeUnitSharePpm: 1_000_000 as Ppm,
  levyRatePpm: 0 as Ppm,
} as const
const pay = (gross: number, personMonth = newPersonMonth('2026-03')) =>
  settlePayment({ gross: fen(gross), fee: fen(0), month: '2026-03' }, personMonth, terms, policy)

test('halved surcharges less those withheld earlier equal the surcharges of the payment', () => {
  const first = pay(12_000_000)
  const second = pay(3_000_000, first.personMonth)
  for (const each of [first, second]) {
    const relief = surchargeRelief(each.steps, policy.params.surcharge, true)
    assert.ok(relief?.month)
    const { full, due, takenBefore } = relief.month
    assert.equal(relief.reliefPpm, 500_000)
    assert.equal(full - relief.month.relief - takenBefore, each.surcharge)
    assert.equal(due - takenBefore, each.surcharge)
    assert.ok(Math.abs(full - 2 * due) <= 3, 'each of the three is rounded')
  }
})

test('a payment without surcharges has no relief', () => {
  assert.equal(surchargeRelief(pay(5_000_000).steps, policy.params.surcharge, true), null)
  assert.equal(surchargeRelief(pay(12_000_000).steps, policy.params.surcharge, false)?.month, null)
})
