import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { chartTexts } from './chart.texts.ts'
import { seriesClass } from './chart.ts'
import { Segmented } from './Segmented.tsx'
import { TrendPicture, type TrendPictureProps, valueText } from './TrendPicture.tsx'
import './chart.css'

type TrendChartProps = Omit<TrendPictureProps, 'height'> & { readonly height?: number }

/** The values of a chart as a table, with all limits. */
function TrendTable({ label, points, series, limits = [], height }: TrendPictureProps) {
  const t = useText()
  const format = series.find(({ side }) => side !== 'right')?.format
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="k-chart-table" style={{ maxHeight: height }} tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.path ? <Link to={point.path}>{point.label}</Link> : point.label}</th>
              {series.map((each, at) => (
                <td key={each.name} className="k-money">
                  {valueText(each, point, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {limits.length === 0 ? null : (
        <p className="k-note">
          {t(chartTexts.limits)} {limits.map(({ name, value }) => `${name} ${format?.(value) ?? ''}`).join(' · ')}
        </p>
      )}
    </section>
  )
}

/** Bars, lines and thresholds over time, or the same figures as a table. */
export function TrendChart({ height = 240, ...rest }: TrendChartProps) {
  const t = useText()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { series, label } = rest
  return (
    <div className="k-trend">
      <div className="k-row k-spread">
        <div className="k-row k-legend">
          {series.map((each, at) => (
            <span key={each.name}>
              <i className={`k-legend-${each.shape} ${seriesClass(series, at)}`} />
              {each.name}
            </span>
          ))}
        </div>
        <Segmented
          aria-label={label}
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t(chartTexts.showChart) },
            { value: 'table', label: t(chartTexts.showTable) },
          ]}
        />
      </div>
      {view === 'chart' ? <TrendPicture {...rest} height={height} /> : <TrendTable {...rest} height={height} />}
    </div>
  )
}
