/** Runs work with limited concurrency. Excess work queues in order. */
export type LimitedRunner = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a lane that runs up to `count` tasks at once and queues up to `maxWaiting` more. Beyond that it
 * calls `refuse`, which throws.
 */
export function limitConcurrency(count: number, maxWaiting = Number.POSITIVE_INFINITY, refuse: () => void = () => undefined): LimitedRunner {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= count) {
      if (waiting.length >= maxWaiting) refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
