/** One measured figure beside what it is measured against, in the same run. */
export interface Figure {
  readonly what: string
  readonly baseline: string
  readonly ours: string
  readonly ratio: string
  readonly isMet: boolean
  /** What the baseline is and is not, or why a goal was missed. */
  readonly note: string
}

/** The median of some durations. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The value below which so many percent of the durations lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** A duration for reading. */
export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value)} ms`
}
