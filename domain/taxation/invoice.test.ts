import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fen, ppm } from '#/domain/base/money.ts'
import {
  invoiceFigures,
  nextRedCodes,
  partsReleasedByRedLetter,
  partsReleasedByReturn,
  redCodes,
  redInvoiceFigures,
  releasedParts,
  splitInvoices,
} from '#/domain/taxation/invoice.ts'
import { isUnitsOwnTitle, missingInvoiceFields, taxNoProblem } from '#/domain/taxation/title.ts'

const rate = ppm(60_000)

describe('invoices', () => {
  test('price and tax are computed per invoice', () => {
    assert.deepEqual(invoiceFigures(fen(10_800_000), rate), { price: 10_188_679, tax: 611_321, total: 10_800_000 })
    assert.deepEqual(
      splitInvoices(fen(530_000_000), fen(300_000_000), rate).map((part) => [part.price, part.tax]),
      [
        [283_018_868, 16_981_132],
        [216_981_132, 13_018_868],
      ],
    )
  })

  test('any amount splits into invoices within the limit that add up to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.constantFrom(0, 10_000, 30_000, 60_000, 130_000),
        (amount, limit, ratePpm) => {
          fc.pre(amount / limit < 500)
          const parts = splitInvoices(fen(amount), fen(limit), ppm(ratePpm))
          assert.equal(
            parts.reduce((sum, part) => sum + part.total, 0),
            amount,
          )
          for (const { price, tax, total } of parts) {
            assert.ok(total > 0 && total <= limit && price >= 0 && tax >= 0)
            assert.equal(price + tax, total)
            assert.ok(Math.abs(price * (1_000_000 + ratePpm) - total * 1_000_000) <= (1_000_000 + ratePpm) / 2 + 1e6)
          }
        },
      ),
    )
  })

  test('partial reversals add up to the price and tax of the whole invoice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 8 }), (total, shares) => {
        let remaining = invoiceFigures(fen(total), rate)
        for (const share of [...shares, 1000]) {
          const amount = share === 1000 ? remaining.total : Math.min(remaining.total, Math.ceil((remaining.total * share) / 1000))
          if (amount <= 0) break
          const part = redInvoiceFigures(fen(amount), remaining, rate)
          assert.ok(part.price >= 0 && part.tax >= 0 && part.price + part.tax === part.total)
          remaining = { price: fen(remaining.price - part.price), tax: fen(remaining.tax - part.tax), total: fen(remaining.total - part.total) }
          assert.ok(remaining.price >= 0 && remaining.total === remaining.price + remaining.tax)
        }
        assert.equal(remaining.total, 0)
      }),
    )
    assert.throws(() => redInvoiceFigures(fen(101), invoiceFigures(fen(100), rate), rate), RangeError)
  })

  test('a red letter releases returned payments first and then the newest', () => {
    const lines = [
      { id: 1, amount: fen(100), isReturned: true },
      { id: 2, amount: fen(100), isReturned: false },
      { id: 3, amount: fen(100), isReturned: false },
    ]
    assert.deepEqual(releasedParts(fen(150), lines), [
      { id: 1, amount: 100 },
      { id: 3, amount: 50 },
    ])
    assert.throws(() => releasedParts(fen(301), lines), RangeError)
  })

  test('a red letter releases payments unless its reason is a discount', () => {
    const invoicedLines = [
      { id: 1, amount: fen(600), isReturned: true },
      { id: 2, amount: fen(400), isReturned: false },
    ]
    const redLetter = { amount: fen(100), isWhole: false, heldDiscounts: fen(0) } as const
    assert.deepEqual(partsReleasedByRedLetter({ ...redLetter, reason: 'discount' }, invoicedLines), [])
    for (const reason of ['returned', 'stopped', 'mistake'] as const)
      assert.deepEqual(partsReleasedByRedLetter({ ...redLetter, reason }, invoicedLines), [{ id: 1, amount: 100 }])
  })

  test('a full return of a discounted sale also releases the discount', () => {
    const [back, stored] = [
      { id: 1, amount: fen(1000), isReturned: true },
      { id: 2, amount: fen(1000), isReturned: false },
    ]
    const redLetter = { amount: fen(900), isWhole: true, heldDiscounts: fen(100) } as const
    for (const reason of ['returned', 'stopped', 'mistake'] as const) {
      assert.deepEqual(partsReleasedByRedLetter({ ...redLetter, reason }, [back]), [{ id: 1, amount: 1000 }])
      assert.deepEqual(partsReleasedByRedLetter({ ...redLetter, reason }, [stored]), [{ id: 2, amount: 900 }])
      assert.deepEqual(partsReleasedByRedLetter({ ...redLetter, reason, isWhole: false }, [back]), [{ id: 1, amount: 900 }])
    }
    const lastDiscount = { reason: 'discount', amount: fen(200), isWhole: true, heldDiscounts: fen(300) } as const
    assert.deepEqual(partsReleasedByRedLetter(lastDiscount, [{ ...back, amount: fen(300) }]), [{ id: 1, amount: 300 }])
    assert.deepEqual(partsReleasedByRedLetter(lastDiscount, [{ ...stored, amount: fen(300) }]), [])
  })

  test('a return after the whole reversal releases what discounts hold', () => {
    const [back, stored] = [
      { id: 1, amount: fen(200), isReturned: true },
      { id: 2, amount: fen(1000), isReturned: false },
    ]
    assert.deepEqual(
      partsReleasedByReturn(fen(300), [back, stored]),
      [back].map(({ id, amount }) => ({ id, amount })),
    )
    assert.deepEqual(partsReleasedByReturn(fen(50), [back, stored]), [{ id: 1, amount: 50 }])
    assert.deepEqual(partsReleasedByReturn(fen(300), [stored]), [])
  })

  test('a red letter moves only to known states, and voided ones are final', () => {
    for (const code of redCodes) for (const next of nextRedCodes(code)) assert.ok(redCodes.includes(next))
    for (const voided of ['05', '06', '07', '08', '09'] as const) assert.deepEqual(nextRedCodes(voided), [])
    assert.deepEqual(nextRedCodes('02'), ['04', '05', '08'])
    assert.deepEqual([nextRedCodes('03', true).includes('07'), nextRedCodes('10', true).includes('07')], [true, false])
  })
})

describe('invoice titles', () => {
  test('a tax number of 15, 17 or 20 characters or a valid credit code is accepted', () => {
    for (const good of ['91350100M000100Y43', '110108123456789', '11010819800101123', '11010519491231002X01']) assert.equal(taxNoProblem(good), null)
    assert.equal(taxNoProblem('91350100M000100Y44'), 'check')
    assert.equal(taxNoProblem('9135010'), 'length')
    assert.equal(taxNoProblem('91350100m000100y43'), 'letters')
    assert.equal(taxNoProblem('A1010519491231002X01'), 'letters')
  })

  test('a title lists missing details, and is the unit’s own with its name and tax number', () => {
    assert.deepEqual(missingInvoiceFields({ address: '', telephone: '1', bank: '', accountNo: '2' }), ['address', 'bank'])
    const unit = { name: '星河（北京）科技有限公司', taxNo: '91350100M000100Y43' }
    assert.ok(isUnitsOwnTitle({ ...unit, name: '星河(北京)科技有限公司' }, unit))
    assert.ok(!isUnitsOwnTitle({ ...unit, name: '星河科技有限公司' }, unit))
    assert.ok(!isUnitsOwnTitle({ ...unit, taxNo: '110108123456789' }, unit))
  })
})
