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
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    pick: (from) => {
      const chosenItem = from[between(0, from.length - 1)]
      if (chosenItem === undefined) throw new RangeError('nothing to pick from')
      return chosenItem
    },
    chance: (percent) => next() * 100 < percent,
  }
}
