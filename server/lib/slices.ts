import { setImmediate } from 'node:timers/promises'

const sliceMs = 10

/** Maps the items in order and lets other requests run after every ten milliseconds of work. */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T, at: number) => R): Promise<R[]> {
  const done: R[] = []
  let begun = performance.now()
  for (const [at, item] of items.entries()) {
    done.push(work(item, at))
    if (performance.now() - begun < sliceMs) continue
    await setImmediate()
    begun = performance.now()
  }
  return done
}
