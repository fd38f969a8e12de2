/** Work that only so many do at once: whoever comes later waits in turn. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>

/** Lanes for heavy work, however large the crowd: so many at once, and no more waiting than `waitingMost`; `refuse` tells the rest. */
export function lanes(count: number, waitingMost = Number.POSITIVE_INFINITY, refuse: () => void = () => undefined): Lane {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= count) {
      if (waiting.length >= waitingMost) refuse()
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
