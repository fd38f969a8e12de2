import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { computeDeclaredLine, type DeclaredMonth } from '#/domain/taxation/tax-declaration.ts'

const policy = policyOn(readPolicies(), '2026-01-01')
const monthOf = (month: string, gross: number, withheld: number): DeclaredMonth => ({
  month,
  gross: fen(gross),
  income: fen(gross),
  vat: ZERO,
  city: ZERO,
  education: ZERO,
  localEducation: ZERO,
  withheld: fen(withheld),
})
const facts = { before: [], own: monthOf('2026-03', 3_000_000, 57_000), returned: null, back: null, difference: ZERO }
const figures = (declaredFacts: Parameters<typeof computeDeclaredLine>[1]) => {
  const { gross, exempt, withheld, cumIncome, months, due, backGross, backTax } = computeDeclaredLine('2026-03', declaredFacts, policy)
  return { gross, exempt, withheld, cumIncome, months, due, backGross, backTax }
}

test('cumulative figures exclude a returned payment of the month', () => {
  assert.deepEqual(figures({ ...facts, returned: monthOf('2026-03', -1_000_000, -24_000) }), {
    gross: 2_000_000,
    exempt: 2_000_000,
    withheld: 33_000,
    cumIncome: 2_000_000,
    months: 1,
    due: 33_000,
    backGross: -1_000_000,
    backTax: -24_000,
  })
})

test('a month whose only payment was returned shows the year-to-date figures without it', () => {
  const before = [monthOf('2026-02', 2_000_000, 33_000)]
  assert.deepEqual(figures({ ...facts, before, returned: monthOf('2026-03', -3_000_000, -57_000) }), {
    gross: 0,
    exempt: 0,
    withheld: 0,
    cumIncome: 2_000_000,
    months: 1,
    due: 0,
    backGross: -3_000_000,
    backTax: -57_000,
  })
})

test('a returned payment of an earlier month does not change the cumulative figures', () => {
  const line = figures({ ...facts, back: monthOf('2026-02', -1_000_000, -24_000) })
  assert.deepEqual([line.gross, line.cumIncome, line.due, line.backGross], [2_000_000, 3_000_000, 57_000, -1_000_000])
})
