import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { add, type Fen, fen, negate, sumOf, ZERO } from '#/domain/base/money.ts'
import {
  accountKinds,
  adjustmentPostings,
  clearedTaxPostings,
  clearingPaymentPostings,
  clearingPostings,
  commissionPaymentPostings,
  commissionPostings,
  differencePostings,
  freezePostings,
  lateFeePostings,
  movementOf,
  overpaidTaxPostings,
  type PaymentParts,
  paymentPostings,
  refundPaymentPostings,
  refundRequestPostings,
  refundReversalPostings,
  returnPostings,
  shortageOf,
  suspensePostings,
  taxPaymentPostings,
  topupPostings,
  unfreezePostings,
} from '#/domain/money/posting.ts'

const amount = fc.integer({ min: 0, max: 100_000_000_00 }).map(fen)
const parts: fc.Arbitrary<PaymentParts> = fc
  .record({ net: amount, vat: amount, surcharge: amount, iit: amount, fee: amount })
  .map((each) => ({ ...each, cost: add(each.net, each.vat, each.surcharge, each.iit, each.fee) }))

/** One journal of each kind. */
const everyJournal = (money: Fen, paid: PaymentParts) => [
  topupPostings(money),
  freezePostings(money),
  unfreezePostings(money),
  paymentPostings(paid),
  returnPostings(paid),
  refundRequestPostings(money),
  refundReversalPostings(money),
  refundPaymentPostings(money),
  ...[money, negate(money)].flatMap((either) => [
    adjustmentPostings(either),
    suspensePostings(either),
    ...(['adjustment', 'bank_charge', 'bank_interest'] as const).map((to) => differencePostings(either, to)),
    commissionPostings(either),
  ]),
  ...(['bank', 'unit_available', 'adjustment', 'bank_charge', 'bank_interest'] as const).map((to) => clearingPostings(money, to)),
  commissionPaymentPostings(money),
  ...(['vat', 'surcharge', 'iit'] as const).map((kind) => taxPaymentPostings(kind, money)),
  ...(['bank', 'adjustment'] as const).map((to) => overpaidTaxPostings(money, to)),
  taxPaymentPostings('iit', money, 'overpaid_tax'),
  lateFeePostings(money),
  clearedTaxPostings({ vat: money, surcharge: money, iit: money }),
  ...[money, negate(money)].map(clearingPaymentPostings),
]

test('the journals use exactly the accounts of the chart', () => {
  const oneFenAmounts = { net: fen(1), vat: fen(1), surcharge: fen(1), iit: fen(1), fee: fen(1), cost: fen(5) }
  assert.deepEqual(new Set(everyJournal(fen(1), oneFenAmounts).flatMap((postings) => postings.map((posting) => posting.account))), new Set(accountKinds))
})

test('a reversed refund releases the reserved money, and a paid one takes it from the bank', () => {
  fc.assert(
    fc.property(amount, (money) => {
      const reversedRefund = [...refundRequestPostings(money), ...refundReversalPostings(money)]
      for (const account of ['unit_available', 'unit_refund', 'bank'] as const) assert.equal(movementOf(reversedRefund, account), 0)
      const paidRefund = [...refundRequestPostings(money), ...refundPaymentPostings(money)]
      assert.deepEqual(
        [movementOf(paidRefund, 'unit_available'), movementOf(paidRefund, 'unit_refund'), movementOf(paidRefund, 'bank')],
        [-money || 0, 0, money],
      )
    }),
  )
})

test('every journal sums to zero (INV-01)', () => {
  fc.assert(
    fc.property(amount, parts, (money, paid) => {
      for (const postings of everyJournal(money, paid)) {
        assert.equal(
          sumOf(postings, (each) => each.amount),
          ZERO,
        )
        assert.ok(postings.every((posting) => posting.amount !== 0))
        assert.ok(postings.length !== 1)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a returned payment restores every account of centre and unit', () => {
  fc.assert(
    fc.property(parts, (paid) => {
      const all = [...freezePostings(paid.cost), ...paymentPostings(paid), ...returnPostings(paid)]
      for (const account of ['unit_available', 'unit_frozen', 'bank', 'tax_vat', 'tax_surcharge', 'tax_iit', 'fee_income'] as const)
        assert.equal(movementOf(all, account), 0)
    }),
    { numRuns: 2000 },
  )
})

test('paid commission leaves no liability', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: -100_000_00, max: 100_000_00 }).map(fen), (owed, correction) => {
      const all = [...commissionPostings(owed), ...commissionPostings(correction), ...commissionPaymentPostings(add(owed, correction))]
      assert.equal(movementOf(all, 'commission_payable'), 0)
      assert.equal(movementOf(all, 'bank'), owed + correction)
      assert.equal(movementOf(all, 'commission_cost'), -(owed + correction) || 0)
    }),
    { numRuns: 2000 },
  )
})

test('a payment debits the reserve and credits the account of each part', () => {
  const postings = paymentPostings({
    net: fen(4_493_267),
    vat: fen(108_911),
    surcharge: fen(6_535),
    iit: fen(391_287),
    fee: fen(300_000),
    cost: fen(5_300_000),
  })
  assert.deepEqual(postings, [
    { account: 'unit_frozen', amount: -5_300_000 },
    { account: 'bank', amount: 4_493_267 },
    { account: 'tax_vat', amount: 108_911 },
    { account: 'tax_surcharge', amount: 6_535 },
    { account: 'tax_iit', amount: 391_287 },
    { account: 'fee_income', amount: 300_000 },
  ])
})

test('a payment whose parts do not add up to its cost is refused', () => {
  assert.throws(() => paymentPostings({ net: fen(1), vat: ZERO, surcharge: ZERO, iit: ZERO, fee: ZERO, cost: fen(2) }), {
    name: 'RangeError',
    message: 'the parts of a payment do not add up to its cost',
  })
})

test('a shortage is the missing amount, or zero if nothing is missing', () => {
  assert.equal(shortageOf(fen(100), fen(40)), 60)
  assert.equal(shortageOf(fen(40), fen(100)), 0)
})

test('a top-up and a released reserve credit the available balance of the unit', () => {
  assert.deepEqual(topupPostings(fen(500)), [
    { account: 'unit_available', amount: 500 },
    { account: 'bank', amount: -500 },
  ])
  assert.deepEqual(unfreezePostings(fen(500)), [
    { account: 'unit_frozen', amount: -500 },
    { account: 'unit_available', amount: 500 },
  ])
})

test('the movement of an account is the sum of its entries in the journal', () => {
  const combinedPostings = [...topupPostings(fen(500)), ...freezePostings(fen(300))]
  assert.deepEqual(
    [
      movementOf(combinedPostings, 'unit_available'),
      movementOf(combinedPostings, 'unit_frozen'),
      movementOf(combinedPostings, 'bank'),
      movementOf(combinedPostings, 'fee_income'),
    ],
    [200, 300, -500, 0],
  )
})

test('clearing empties the suspense account and moves the amount to the chosen account', () => {
  const signedAmount = fc.tuple(amount, fc.boolean()).map(([value, isOut]) => (isOut ? negate(value) : value))
  fc.assert(
    fc.property(signedAmount, parts, fc.constantFrom('bank', 'unit_available', 'adjustment'), (moved, paid, to) => {
      const suspenseJournal = suspensePostings(moved)
      const clearingJournal = clearingPostings(moved, to)
      const paymentJournals = [...clearingPostings(moved, 'bank', negate(paid.net)), ...paymentPostings(paid)]
      for (const postings of [suspenseJournal, clearingJournal, paymentJournals])
        assert.equal(
          sumOf(postings, (each) => each.amount),
          ZERO,
        )
      assert.equal(movementOf([...suspenseJournal, ...clearingJournal], 'suspense'), ZERO)
      assert.equal(movementOf([...suspenseJournal, ...clearingJournal], to), to === 'bank' ? ZERO : moved)
      assert.equal(movementOf([...suspenseJournal, ...paymentJournals], 'suspense'), ZERO)
      assert.equal(movementOf([...suspenseJournal, ...paymentJournals], 'bank'), negate(moved))
      assert.equal(movementOf(paymentJournals, 'adjustment'), add(moved, paid.net))
    }),
    { numRuns: 2000 },
  )
})
