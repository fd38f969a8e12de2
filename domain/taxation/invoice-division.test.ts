import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fen } from '#/domain/base/money.ts'
import { dividePapers, type InvoicedPayment } from '#/domain/taxation/invoice-division.ts'

const payment = (yuan: number, more: Partial<InvoicedPayment> = {}): InvoicedPayment => ({
  amount: fen(yuan * 100),
  returnedQuarter: null,
  redIds: [],
  ...more,
})
const invoice = (yuan: number, quarter = '2026-Q2') => ({ quarter, amount: fen(yuan * 100), redId: null, isDiscount: false })
const red = (yuan: number, redId: number, more: { quarter?: string; isDiscount?: boolean } = {}) => ({
  ...{ quarter: '2026-Q3', amount: fen(-yuan * 100), redId, isDiscount: false },
  ...more,
})

test('a red letter concerns the payments that it released, a discount those not returned', () => {
  const payments = [payment(100, { redIds: [1], returnedQuarter: '2026-Q3' }), payment(300)]
  assert.deepEqual(dividePapers([invoice(400), red(100, 1)], payments)[1], [-10_000, 0])
  assert.deepEqual(dividePapers([invoice(400), red(60, 2, { isDiscount: true }), red(100, 1)], payments).slice(1), [
    [0, -6000],
    [-10_000, 0],
  ])
  const early = red(60, 2, { isDiscount: true, quarter: '2026-Q2' })
  assert.deepEqual(dividePapers([invoice(400), early], payments)[1], [-1500, -4500], 'the payment comes back in a later quarter')
})

test('a payment released later leaves the shares of a whole reversal unchanged', () => {
  const papers = [invoice(300), red(100, 1, { isDiscount: true }), red(200, 2)]
  const before = [payment(100, { redIds: [2] }), payment(100, { redIds: [2] }), payment(100)]
  const after = [...before.slice(0, 2), payment(100, { redIds: [2], returnedQuarter: '2026-Q4' })]
  assert.deepEqual(dividePapers(papers, after), dividePapers(papers, before))
})

test('the shares add up to each paper, and no payment has less than nothing invoiced', () => {
  const anyPayment = fc.record({ yuan: fc.integer({ min: 1, max: 999 }), isReturned: fc.boolean(), isReleased: fc.boolean() })
  fc.assert(
    fc.property(fc.array(anyPayment, { minLength: 1, maxLength: 6 }), fc.array(fc.boolean(), { maxLength: 5 }), (drawn, discounts) => {
      const payments = drawn.map(({ yuan, isReturned, isReleased }) =>
        payment(yuan, { returnedQuarter: isReturned ? '2026-Q3' : null, redIds: isReleased ? [1] : [] }),
      )
      const total = drawn.reduce((all, { yuan }) => all + yuan, 0)
      const reds = discounts.map((isDiscount) => ({ ...red(0, 1, { isDiscount }), amount: fen(-Math.floor((total * 100) / 5)) }))
      const papers = [invoice(total), ...reds]
      const shares = dividePapers(papers, payments)
      assert.deepEqual(
        shares.map((row) => row.reduce((all, share) => all + share, 0)),
        papers.map(({ amount }) => amount),
      )
      const invoiced = payments.map((_, at) => shares.reduce((all, row) => all + (row[at] ?? 0), 0))
      assert.ok(invoiced.every((amount) => amount >= 0))
    }),
  )
})
