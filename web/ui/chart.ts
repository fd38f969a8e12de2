/** A measure of a chart. Bars stack in their order. Dots are for separate groups, which no line may join. */
export interface ChartSeries {
  readonly name: string
  readonly shape: 'bar' | 'line' | 'dot'
  readonly format: (value: number) => string
  /** Format of the axis. Without it the measure is a count. */
  readonly axis?: (value: number) => string
  /** The axis; left when absent. */
  readonly side?: 'right'
}

/** A point in time with a value for each series; null for no value. */
export interface ChartPoint {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** The list behind the point. */
  readonly path?: string | null
}

/** A threshold on the left axis. */
export interface ChartLimit {
  readonly name: string
  readonly value: number
}

/**
 * Returns the ticks of an axis at round steps (1, 2 or 5 times a power of ten), including zero. The first tick is not
 * below `lowest`, the last not below `highest`. Steps of counts are at least one.
 */
export function axisOf(highest: number, steps = 4, isCounted = false, lowest = 0): number[] {
  const [top, bottom] = [Math.max(highest, 0), Math.min(lowest, 0)]
  if (!(top - bottom > 0)) return [0, 1]
  const roughStep = (top - bottom) / steps
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const roundStep = ([1, 2, 5, 10].find((each) => each * power >= roughStep) ?? 10) * power
  const step = isCounted ? Math.max(1, roundStep) : roundStep
  const first = Math.ceil(bottom / step)
  return Array.from({ length: Math.ceil(top / step) - first + 1 }, (_, at) => (first + at) * step || 0)
}

/** Returns where each part of a stacked bar starts and ends. Parts below zero stack downwards. */
export function stackOf(values: readonly number[]): { from: number; to: number }[] {
  let [up, down] = [0, 0]
  return values.map((value) => {
    const from = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return { from, to: from + value }
  })
}

/** Returns the lowest and highest value of an axis, counting stacked bars as sums. */
export function valueRange(series: readonly ChartSeries[], points: readonly ChartPoint[], side: 'left' | 'right'): { lowest: number; highest: number } {
  const isOnSide = (each: ChartSeries) => (each.side ?? 'left') === side
  const highestValues = points.flatMap(({ values }) => {
    const valuesOfShape = (shape: ChartSeries['shape']) => series.flatMap((each, at) => (each.shape === shape && isOnSide(each) ? [values[at] ?? 0] : []))
    return [...stackOf(valuesOfShape('bar')).map(({ to }) => to), ...valuesOfShape('line'), ...valuesOfShape('dot')]
  })
  return { lowest: Math.min(0, ...highestValues), highest: Math.max(0, ...highestValues) }
}

/** Returns the limits that were reached and the next one. Higher limits would flatten the picture. */
export function displayedLimits(limits: readonly ChartLimit[], highest: number): ChartLimit[] {
  const sortedLimits = limits.toSorted((a, b) => a.value - b.value)
  const next = sortedLimits.findIndex((limit) => limit.value > highest)
  return next === -1 ? sortedLimits : sortedLimits.slice(0, next + 1)
}

/** The lowest value of an axis, and its highest tick. */
interface AxisEnds {
  readonly first: number
  readonly last: number
}

/** Returns the position of zero, which all axes share, and of a value on an axis. */
export function scaleOf(ends: readonly AxisEnds[], top: number, tall: number) {
  const shareBelowZero = Math.max(0, ...ends.map(({ first, last }) => -first / Math.max(last - first, 1e-9)))
  const zeroTop = top + tall * (1 - shareBelowZero)
  const pixelsPerUnit = ends.map(({ first, last }) => Math.min(last > 0 ? (zeroTop - top) / last : tall, first < 0 ? (top + tall - zeroTop) / -first : tall))
  return { zero: zeroTop, y: (axis: number, value: number) => zeroTop - value * (pixelsPerUnit[axis] ?? 0) }
}

/** Returns the point that a key leads to; null for other keys. */
export function pointAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : key === 'ArrowLeft' || key === 'ArrowDown' ? -1 : 0
  return step === 0 ? null : Math.min(count - 1, Math.max(0, at + step))
}

/**
 * Returns the CSS class of a series: bar or line, and its number among the series of that kind. Dots count as lines.
 */
export function seriesClass(series: readonly ChartSeries[], at: number): string {
  const isBar = series[at]?.shape === 'bar'
  const number = series.slice(0, at).filter((each) => (each.shape === 'bar') === isBar).length + 1
  return isBar ? `k-bar-${number}` : `k-line-${number}`
}

/**
 * Widths in pixels at the font size of an axis: a wide (CJK) character, any other character, and the gap between
 * labels.
 */
const [wideSign, sign, labelGap] = [11, 6.4, 6]

/** Returns the step between labels that fit next to each other: 1 shows every label, 2 every second one. */
export function labelStep(labels: readonly string[], pointWidth: number): number {
  const widest = Math.max(0, ...labels.map((label) => [...label].reduce((sum, each) => sum + (each > '\u2e80' ? wideSign : sign), labelGap)))
  return Math.max(1, Math.ceil(widest / pointWidth))
}

/** Returns the lines of each axis label, and the step between displayed labels. Labels break at spaces if all then fit. */
export function axisLabels(labels: readonly string[], pointWidth: number): { lines: readonly (readonly string[])[]; step: number } {
  const step = labelStep(labels, pointWidth)
  const words = labels.map((label) => label.split(' '))
  return step > 1 && labelStep(words.flat(), pointWidth) === 1 ? { lines: words, step: 1 } : { lines: labels.map((label) => [label]), step }
}

/** The first whole day of each age group. */
const ageStarts = [0, 1, 3, 7, 30] as const

/** Returns the rows of each age group, youngest first, with the group's range in days. */
export function ageGroups<Row>(rows: readonly Row[], daysOf: (row: Row) => number): { range: string; own: Row[] }[] {
  return ageStarts.map((from, at) => {
    const nextStart = ageStarts[at + 1] ?? Number.POSITIVE_INFINITY
    const range = from === 0 ? `<${nextStart}` : nextStart === Number.POSITIVE_INFINITY ? `≥${from}` : `${from}–${nextStart - 1}`
    return { range, own: rows.filter((row) => daysOf(row) >= from && daysOf(row) < nextStart) }
  })
}

/**
 * Groups rows that a list returned newest first, oldest group first. If the list has more rows, the oldest group may be
 * incomplete and is omitted.
 */
export function completeGroups<Row>(rows: readonly Row[], count: number, keyOf: (row: Row) => string): [key: string, rows: Row[]][] {
  const groups = [...Map.groupBy(rows, keyOf)]
  return (count > rows.length && groups.length > 1 ? groups.slice(0, -1) : groups).toReversed()
}
