import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { QueryContent } from './QueryContent.tsx'
import { texts } from './texts.ts'
import './chart.css'

/** Shows and hides the chart of a list. Belongs to the tools of its table. */
export function ChartButton({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const say = useText()
  return (
    <Button aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {say(texts.chart)}
    </Button>
  )
}

interface ListChartProps<Row> {
  readonly title: string
  /** The read of the table, so that chart and table always have the same figures. */
  readonly query: Parameters<typeof QueryContent<{ readonly rows: readonly Row[] }>>[0]['query']
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The chart of the rows that a table shows, with its loading, empty and failed states. */
export function ListChart<Row>({ title, query, children }: ListChartProps<Row>) {
  const say = useText()
  return (
    <section className="k-panel k-chart-panel" aria-label={title}>
      <div className="k-row k-spread">
        <h2>{title}</h2>
        <span className="k-note">{say(texts.chartOfPage)}</span>
      </div>
      <QueryContent query={query} lines={8}>
        {({ rows }) => (rows.length === 0 ? <EmptyState title={say(texts.noChart)} reason={say(texts.noChartMore)} /> : children(rows))}
      </QueryContent>
    </section>
  )
}
