import { type Fen, fen, subtract } from '#/domain/base/money.ts'

/** The gross amount that yields at least the requested net, and the excess of its net. */
export interface GrossForNet {
  readonly gross: Fen
  readonly net: Fen
  readonly residual: Fen
}

/**
 * Finds the smallest gross whose net reaches `target` (税前反推). `netOf` computes the whole settlement. The net rises
 * with the gross but falls at `discontinuities`, the gross amounts at which a threshold is crossed. So each range
 * between two discontinuities is searched. `residual` is positive when no gross yields exactly that net (W307). Throws
 * RangeError when no gross up to four times the target (at least 10,000 yuan) reaches it.
 */
export function grossForNet(target: Fen, netOf: (gross: Fen) => Fen, discontinuities: readonly Fen[]): GrossForNet {
  const limit = fen(Math.max(target * 4, 1_000_000))
  const bounds = [0, ...discontinuities.filter((cliff) => cliff > 0 && cliff < limit).sort((a, b) => a - b), limit + 1]
  for (let index = 0; index + 1 < bounds.length; index++) {
    let low = (bounds[index] ?? 0) as number
    let high = (bounds[index + 1] ?? 0) - 1
    if (high < low || netOf(fen(high)) < target) continue
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (netOf(fen(middle)) >= target) high = middle
      else low = middle + 1
    }
    const net = netOf(fen(low))
    return { gross: fen(low), net, residual: subtract(net, target) }
  }
  throw new RangeError('no gross within four times the net reaches it')
}
