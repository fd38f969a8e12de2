import { applyRate, atMost, type Fen, fen, ppm } from '#/domain/base/money.ts'

// Transfer fees of the sandbox bank and the simulator for personal accounts: published tariffs by amount and first day.

interface Tariff {
  readonly from: string
  /** The fee for amounts up to a limit, ascending. */
  readonly steps: readonly { readonly upTo: number; readonly fee: number }[]
  /** Above the last step, the fee is this ppm of the amount, at most `most`. */
  readonly ppm: number
  readonly most: number
}

const topStep = { ppm: 20, most: 20_000 } as const
const largeAmountSteps = [
  { upTo: 50_000_000, fee: 1_500 },
  { upTo: 100_000_000, fee: 2_000 },
] as const

const tariffs: readonly Tariff[] = [
  { from: '2021-09-30', steps: [{ upTo: 1_000_000, fee: 180 }, { upTo: 10_000_000, fee: 450 }, ...largeAmountSteps], ...topStep },
  { from: '2000-01-01', steps: [{ upTo: 1_000_000, fee: 200 }, { upTo: 10_000_000, fee: 500 }, ...largeAmountSteps], ...topStep },
]

/** Returns the fee of the sandbox bank for a transfer on a day. A returned transfer has no further fee. */
export function sandboxFee(amount: Fen, day: string): Fen {
  const tariff = tariffs.find(({ from }) => from <= day)
  if (!tariff) return fen(0)
  const step = tariff.steps.find(({ upTo }) => amount <= upTo)
  return step ? fen(step.fee) : atMost(applyRate(amount, ppm(tariff.ppm)), fen(tariff.most))
}
