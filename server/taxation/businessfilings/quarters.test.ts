import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { type Fen, fen, ppm, subtract, withoutTax } from '#/domain/base/money.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { filingRulesOn } from '#/domain/taxation/filing-rules.ts'
import { dividePapers } from '#/domain/taxation/invoice-division.ts'
import { type FilingFacts, noEnteredFigures, quartersOf } from '#/server/taxation/businessfilings/quarters.ts'
import { filingRules } from '#/server/taxation/businessfilings/rules.ts'

const quarters = ['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4', '2027-Q1', '2027-Q2']
const lastQuarter = quarters.length - 1
const policy = policyOn(readPolicies(), '2026-03-31')
const rate = policy.params.vat.reducedPpm
const vatIn = (amount: Fen) => subtract(amount, withoutTax(amount, rate))
const business = { city_rate_ppm: ppm(70_000), general_days: [] }

/** A sale with the quarters of its payment, invoice, discount, return and red letter; 9 means never. */
interface Sale {
  readonly amount: Fen
  readonly paid: number
  readonly invoiced: number
  readonly discounted: number
  readonly returned: number
  readonly reversed: number
}

const anyWait = fc.constantFrom(0, 1, 2, 9)

const anySale: fc.Arbitrary<Sale> = fc
  .record({
    thousands: fc.constantFrom(1, 7, 50, 200, 404),
    paid: fc.integer({ min: 0, max: lastQuarter }),
    waits: fc.tuple(anyWait, anyWait, anyWait, anyWait),
  })
  .map(({ thousands, paid, waits: [toInvoice, toDiscount, toReturn, toRed] }) => {
    const later = (from: number, wait: number) => (from + wait > lastQuarter ? 9 : from + wait)
    const [invoiced, returned] = [later(paid, toInvoice), later(paid, toReturn)]
    // A returned payment is not invoiced any more.
    const issued = invoiced > returned ? 9 : invoiced
    return { amount: fen(thousands * 101_000), paid, invoiced: issued, discounted: later(issued, toDiscount), returned, reversed: later(issued, toRed) }
  })

const quarterOf = (at: number) => quarters[at] ?? null

function factsOf(sales: readonly Sale[]): FilingFacts {
  const moved = sales.flatMap(({ amount, paid, returned }) => {
    const row = (at: number, sign: number) => ({
      ...{ entity_id: 1, quarter: quarters[at] ?? '', paid_quarter: quarters[paid] ?? '', payments: 1 },
      ...{ gross_fen: sign * amount, sales_fen: sign * withoutTax(amount, rate), advance_fen: 0 },
    })
    return returned === 9 ? [row(paid, 1)] : [row(paid, 1), row(returned, -1)]
  })
  const invoiceParts = sales.flatMap(({ amount, paid, invoiced, discounted, returned, reversed }, lineId) => {
    if (invoiced === 9) return []
    const discount = discounted > reversed ? 0 : Math.round(amount / 3)
    const papers = [
      { at: invoiced, amount, redId: null, isDiscount: false },
      { at: discounted, amount: fen(-Math.round(amount / 3)), redId: 1, isDiscount: true },
      { at: reversed, amount: fen(discounted === 9 ? -amount : discount - amount), redId: 2, isDiscount: false },
    ].filter((paper) => paper.at !== 9 && !(paper.redId === 1 && discount === 0))
    const withQuarters = papers.map((paper) => ({ ...paper, quarter: quarters[paper.at] ?? '' }))
    const shares = dividePapers(withQuarters, [{ amount, returnedQuarter: quarterOf(returned), redIds: [2] }])
    const [paidQuarter, returnedQuarter] = [quarters[paid] ?? '', quarterOf(returned)]
    return withQuarters.map(({ quarter }, at) => ({
      ...{ entityId: 1, quarter, isSpecial: true, amount: shares[at]?.[0] ?? fen(0) },
      ...{ paidQuarter, returnedQuarter, lineId: returnedQuarter === null ? null : lineId },
    }))
  })
  const policies = new Map(quarters.map((quarter) => [quarter, policy]))
  const rules = filingRulesOn(filingRules, '2026-03-31')
  return {
    ...{ kind: 'vat', period: quarters[lastQuarter] ?? '', quarters, policies, policy, rules },
    ...{ moved, invoiceParts, entered: [], levels: new Map() },
  }
}

/** Computes the VAT of a history less what remains overpaid, and whether each quarter is taxed as a whole. */
function taxOf(sales: readonly Sale[]) {
  const computed = quartersOf(business, factsOf(sales), noEnteredFigures)
  const paid = computed.reduce((all, quarter) => all + (quarter.computed?.vat.vat ?? 0), 0)
  return { tax: paid - (computed.at(-1)?.creditAfter ?? 0), isWhole: (at: number) => computed[at]?.level === 'reached' }
}

// The VAT of a quarter and of each payment is rounded, so the sums may differ by a fen for each.
const tolerance = (sales: readonly Sale[]) => quarters.length * 2 + sales.length * 3

const histories = fc.array(anySale, { minLength: 1, maxLength: 6 })

test('returns and red letters never return VAT that a sale did not pay', () => {
  fc.assert(
    fc.property(histories, (sales) => {
      const { tax, isWhole } = taxOf(sales)
      const least = sales.reduce((all, { amount, paid, invoiced, discounted, returned, reversed }) => {
        if (isWhole(paid)) return all + (returned === 9 ? vatIn(amount) : 0)
        // An exempt sale that comes back lowers the taxed sales of a whole quarter, as the law says.
        if (returned !== 9 && isWhole(returned)) return all - vatIn(amount)
        if (invoiced === 9 || reversed !== 9) return all
        return all + vatIn(discounted === 9 ? amount : fen(amount - Math.round(amount / 3)))
      }, 0)
      assert.ok(tax >= least - tolerance(sales), `${tax} is below ${least}`)
    }),
    { numRuns: 3000 },
  )
})

test('the return of an invoiced sale in a whole quarter returns its VAT once', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 7, 50, 200), fc.constantFrom(1, 2, 3), fc.constantFrom(0, 1, 2, 9), fc.boolean(), (thousands, wait, toRed, isDiscounted) => {
      const amount = fen(thousands * 101_000)
      const reversed = toRed === 9 ? 9 : 1 + toRed
      const sale = { amount, paid: 0, invoiced: 0, discounted: isDiscounted ? 1 : 9, returned: wait, reversed }
      const whole = { amount: fen(50_500_000), paid: wait, invoiced: 9, discounted: 9, returned: 9, reversed: 9 }
      const { tax } = taxOf([sale, whole])
      assert.ok(Math.abs(tax - vatIn(whole.amount)) <= 5, `${tax} is not the VAT of the sale that stands`)
    }),
  )
})

test('later payments, invoices and returns leave the figures of earlier quarters unchanged', () => {
  const figuresUpTo = (sales: readonly Sale[], last: number) =>
    quartersOf(business, factsOf(sales), noEnteredFigures)
      .slice(0, last + 1)
      .map(({ computed }) => computed)
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: lastQuarter - 1 }), (sales, last) => {
      const until = (at: number) => (at > last ? 9 : at)
      const known = sales.flatMap((sale) =>
        sale.paid > last
          ? []
          : [
              {
                ...sale,
                invoiced: until(sale.invoiced),
                discounted: until(sale.discounted),
                returned: until(sale.returned),
                reversed: until(sale.reversed),
              },
            ],
      )
      assert.deepEqual(figuresUpTo(sales, last), figuresUpTo(known, last))
    }),
    { numRuns: 1000 },
  )
})
