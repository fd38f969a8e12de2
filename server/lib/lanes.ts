/** Runs work with limited concurrency; excess work queues in order. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a lane that runs `count` pieces of work at once and queues up to `maxWaiting`; `refuse` throws for the
 * rest.
 */
export function lanes(count: number, maxWaiting = Number.POSITIVE_INFINITY, refuse: () => void = () => undefined): Lane {
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
