import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { add, fen, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import {
  clearableParts,
  creditPerTax,
  isClearingActionAllowed,
  isClearingComplete,
  noTaxParts,
  reversalsFor,
  spreadOverMonths,
  subtractCredit,
  totalOfTaxParts,
} from '#/domain/money/clearing.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'

const policy = policyOn(readPolicies(), '2026-03-01')
const terms = { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: ppm(0), levyRatePpm: ppm(0) } as const
const amount = fc.integer({ min: 0, max: 15_000_000 }).map(fen)
const parts = fc.record({ vat: amount, city: amount, education: amount, localEducation: amount, iit: amount })

test('a credit pays VAT, then surcharges, then income tax, and at most the tax due', () => {
  const taxesDue = { vat: fen(100), city: fen(20), education: fen(10), localEducation: fen(5), iit: fen(50) }
  assert.deepEqual(creditPerTax(fen(125), taxesDue), { vat: 100, city: 20, education: 5, localEducation: 0, iit: 0 })
  fc.assert(
    fc.property(amount, parts, (remaining, taxes) => {
      const usedParts = creditPerTax(remaining, taxes)
      assert.equal(totalOfTaxParts(usedParts), Math.min(remaining, totalOfTaxParts(taxes)))
      assert.ok(Object.values(subtractCredit(taxes, usedParts)).every((each) => each >= 0))
    }),
  )
})

test('a person receives at most the tax that they bore', () => {
  const borneTaxes = { vat: fen(70), city: fen(3), education: ZERO, localEducation: ZERO, iit: ZERO }
  const excess = { vat: fen(100), city: fen(2), education: fen(1), localEducation: fen(-1), iit: fen(9) }
  assert.deepEqual(clearableParts(excess, borneTaxes), { vat: 70, city: 2, education: 0, localEducation: 0, iit: 0 })
})

test('tax that a month lacks is taken back from its newest clearings first', () => {
  const newestClearing = { clearingId: 2, kept: { ...noTaxParts, vat: fen(30), iit: fen(5) } }
  const oldestClearing = { clearingId: 1, kept: { ...noTaxParts, vat: fen(50), city: fen(4) } }
  const missingTaxes = { ...noTaxParts, vat: fen(60), city: fen(1), education: fen(9) }
  assert.deepEqual(reversalsFor(missingTaxes, [newestClearing, oldestClearing]), [
    { clearingId: 2, parts: { ...noTaxParts, vat: 30 } },
    { clearingId: 1, parts: { ...noTaxParts, vat: 30, city: 1 } },
  ])
  assert.deepEqual(reversalsFor(noTaxParts, [newestClearing, oldestClearing]), [])
  fc.assert(
    fc.property(parts, parts, parts, (shortages, one, other) => {
      const reversals = reversalsFor(shortages, [
        { clearingId: 2, kept: one },
        { clearingId: 1, kept: other },
      ])
      const reversedPartsOf = (id: number) => reversals.find(({ clearingId }) => clearingId === id)?.parts ?? noTaxParts
      for (const name of ['vat', 'city', 'education', 'localEducation', 'iit'] as const) {
        assert.equal(add(reversedPartsOf(2)[name], reversedPartsOf(1)[name]), Math.min(shortages[name], add(one[name], other[name])))
        assert.ok(reversedPartsOf(1)[name] === 0 || reversedPartsOf(2)[name] === one[name], 'the older one only where the newer one is used up')
      }
    }),
  )
})

test('a credit raises the net of the payee without changing tax or cost', () => {
  fc.assert(
    fc.property(amount, amount, (gross, remaining) => {
      const initialMonth = newPersonMonth('2026-03')
      const paymentWithoutCredit = settlePayment({ gross, fee: ZERO, month: '2026-03' }, initialMonth, terms, policy)
      const paymentWithCredit = settlePayment(
        { gross, fee: ZERO, month: '2026-03' },
        { ...initialMonth, credit: { clearingId: 1, left: remaining } },
        terms,
        policy,
      )
      const usedCredit = subtract(remaining, paymentWithCredit.personMonth.credit?.left ?? ZERO)
      assert.equal(paymentWithCredit.net, add(paymentWithoutCredit.net, usedCredit))
      assert.equal(paymentWithCredit.cost, paymentWithoutCredit.cost)
      assert.deepEqual({ ...paymentWithCredit.personMonth, credit: null }, { ...paymentWithoutCredit.personMonth, credit: null })
      assert.ok(
        isClearingComplete({
          amount: remaining,
          used: usedCredit,
          reversed: ZERO,
          refunded: ZERO,
          transferring: ZERO,
          recovered: ZERO,
          left: subtract(remaining, usedCredit),
          owed: ZERO,
        }),
      )
    }),
  )
})

test('a payment whose tax the unit bears uses no credit', () => {
  const credit = { clearingId: 1, left: fen(50_000) }
  const paymentBorneByUnit = settlePayment(
    { gross: fen(2_000_000), fee: ZERO, month: '2026-03' },
    { ...newPersonMonth('2026-03'), credit },
    { ...terms, taxBearer: 'unit' },
    policy,
  )
  assert.deepEqual([paymentBorneByUnit.iit, paymentBorneByUnit.personMonth.credit], [33_000, credit])
})

test('a payment to a registered business uses no credit in either mode', () => {
  const credit = { clearingId: 1, left: fen(50_000) }
  for (const mode of [1, 2] as const) {
    const businessPayment = settlePayment(
      { gross: fen(2_000_000), fee: ZERO, month: '2026-03' },
      { ...newPersonMonth('2026-03'), credit },
      { ...terms, mode, isBusiness: true, levyRatePpm: ppm(10_000) },
      policy,
    )
    assert.deepEqual([businessPayment.iit, businessPayment.personMonth.credit], [20_000, credit])
  }
})

test('the state of a clearing decides whether it can be chosen, approved, paid or recovered', () => {
  assert.ok(isClearingActionAllowed('choose', 'offered') && isClearingActionAllowed('choose', 'approved') && isClearingActionAllowed('offer', 'refused'))
  assert.ok(!isClearingActionAllowed('approve', 'offered') && !isClearingActionAllowed('pay', 'chosen') && !isClearingActionAllowed('withdraw', 'approved'))
  assert.ok(isClearingActionAllowed('recover', 'approved') && isClearingActionAllowed('recover', 'chosen'))
  assert.ok(isClearingActionAllowed('recover', 'done'), 'money may arrive after the debt vanished')
})

test('a reduction of yearly income tax is taken from the newest months first', () => {
  const borneByMonth = [
    { month: '2026-03', fen: fen(500) },
    { month: '2026-07', fen: fen(300) },
  ]
  assert.deepEqual(
    [...spreadOverMonths(fen(350), borneByMonth)],
    [
      ['2026-07', fen(300)],
      ['2026-03', fen(50)],
    ],
  )
  assert.deepEqual([...spreadOverMonths(fen(0), borneByMonth)], [])
})
