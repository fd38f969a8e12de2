/** A deterministic stream of random numbers, so that the demo data are the same on every machine. */
export interface Random {
  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
}

/** Starts a stream (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    pick: (from) => {
      const chosen = from[between(0, from.length - 1)]
      if (chosen === undefined) throw new RangeError('nothing to pick from')
      return chosen
    },
    chance: (percent) => next() * 100 < percent,
  }
}
