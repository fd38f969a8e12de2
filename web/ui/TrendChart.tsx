import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { axisOf } from './chart.ts'
import { Segmented } from './Segmented.tsx'
import { texts } from './texts.ts'
import './chart.css'

/** A point in time with a bar (left axis) and a line (right axis). */
interface TrendPoint {
  readonly label: string
  readonly bar: number
  readonly line: number
  /** The list behind the bar. */
  readonly path?: string | null
}

interface TrendChartProps {
  readonly label: string
  readonly points: readonly TrendPoint[]
  readonly bar: { readonly name: string; readonly format: (value: number) => string; readonly axis: (value: number) => string }
  /** Without `axis` the line is a count. */
  readonly line: { readonly name: string; readonly format: (value: number) => string; readonly axis?: (value: number) => string }
  /** Minimum height. The chart grows with its card. */
  readonly height?: number
}

/** Returns the size of a box in whole pixels. */
function useRoom(least: { readonly width: number; readonly height: number }) {
  const { width, height } = least
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 640, height })
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: Math.max(width, Math.round(entry.contentRect.width)), height: Math.max(height, Math.round(entry.contentRect.height)) })
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [width, height])
  return [box, room] as const
}

/** Widths of the axis labels. Counts are narrower than money. */
const [moneyWide, countWide] = [64, 40]
const PAD = { top: 12, bottom: 26, left: moneyWide }

/** The tooltip of the point under the pointer. */
function Tip({ point, left, bar, line }: Pick<TrendChartProps, 'bar' | 'line'> & { readonly point: TrendPoint; readonly left: number }) {
  return (
    <div className="k-chart-tip" style={{ left }}>
      <b>{point.label}</b>
      <span>
        {bar.name} {bar.format(point.bar)}
      </span>
      <span>
        {line.name} {line.format(point.line)}
      </span>
    </div>
  )
}

interface AreasProps {
  readonly points: readonly TrendPoint[]
  readonly left: number
  readonly step: number
  readonly tall: number
  readonly onEnter: (index: number) => void
}

/** The hover areas of the points. Each shows its tooltip, and a click opens the list behind its bar. */
function Areas({ points, left, step, tall, onEnter }: AreasProps) {
  const go = useNavigate()
  return points.map((point, index) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same figures and links.
    <rect
      key={point.label}
      className={point.path ? 'k-chart-way' : undefined}
      x={left + step * index}
      y={PAD.top}
      width={step}
      height={tall}
      fill="transparent"
      onMouseEnter={() => onEnter(index)}
      onClick={() => point.path && void go(point.path)}
    />
  ))
}

function Picture({ points, bar, line, height: least, label }: Required<TrendChartProps>) {
  const titleId = useId()
  const [box, { width, height }] = useRoom({ width: 260, height: least })
  const [active, setActive] = useState<number | null>(null)
  const bars = axisOf(Math.max(...points.map((point) => point.bar), 0))
  const lines = axisOf(Math.max(...points.map((point) => point.line), 0), 4, line.axis === undefined)
  const [barTop, lineTop] = [bars.at(-1) ?? 1, lines.at(-1) ?? 1]
  const right = width - (line.axis ? moneyWide : countWide)
  const [inner, tall] = [right - PAD.left, height - PAD.top - PAD.bottom]
  const step = inner / Math.max(points.length, 1)
  const x = (index: number) => PAD.left + step * (index + 0.5)
  const y = (value: number, top: number) => PAD.top + tall - (value / top) * tall
  const wide = Math.min(34, step * 0.52)
  const every = Math.ceil(points.length / Math.max(3, Math.floor(inner / 56)))
  const shown = active === null ? null : points[active]
  const tipLeft = active === null ? 0 : Math.min(Math.max(x(active), 90), width - 90)
  return (
    <div ref={box} className="k-chart" style={{ minHeight: least }}>
      <svg width={width} height={height} role="img" aria-labelledby={titleId} onMouseLeave={() => setActive(null)}>
        <title id={titleId}>{`${label}: ${points.map((point) => `${point.label} ${bar.format(point.bar)} / ${line.format(point.line)}`).join('; ')}`}</title>
        {bars.map((tick) => (
          <g key={tick}>
            <line className="k-chart-rule" x1={PAD.left} x2={right} y1={y(tick, barTop)} y2={y(tick, barTop)} />
            <text className="k-chart-text" x={PAD.left - 8} y={y(tick, barTop) + 4} textAnchor="end">
              {bar.axis(tick)}
            </text>
          </g>
        ))}
        {lines.map((tick) => (
          <text key={tick} className="k-chart-text" x={right + 8} y={y(tick, lineTop) + 4}>
            {(line.axis ?? line.format)(tick)}
          </text>
        ))}
        {points.map((point, index) => (
          <g key={point.label}>
            <rect
              className={index === active ? 'k-chart-bar k-chart-on' : 'k-chart-bar'}
              x={x(index) - wide / 2}
              y={y(point.bar, barTop)}
              width={wide}
              height={Math.max(0, PAD.top + tall - y(point.bar, barTop))}
              rx="2"
            />
            {index % every === 0 ? (
              <text className="k-chart-text" x={x(index)} y={height - 8} textAnchor="middle">
                {point.label}
              </text>
            ) : null}
          </g>
        ))}
        <polyline className="k-chart-line" points={points.map((point, index) => `${x(index)},${y(point.line, lineTop)}`).join(' ')} />
        {points.map((point, index) => (
          <circle key={point.label} className="k-chart-dot" cx={x(index)} cy={y(point.line, lineTop)} r={index === active ? 4.5 : 3} />
        ))}
        <Areas points={points} left={PAD.left} step={step} tall={tall} onEnter={setActive} />
      </svg>
      {shown ? <Tip {...{ bar, line }} point={shown} left={tipLeft} /> : null}
    </div>
  )
}

/** Bars and a line over time, or the same figures as a table. */
export function TrendChart({ height = 240, ...rest }: TrendChartProps) {
  const say = useText()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { points, bar, line, label } = rest
  return (
    <div className="k-trend">
      <div className="k-row k-spread">
        <div className="k-row k-legend">
          <span>
            <i className="k-legend-bar" />
            {bar.name}
          </span>
          <span>
            <i className="k-legend-line" />
            {line.name}
          </span>
        </div>
        <Segmented
          aria-label={label}
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: say(texts.showChart) },
            { value: 'table', label: say(texts.showTable) },
          ]}
        />
      </div>
      {view === 'chart' ? (
        <Picture {...rest} height={height} />
      ) : (
        <div className="k-chart-table" style={{ maxHeight: height }}>
          <table aria-label={label}>
            <thead>
              <tr>
                <th scope="col" aria-label={label} />
                <th scope="col">{bar.name}</th>
                <th scope="col">{line.name}</th>
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.label}>
                  <th scope="row">{point.label}</th>
                  <td className="k-money">{point.path ? <Link to={point.path}>{bar.format(point.bar)}</Link> : bar.format(point.bar)}</td>
                  <td className="k-money">{line.format(point.line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
