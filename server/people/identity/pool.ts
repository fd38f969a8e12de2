import { availableParallelism } from 'node:os'
import { type PoolLimits, ThreadPool } from '#/server/lib/threads/pool.ts'
import type { CardReadingResult } from '#/server/people/identity/reading.ts'
import type { ReadingRequest } from '#/server/people/identity/reading-worker.ts'

// Each thread holds about 200 MB that never shrinks, so it is replaced after many cards.
const defaultLimits = { threads: Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2))), taskMs: 30_000, megabytes: 768, tasks: 150 }

/** Returns the threads that read cards; tests set their own limits. */
export function createReadingPool(limits: Partial<PoolLimits> = {}): ThreadPool<ReadingRequest, CardReadingResult> {
  return new ThreadPool(new URL('./reading-worker.ts', import.meta.url), { ...defaultLimits, ...limits })
}
