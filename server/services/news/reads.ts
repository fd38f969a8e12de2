/** Read counts of this server that are not yet stored. */
const readCounts = new Map<number, number>()

/** Counts a read in memory, to avoid a database write per reader. */
export function recordRead(id: number, times = 1): void {
  readCounts.set(id, (readCounts.get(id) ?? 0) + times)
}

/** Returns the counts and resets them. */
export function drainReadCounts(): Map<number, number> {
  const drainedCounts = new Map(readCounts)
  readCounts.clear()
  return drainedCounts
}
