import type { ReactNode } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { chartTexts } from './chart.texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { QueryContent } from './QueryContent.tsx'
import './chart.css'

/** The paging with which a chart reads its rows. */
export const chartRows = { page: 1, size: 200 } as const

/** The button in a table's toolbar that shows or hides the chart of the list. */
export function ChartButton({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const t = useText()
  return (
    <Button aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {t(chartTexts.chart)}
    </Button>
  )
}

interface ListChartProps<Answer> {
  readonly title: string
  /** The read of the list with its filter, so that chart and list have the same figures. */
  readonly query: Parameters<typeof QueryContent<Answer>>[0]['query']
  /** Shown when no row is left. */
  readonly empty?: { readonly title: Text; readonly reason: Text }
  readonly children: (answer: Answer) => ReactNode
}

const noChart = { title: chartTexts.noChart, reason: chartTexts.noChartMore }

/** The chart of a list under its filter, with its loading, empty and failed states. */
export function ListChart<Answer extends { readonly rows: readonly unknown[] }>({ title, query, empty = noChart, children }: ListChartProps<Answer>) {
  const t = useText()
  return (
    <section className="k-panel k-chart-panel" aria-label={title}>
      <h2>{title}</h2>
      <QueryContent query={query} lines={9}>
        {(answer) => (answer.rows.length === 0 ? <EmptyState title={t(empty.title)} reason={t(empty.reason)} /> : children(answer))}
      </QueryContent>
    </section>
  )
}
