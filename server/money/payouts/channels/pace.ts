import { setTimeout as sleep } from 'node:timers/promises'

/** The earliest next call of each channel in this process, in ms of `performance.now()`. */
const nextTurnByChannel = new Map<number, number>()

/** Waits for the channel's turn at this rate per second. Returns false if it would be later than `until`. */
export async function waitForTurn(channelId: number, perSecond: number, until: number): Promise<boolean> {
  const now = performance.now()
  const turnTime = Math.max(now, nextTurnByChannel.get(channelId) ?? 0)
  if (turnTime > until) return false
  nextTurnByChannel.set(channelId, turnTime + 1000 / perSecond)
  if (turnTime > now) await sleep(turnTime - now)
  return true
}

/** Runs work on each item, at most `atOnce` concurrently. Returns the results in the same order. */
export async function mapConcurrently<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  const remainingItems = items.entries()
  const worker = async () => {
    for (const [at, item] of remainingItems) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

const dayMinutes = 1440
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Returns the end of a daily window in China time (`23:30-00:30`) if it is open now, else null. */
export function windowEnd(window: string, now: Date): Date | null {
  if (window === '') return null
  const [from = 0, to = 0] = window.split('-').map(minutesOf)
  const minute = Math.floor(now.getTime() / 60_000)
  const minuteInChina = (minute + 8 * 60) % dayMinutes
  const minutesSinceStart = (minuteInChina - from + dayMinutes) % dayMinutes
  const windowMinutes = (to - from + dayMinutes) % dayMinutes
  return minutesSinceStart < windowMinutes ? new Date((minute - minutesSinceStart + windowMinutes) * 60_000) : null
}
