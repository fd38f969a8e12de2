/**
 * Returns round axis steps from 0 to at least the highest value: 1, 2 or 5 times a power of ten. Steps of counts are at
 * least one.
 */
export function axisOf(highest: number, steps = 4, isCounted = false): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const rounded = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power
  const step = isCounted ? Math.max(1, rounded) : rounded
  const ticks: number[] = []
  for (let at = 0; ; at += step) {
    ticks.push(at)
    if (at >= highest) return ticks
  }
}
