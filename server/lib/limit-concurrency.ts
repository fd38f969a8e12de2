/** Runs work with limited concurrency. Excess work queues in order. */
export type LimitedRunner = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a runner that runs up to `count` tasks at once and queues up to `maxWaiting` more. Beyond that it calls
 * `refuse`, which throws.
 */
export function limitConcurrency(count: number, maxWaiting = Number.POSITIVE_INFINITY, refuse: () => void = () => undefined): LimitedRunner {
  let runningCount = 0
  const waitingCallers: (() => void)[] = []
  return async (work) => {
    if (runningCount >= count) {
      if (waitingCallers.length >= maxWaiting) refuse()
      await new Promise<void>((resolve) => waitingCallers.push(resolve))
    } else runningCount++
    try {
      return await work()
    } finally {
      const next = waitingCallers.shift()
      if (next) next()
      else runningCount--
    }
  }
}
