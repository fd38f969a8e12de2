import { setImmediate } from 'node:timers/promises'

const sliceMs = 10

/** Maps the items in order and lets other requests run after every ten milliseconds of work. */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  let sliceStart = performance.now()
  for (const [at, item] of items.entries()) {
    results.push(work(item, at))
    if (performance.now() - sliceStart < sliceMs) continue
    await setImmediate()
    sliceStart = performance.now()
  }
  return results
}
