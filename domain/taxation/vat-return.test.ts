import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  divideFigures,
  hasFigures,
  remainingVat,
  returnOfCategory,
  surchargeOf,
  type VatFigures,
  vatReturnsUnder,
  withholdingPart,
} from '#/domain/taxation/vat-return.ts'

const vat = (of: Partial<TaxPolicy['params']['vat']>) => ({ naturalPersonWay: 'PLATFORM_AGENT_16', ...of }) as TaxPolicy['params']['vat']
const amount = (limit: number) => fc.integer({ min: 0, max: limit }).map(fen)
const month = fc.record({
  gross: amount(50_000_000),
  exempt: amount(9_000_000),
  vat: amount(500_000),
  city: amount(9_999),
  education: amount(9_999),
  localEducation: amount(9_999),
})

test('both VAT returns add up to the month in each figure', () => {
  fc.assert(
    fc.property(month, fc.nat(1_000_000), (whole, share) => {
      const withheldGross = fen(Math.floor((whole.gross * share) / 1_000_000))
      const part = withholdingPart(whole, withheldGross, 'vat_agent')
      const rest = remainingVat(whole, part)
      for (const key of Object.keys(whole) as (keyof VatFigures)[]) {
        assert.equal(part[key] + rest[key], whole[key])
        assert.ok(part[key] >= 0 && part[key] <= whole[key])
      }
      assert.equal(part.gross, whole.gross === 0 ? 0 : withheldGross)
      assert.equal(surchargeOf(part) + surchargeOf(rest), surchargeOf(whole))
    }),
  )
})

test('a month of one category is on one VAT return only', () => {
  const whole: VatFigures = { gross: fen(7_000_000), exempt: fen(0), vat: fen(69_307), city: fen(2_426), education: fen(0), localEducation: fen(0) }
  assert.deepEqual(withholdingPart(whole, whole.gross, 'vat_agent'), whole)
  assert.equal(hasFigures(withholdingPart(whole, fen(0), 'vat_agent')), false)
  assert.equal(hasFigures(remainingVat(whole, withholdingPart(whole, whole.gross, 'vat_agent'))), false)
})

test('tax without sales is on the return of the default filing method', () => {
  const clearedFigures: VatFigures = { gross: fen(0), exempt: fen(0), vat: fen(-100), city: fen(-3), education: fen(0), localEducation: fen(0) }
  assert.equal(withholdingPart(clearedFigures, fen(0), 'vat_agent').vat, 0 as Fen)
  assert.deepEqual(withholdingPart(clearedFigures, fen(0), 'vat_withholding'), clearedFigures)
})

test('a negative month is divided like a positive month', () => {
  const returnedFigures: VatFigures = { gross: fen(-1_000), exempt: fen(0), vat: fen(-10), city: fen(0), education: fen(0), localEducation: fen(0) }
  assert.deepEqual([withholdingPart(returnedFigures, fen(-400), 'vat_agent').vat, withholdingPart(returnedFigures, fen(-1_000), 'vat_agent').vat], [-4, -10])
})

test('a category without its own filing method uses the default, also in older policies', () => {
  assert.equal(returnOfCategory(vat({}), '软件服务'), 'vat_agent')
  const mixedPolicy = vat({ waysByCategory: { 软件服务: 'PAYER_WITHHOLD_28' } })
  assert.deepEqual(
    [returnOfCategory(mixedPolicy, '软件服务'), returnOfCategory(mixedPolicy, '市场推广服务'), returnOfCategory(mixedPolicy)],
    ['vat_withholding', 'vat_agent', 'vat_agent'],
  )
  assert.equal(returnOfCategory(mixedPolicy, 'constructor'), 'vat_agent')
})

test('the VAT returns that a month can need are listed, the default first', () => {
  assert.deepEqual(vatReturnsUnder(vat({})), ['vat_agent'])
  assert.deepEqual(vatReturnsUnder(vat({ naturalPersonWay: 'PAYER_WITHHOLD_28' })), ['vat_withholding'])
  assert.deepEqual(vatReturnsUnder(vat({ naturalPersonWay: 'PAYER_WITHHOLD_28', waysByCategory: { 软件服务: 'PLATFORM_AGENT_16' } })), [
    'vat_withholding',
    'vat_agent',
  ])
  assert.deepEqual(vatReturnsUnder(vat({ waysByCategory: { 软件服务: 'PLATFORM_AGENT_16' } })), ['vat_agent'])
})

test('the rows of a person add up to the figures of the person', () => {
  fc.assert(
    fc.property(month, fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 5 }), (figures, cuts) => {
      const bounds = [0, ...cuts.map((cut) => Math.floor((figures.gross * cut) / 1_000_000)).sort((a, b) => a - b), figures.gross]
      const grosses = bounds.slice(1).map((bound, at) => fen(bound - (bounds[at] ?? 0)))
      const parts = divideFigures(figures, grosses)
      assert.deepEqual(
        parts.map(({ gross }) => gross),
        grosses,
      )
      for (const key of Object.keys(figures) as (keyof VatFigures)[])
        assert.equal(
          parts.reduce((sum, part) => sum + part[key], 0),
          figures[key],
        )
    }),
  )
})
