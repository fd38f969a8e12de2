import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { add, fen, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import {
  clearableParts,
  creditPerTax,
  isClearingComplete,
  isClearingMove,
  noTaxParts,
  reversalsFor,
  spreadOverMonths,
  subtractCredit,
  totalOf,
} from '#/domain/money/clearing.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'

const policy = policyOn(readPolicies(), '2026-03-01')
const terms = { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: ppm(0), levyRatePpm: ppm(0) } as const
const amount = fc.integer({ min: 0, max: 15_000_000 }).map(fen)
const parts = fc.record({ vat: amount, city: amount, education: amount, localEducation: amount, iit: amount })

test('a credit pays VAT, then surcharges, then income tax, and at most the tax due', () => {
  const due = { vat: fen(100), city: fen(20), education: fen(10), localEducation: fen(5), iit: fen(50) }
  assert.deepEqual(creditPerTax(fen(125), due), { vat: 100, city: 20, education: 5, localEducation: 0, iit: 0 })
  fc.assert(
    fc.property(amount, parts, (remaining, taxes) => {
      const used = creditPerTax(remaining, taxes)
      assert.equal(totalOf(used), Math.min(remaining, totalOf(taxes)))
      assert.ok(Object.values(subtractCredit(taxes, used)).every((each) => each >= 0))
    }),
  )
})

test('a person receives at most the tax that they bore', () => {
  const borne = { vat: fen(70), city: fen(3), education: ZERO, localEducation: ZERO, iit: ZERO }
  const excess = { vat: fen(100), city: fen(2), education: fen(1), localEducation: fen(-1), iit: fen(9) }
  assert.deepEqual(clearableParts(excess, borne), { vat: 70, city: 2, education: 0, localEducation: 0, iit: 0 })
})

test('a month that lacks tax after a return reduces its newest clearings first', () => {
  const newest = { clearingId: 2, kept: { ...noTaxParts, vat: fen(30), iit: fen(5) } }
  const oldest = { clearingId: 1, kept: { ...noTaxParts, vat: fen(50), city: fen(4) } }
  const missing = { ...noTaxParts, vat: fen(60), city: fen(1), education: fen(9) }
  assert.deepEqual(reversalsFor(missing, [newest, oldest]), [
    { clearingId: 2, parts: { ...noTaxParts, vat: 30 } },
    { clearingId: 1, parts: { ...noTaxParts, vat: 30, city: 1 } },
  ])
  assert.deepEqual(reversalsFor(noTaxParts, [newest, oldest]), [])
  fc.assert(
    fc.property(parts, parts, parts, (shortages, one, other) => {
      const reversed = reversalsFor(shortages, [
        { clearingId: 2, kept: one },
        { clearingId: 1, kept: other },
      ])
      const of = (id: number) => reversed.find(({ clearingId }) => clearingId === id)?.parts ?? noTaxParts
      for (const name of ['vat', 'city', 'education', 'localEducation', 'iit'] as const) {
        assert.equal(add(of(2)[name], of(1)[name]), Math.min(shortages[name], add(one[name], other[name])))
        assert.ok(of(1)[name] === 0 || of(2)[name] === one[name], 'the older one only where the newer one is used up')
      }
    }),
  )
})

test('a credit raises the net of the payee without changing tax or cost', () => {
  fc.assert(
    fc.property(amount, amount, (gross, remaining) => {
      const before = newPersonMonth('2026-03')
      const plain = settlePayment({ gross, fee: ZERO, month: '2026-03' }, before, terms, policy)
      const credited = settlePayment({ gross, fee: ZERO, month: '2026-03' }, { ...before, credit: { clearingId: 1, left: remaining } }, terms, policy)
      const used = subtract(remaining, credited.personMonth.credit?.left ?? ZERO)
      assert.equal(credited.net, add(plain.net, used))
      assert.equal(credited.cost, plain.cost)
      assert.deepEqual({ ...credited.personMonth, credit: null }, { ...plain.personMonth, credit: null })
      assert.ok(
        isClearingComplete({
          amount: remaining,
          used,
          reversed: ZERO,
          refunded: ZERO,
          transferring: ZERO,
          recovered: ZERO,
          left: subtract(remaining, used),
          owed: ZERO,
        }),
      )
    }),
  )
})

test('a payment whose tax the unit bears uses no credit', () => {
  const credit = { clearingId: 1, left: fen(50_000) }
  const borneByUnit = settlePayment(
    { gross: fen(2_000_000), fee: ZERO, month: '2026-03' },
    { ...newPersonMonth('2026-03'), credit },
    { ...terms, taxBearer: 'unit' },
    policy,
  )
  assert.deepEqual([borneByUnit.iit, borneByUnit.personMonth.credit], [33_000, credit])
})

test('a payment to a registered business uses no credit in either mode', () => {
  const credit = { clearingId: 1, left: fen(50_000) }
  for (const mode of [1, 2] as const) {
    const business = settlePayment(
      { gross: fen(2_000_000), fee: ZERO, month: '2026-03' },
      { ...newPersonMonth('2026-03'), credit },
      { ...terms, mode, isBusiness: true, levyRatePpm: ppm(10_000) },
      policy,
    )
    assert.deepEqual([business.iit, business.personMonth.credit], [20_000, credit])
  }
})

test('a clearing is approved only after the choice and paid only after the approval', () => {
  assert.ok(isClearingMove('choose', 'offered') && isClearingMove('choose', 'approved') && isClearingMove('offer', 'refused'))
  assert.ok(!isClearingMove('approve', 'offered') && !isClearingMove('pay', 'chosen') && !isClearingMove('withdraw', 'approved'))
  assert.ok(isClearingMove('recover', 'approved') && isClearingMove('recover', 'chosen'))
  assert.ok(isClearingMove('recover', 'done'), 'money may arrive after the debt vanished')
})

test('a reduction of yearly income tax is taken from the newest months first', () => {
  const borne = [
    { month: '2026-03', fen: fen(500) },
    { month: '2026-07', fen: fen(300) },
  ]
  assert.deepEqual(
    [...spreadOverMonths(fen(350), borne)],
    [
      ['2026-07', fen(300)],
      ['2026-03', fen(50)],
    ],
  )
  assert.deepEqual([...spreadOverMonths(fen(0), borne)], [])
})
