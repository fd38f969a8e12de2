import type { BenchFigure } from '#/bench/figure.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { fen } from '#/domain/base/money.ts'
import { initialWithholding, withholdTax } from '#/domain/money/tax-income.ts'

const stepCount = 2_000_000

/** Measures cumulative withholding in one thread: twelve months of many people. */
export async function run(): Promise<BenchFigure[]> {
  const policy = readPolicies().at(-1)?.params.withholding
  if (!policy) throw new Error('no policy')
  let state = initialWithholding(2026)
  let totalDue = 0
  const startTime = performance.now()
  for (let at = 0; at < stepCount; at++) {
    const month = (at % 12) + 1
    const step = withholdTax(month === 1 ? initialWithholding(2026) : state, { year: 2026, month, income: fen(500_000 + ((at * 7919) % 4_000_000)) }, policy)
    state = step.state
    totalDue += step.withhold
  }
  const perSecond = Math.round((stepCount * 1000) / (performance.now() - startTime))
  return [
    {
      what: 'Tax engine: cumulative-withholding steps per second, one thread',
      baseline: 'goal ≥ 300,000',
      ours: perSecond.toLocaleString('en'),
      ratio: `${(perSecond / 300_000).toFixed(1)}× the goal`,
      isMet: perSecond >= 300_000,
      note: totalDue > 0 ? '' : 'nothing was due',
    },
  ]
}
