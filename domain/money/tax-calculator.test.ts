import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { type Fen, fen, ppm, ZERO } from '#/domain/base/money.ts'
import { noOtherSales } from '#/domain/money/other-sales.ts'
import { calculateMonths, calculatePayment, cumulativeMethodStart, settleYear, type YearIncome } from '#/domain/money/tax-calculator.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'

const policies = readPolicies()
/** The rate is 7 % until June and 5 % from July. */
const cityRateOf = (month: string) => ppm(month < '2026-07' ? 70_000 : 50_000)
const plannedMonths = (year: number, amounts: readonly number[]) =>
  amounts.flatMap((gross, at) => {
    const month = `${year}-${String(at + 1).padStart(2, '0')}`
    return gross === 0 ? [] : [{ month, gross: fen(gross), policy: policyOn(policies, `${month}-01`), cityRatePpm: cityRateOf(month) }]
  })
const noIncome: YearIncome = { wages: ZERO, labour: ZERO, royalties: ZERO, insurance: ZERO, additional: ZERO, otherDeductions: ZERO, withheld: ZERO }
const { params } = policyOn(policies, '2026-12-31')
const settleYuan = (year: Partial<Record<keyof YearIncome, number>>) => settleYear({ ...noIncome, ...(year as Record<string, Fen>) }, params)

test('the yearly calculator and the review of the same months compute the same tax', () => {
  const amounts = [3_000_000, 0, 12_345_678, 999_999, 10_100_000, 10_099_999, 0, 500_000, 20_000_000, 80_000, 1, 15_000_050]
  const months = plannedMonths(2026, amounts)
  const taxes = calculateMonths(months).map(({ vat, city, education, localEducation, iit }) => ({
    vat,
    city,
    education,
    localEducation,
    withheld: iit,
  }))
  assert.deepEqual(taxes, taxOfMonths(months))
  const [june, july] = calculateMonths(plannedMonths(2026, [0, 0, 0, 0, 0, 15_000_000, 15_000_000]))
  assert.deepEqual([june?.steps.surcharge?.cityRatePpm, july?.steps.surcharge?.cityRatePpm], [70_000, 50_000])
})

test('a calculated payment continues from the earlier payments of the month', () => {
  const [first, second] = [fen(6_000_000), fen(5_000_000)]
  const [month] = plannedMonths(2026, [first])
  if (!month) assert.fail('a month')
  const firstPayment = calculatePayment(month, null)
  const secondPayment = calculatePayment({ ...month, gross: second }, { personMonth: firstPayment.personMonth, elsewhere: noOtherSales })
  const combinedPayment = calculatePayment({ ...month, gross: fen(first + second) }, null)
  assert.equal(firstPayment.vat, 0, 'below the threshold')
  assert.deepEqual([secondPayment.vat, firstPayment.iit + secondPayment.iit], [combinedPayment.vat, combinedPayment.iit])
  assert.ok(calculatePayment({ ...month, gross: second }, null).iit < secondPayment.iit, 'alone it is taxed less')
})

test('labour income of 300,000 has a yearly tax of 19,080, less the tax withheld', () => {
  const labourYear = settleYuan({ labour: 30_000_000 })
  assert.deepEqual(
    [labourYear.income, labourYear.taxable, labourYear.ratePpm, labourYear.quick, labourYear.tax],
    [24_000_000, 18_000_000, 200_000, 1_692_000, 1_908_000],
  )
  assert.equal(settleYuan({ labour: 30_000_000, withheld: 2_000_000 }).difference, -92_000, 'refunded')
  assert.equal(settleYuan({ labour: 30_000_000, withheld: 1_900_000 }).difference, 8_000, 'to pay')
})

test('the yearly tax includes wages and royalties and subtracts deductions', () => {
  const year = settleYuan({ wages: 9_600_000, labour: 5_000_000, royalties: 1_000_000, insurance: 1_200_000, additional: 2_400_000, otherDeductions: 100_000 })
  assert.deepEqual([year.labourExpense, year.royaltyExpense, year.royaltyRelief], [1_000_000, 200_000, 240_000])
  assert.deepEqual([year.income, year.taxable, year.tax], [14_160_000, 4_460_000, 194_000])
})

test('a year without taxable income refunds all withheld tax', () => {
  assert.deepEqual([settleYuan({ labour: 7_500_000, withheld: 12_345 }).difference, settleYuan({}).tax], [-12_345, 0])
})

test('income before the cumulative method uses the table of 公告2018年第61号', () => {
  for (const day of ['2019-01-01', '2021-01-01', '2023-01-01', '2025-09-30']) {
    const { labour } = policyOn(policies, day).params
    assert.equal(labour.source, '税务总局公告2018年第61号', day)
    const bracketRows = labour.brackets.map(({ upToFen, ratePpm, quickFen }) => [upToFen, ratePpm, quickFen])
    assert.deepEqual(
      bracketRows,
      [
        [2_000_000, 200_000, 0],
        [5_000_000, 300_000, 200_000],
        [null, 400_000, 700_000],
      ],
      day,
    )
    assert.deepEqual([labour.fixedUpToFen, labour.fixedDeductionFen, labour.expensePpm], [400_000, 80_000, 200_000], day)
  }
  assert.equal(policyOn(policies, cumulativeMethodStart).version, '2025-10')
})
