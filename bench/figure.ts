/** A measured figure and its baseline from the same run. */
export interface BenchFigure {
  readonly what: string
  readonly baseline: string
  readonly ours: string
  readonly ratio: string
  readonly isMet: boolean
  /** The conditions of the measurement, or the reason for a missed goal. */
  readonly note: string
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Returns the given percentile of the durations. */
export function percentile(values: readonly number[], percent: number): number {
  const sortedValues = [...values].sort((a, b) => a - b)
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor((sortedValues.length * percent) / 100))] ?? 0
}

/** Measures the duration of some work in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now()
  await work()
  return performance.now() - startTime
}

export function formatMs(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value)} ms`
}
