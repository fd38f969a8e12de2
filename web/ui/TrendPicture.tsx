import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { chartTexts } from './chart.texts.ts'
import {
  axisLabels,
  axisOf,
  type ChartLimit,
  type ChartPoint,
  type ChartSeries,
  displayedLimits,
  pointAfter,
  scaleOf,
  seriesClass,
  stackOf,
  valueRange,
} from './chart.ts'

export interface TrendPictureProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  /** Thresholds; the picture shows those that were reached and the next one. */
  readonly limits?: readonly ChartLimit[]
  /** Minimum height. The chart grows with its card. */
  readonly height: number
}

/** Returns the size of a box in whole pixels, at least `least`. */
function useBoxSize(least: { readonly width: number; readonly height: number }) {
  const { width, height } = least
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 640, height })
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: Math.max(width, Math.round(entry.contentRect.width)), height: Math.max(height, Math.round(entry.contentRect.height)) })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [width, height])
  return [box, room] as const
}

/** Widths of the axis labels in pixels. Counts are narrower than money. */
const [moneyWide, countWide] = [64, 40]
const PAD = { top: 16, bottom: 26, left: moneyWide }
const labelLine = 13

const axisEndsOf = (ticks: readonly number[], { lowest }: { readonly lowest: number }) => ({ first: lowest, last: ticks.at(-1) ?? 1 })

/** Returns the geometry of a picture: its axes, and the position of each value. */
function layoutOf({ points, series, limits = [] }: TrendPictureProps, width: number, height: number) {
  const [onLeft, onRight] = [series.find(({ side }) => side !== 'right'), series.find(({ side }) => side === 'right')]
  const left = valueRange(series, points, 'left')
  const right = valueRange(series, points, 'right')
  const limitsInRange = displayedLimits(limits, left.highest)
  const highest = Math.max(left.highest, ...limitsInRange.map(({ value }) => value))
  const ticks = axisOf(highest, 4, onLeft?.axis === undefined, left.lowest)
  const rightAxisTicks = onRight ? axisOf(right.highest, 4, onRight.axis === undefined, right.lowest) : []
  const plotEnd = width - (onRight === undefined ? 12 : onRight.axis ? moneyWide : countWide)
  const step = (plotEnd - PAD.left) / Math.max(points.length, 1)
  const labels = axisLabels(
    points.map(({ label }) => label),
    step,
  )
  const labelTop = height - 8 - labelLine * (Math.max(1, ...labels.lines.map(({ length }) => length)) - 1)
  const plotHeight = labelTop + 8 - PAD.top - PAD.bottom
  const { zero, y } = scaleOf([axisEndsOf(ticks, left), ...(onRight ? [axisEndsOf(rightAxisTicks, right)] : [])], PAD.top, plotHeight)
  const x = (index: number) => PAD.left + step * (index + 0.5)
  const barWidth = Math.min(34, step * 0.52)
  return {
    onLeft,
    onRight,
    shown: limitsInRange,
    ticks,
    rightTicks: rightAxisTicks,
    end: plotEnd,
    tall: plotHeight,
    zero,
    y,
    x,
    step,
    wide: barWidth,
    labels,
    labelTop,
  }
}

type Layout = ReturnType<typeof layoutOf>

function Axes({ layout }: { readonly layout: Layout }) {
  const { onLeft, onRight, ticks, rightTicks, end, y } = layout
  const tickLabel = (series: ChartSeries | undefined, tick: number) => (series?.axis ?? series?.format)?.(tick)
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={tick === 0 ? 'k-chart-rule k-chart-zero' : 'k-chart-rule'} x1={PAD.left} x2={end} y1={y(0, tick)} y2={y(0, tick)} />
          <text className="k-chart-text" x={PAD.left - 8} y={y(0, tick) + 4} textAnchor="end">
            {tickLabel(onLeft, tick)}
          </text>
        </g>
      ))}
      {rightTicks.map((tick) => (
        <text key={tick} className="k-chart-text" x={end + 8} y={y(1, tick) + 4}>
          {tickLabel(onRight, tick)}
        </text>
      ))}
    </>
  )
}

/** The label of a point, on one or more lines. */
function PointLabel({ index, layout: { labels, labelTop, x } }: { readonly index: number; readonly layout: Layout }) {
  if (index % labels.step !== 0) return null
  return labels.lines[index]?.map((line, at) => (
    <text key={line} className="k-chart-text" x={x(index)} y={labelTop + at * labelLine} textAnchor="middle">
      {line}
    </text>
  ))
}

function Bars({
  series,
  point,
  index,
  layout,
}: Pick<TrendPictureProps, 'series'> & { readonly point: ChartPoint; readonly index: number; readonly layout: Layout }) {
  const { x, y, wide } = layout
  const barSeries = series.flatMap((each, at) => (each.shape === 'bar' ? [at] : []))
  return stackOf(barSeries.map((at) => point.values[at] ?? 0)).map(({ from, to }, part) => (
    <rect
      key={barSeries[part]}
      className={`k-chart-bar ${seriesClass(series, barSeries[part] ?? 0)}`}
      x={x(index) - wide / 2}
      y={y(0, Math.max(from, to))}
      width={wide}
      height={Math.abs(y(0, from) - y(0, to))}
      rx={barSeries.length === 1 ? 2 : 0}
    />
  ))
}

function Line({
  series,
  at,
  points,
  active,
  layout,
}: Pick<TrendPictureProps, 'series' | 'points'> & { readonly at: number; readonly active: number | null; readonly layout: Layout }) {
  const { x, y } = layout
  const axisIndex = series[at]?.side === 'right' ? 1 : 0
  const places = points.flatMap(({ label, values }, index) => {
    const value = values[at] ?? null
    return value === null ? [] : [{ label, index, top: y(axisIndex, value) }]
  })
  return (
    <g className={seriesClass(series, at)}>
      {series[at]?.shape === 'line' ? <polyline className="k-chart-line" points={places.map(({ index, top }) => `${x(index)},${top}`).join(' ')} /> : null}
      {places.map(({ label, index, top }) => (
        <circle key={label} className="k-chart-dot" cx={x(index)} cy={top} r={index === active ? 4.5 : 3} />
      ))}
    </g>
  )
}

function Limits({ layout }: { readonly layout: Layout }) {
  const { shown, y, end } = layout
  return shown.map(({ name, value }) => (
    <g key={name}>
      <line className="k-chart-limit" x1={PAD.left} x2={end} y1={y(0, value)} y2={y(0, value)} />
      <text className="k-chart-limit-name" x={PAD.left + 4} y={y(0, value) - 4}>
        {name}
      </text>
    </g>
  ))
}

/** The values of the point under the pointer or the keyboard. */
function ChartTip({ point, series, left }: Pick<TrendPictureProps, 'series'> & { readonly point: ChartPoint; readonly left: number }) {
  return (
    <div className="k-chart-tip" style={{ left }}>
      <b>{point.label}</b>
      {series.map((each, at) => (
        <span key={each.name}>
          {each.name} {valueText(each, point, at)}
        </span>
      ))}
    </div>
  )
}

/** Returns the value of a series as text; '—' for none. */
export function valueText(series: ChartSeries, { values }: ChartPoint, at: number): string {
  const value = values[at] ?? null
  return value === null ? '—' : series.format(value)
}

/** Returns the key handlers of a picture: arrows, Home and End read the values; Enter opens the list behind a point. */
function useChartKeys(points: readonly ChartPoint[]) {
  const [active, setActive] = useState<number | null>(null)
  const navigate = useNavigate()
  const open = (point: ChartPoint | undefined) => point?.path && void navigate(point.path)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && active !== null) return void open(points[active])
    const next = pointAfter(event.key, active ?? points.length - 1, points.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }
  return { active, setActive, open, onKeyDown }
}

/** Bars, lines and thresholds over time. For assistive technology it is a slider over the points. */
export function TrendPicture(props: TrendPictureProps) {
  const { label, points, series, height: least } = props
  const t = useText()
  const hintId = useId()
  const [box, { width, height }] = useBoxSize({ width: 260, height: least })
  const { active, setActive, open, onKeyDown } = useChartKeys(points)
  const layout = layoutOf(props, width, height)
  const { x, step, tall } = layout
  const current = active ?? points.length - 1
  const point = points[current]
  const pointText = point ? `${point.label}: ${series.map((each, at) => `${each.name} ${valueText(each, point, at)}`).join('; ')}` : undefined
  const keys = { onKeyDown, onFocus: () => setActive(current), onBlur: () => setActive(null) }
  return (
    <div ref={box} className="k-chart" style={{ minHeight: least }}>
      {/* The slider is the picture itself: screen readers read the values while the arrows move it. */}
      <div
        role="slider"
        tabIndex={0}
        className="k-chart-keys"
        aria-label={label}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={Math.max(points.length, 1)}
        aria-valuenow={current + 1}
        aria-valuetext={pointText}
        {...keys}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" onMouseLeave={() => setActive(null)}>
          <Axes layout={layout} />
          {points.map((each, index) => (
            <g key={each.label} className={index === active ? 'k-chart-on' : undefined}>
              {index === active ? <rect className="k-chart-column" x={x(index) - step / 2} y={PAD.top} width={step} height={tall} /> : null}
              <Bars {...{ series, index, layout }} point={each} />
              <PointLabel index={index} layout={layout} />
            </g>
          ))}
          {series.map((each, at) => (each.shape === 'bar' ? null : <Line key={each.name} {...{ series, at, points, active, layout }} />))}
          <Limits layout={layout} />
          {points.map((each, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: keys and the table offer the same values and lists.
            <rect
              key={each.label}
              className={each.path ? 'k-chart-way' : undefined}
              x={x(index) - step / 2}
              y={PAD.top}
              width={step}
              height={tall}
              fill="transparent"
              onMouseEnter={() => setActive(index)}
              onClick={() => open(each)}
            />
          ))}
        </svg>
      </div>
      <span id={hintId} hidden>
        {t(chartTexts.chartKeys)}
      </span>
      {active !== null && point ? <ChartTip {...{ point, series }} left={Math.min(Math.max(x(active), 90), width - 90)} /> : null}
    </div>
  )
}
