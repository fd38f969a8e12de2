import { useState } from 'react'
import type { ShowcaseTransaction } from '#/api/desk/showcase.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { formatCount, formatMoney, formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useMock } from '#/web/showcase/mocks.ts'
import { AgeChart } from '#/web/ui/AgeChart.tsx'
import { LimitBar } from '#/web/ui/LimitBar.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { ShareBars } from '#/web/ui/ShareBars.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'

const chartTexts = {
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  orders: { zh: '笔数', en: 'Orders', es: 'Pedidos', ja: '件数' },
  visits: { zh: '访问量', en: 'Visits', es: 'Visitas', ja: '訪問数' },
  expected: { zh: '预期', en: 'Expected', es: 'Previsto', ja: '予想' },
  period: { zh: '期间', en: 'Period', es: 'Período', ja: '期間' },
  week: { zh: '近 7 天', en: '7 days', es: '7 días', ja: '7 日間' },
  month: { zh: '近 30 天', en: '30 days', es: '30 días', ja: '30 日間' },
  parts: { zh: '构成与临界值', en: 'Parts and a threshold', es: 'Partes y umbral', ja: '内訳と基準額' },
  limit: { zh: '临界值', en: 'Threshold', es: 'Umbral', ja: '基準額' },
  shares: { zh: '占比', en: 'Shares', es: 'Proporciones', ja: '構成比' },
  ages: { zh: '账龄', en: 'Age', es: 'Antigüedad', ja: '経過日数' },
  bar: { zh: '第 {number} 项', en: 'Bar {number}', es: 'Barra {number}', ja: '棒 {number}' },
} as const satisfies Record<string, Text>

function useCountFormat(): (value: number) => string {
  const currentLanguage = useLanguage()
  return (value) => formatCount(value, currentLanguage)
}

/** A chart whose figures change by arrow keys. */
export function KeyboardChart() {
  const t = useText()
  const count = useCountFormat()
  const [values, setValues] = useState([40, 65, 52, 80, 33, 71])
  return (
    <>
      <div className="x-bars">
        {values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars never move.
          <label key={at} className="x-field">
            <span>{t(chartTexts.bar, { number: at + 1 })}</span>
            <input type="range" min={0} max={100} value={value} onChange={(event) => setValues(values.with(at, Number(event.target.value)))} />
          </label>
        ))}
      </div>
      <TrendChart
        label={t(chartTexts.visits)}
        series={[
          { name: t(chartTexts.visits), shape: 'bar', format: count },
          { name: t(chartTexts.expected), shape: 'line', side: 'right', format: count },
        ]}
        points={values.map((value, at) => ({
          label: String(at + 1),
          values: [value, Math.round(values.slice(0, at + 1).reduce((sum, each) => sum + each, 0) / (at + 1))],
        }))}
      />
    </>
  )
}

const amounts = { format: (value: number) => formatMoney(value as Fen) }

/** All parts of the chart set: stacked bars, a negative amount, a threshold, a line with a gap, shares. */
export function ChartParts() {
  const t = useText()
  const currentLanguage = useLanguage()
  const formatAxis = (value: number) => formatShortMoney(value, currentLanguage)
  const points = [
    [820_000, 90_000, 40_000, 700_000],
    [960_000, 120_000, 60_000, null],
    [640_000, 0, 20_000, 900_000],
    [-150_000, 30_000, 10_000, 400_000],
    [1_100_000, 160_000, 80_000, 1_000_000],
  ]
  return (
    <>
      <TrendChart
        label={t(chartTexts.parts)}
        series={[
          { name: t(chartTexts.amount), shape: 'bar', ...amounts, axis: formatAxis },
          { name: t(chartTexts.orders), shape: 'bar', ...amounts, axis: formatAxis },
          { name: t(chartTexts.visits), shape: 'bar', ...amounts, axis: formatAxis },
          { name: t(chartTexts.expected), shape: 'line', ...amounts, axis: formatAxis },
        ]}
        points={points.map((values, at) => ({ label: String(at + 1), values }))}
        limits={[{ name: t(chartTexts.limit), value: 1_000_000 }]}
      />
      <ShareBars
        label={t(chartTexts.shares)}
        most={3}
        format={amounts.format}
        shares={[600_000, 300_000, 80_000, 15_000, 5000].map((value, at) => ({ key: at, name: t(chartTexts.bar, { number: at + 1 }), value }))}
      />
      <AgeChart
        label={t(chartTexts.ages)}
        rows={[0, 0, 2, 5, 6, 12, 45]}
        count={9}
        daysOf={(days) => days}
        amountOf={(days) => days * 10_000 - 80_000}
        amountName={t(chartTexts.amount)}
      />
      {[0, 250_000, 700_000, 1_200_000].map((value) => (
        <LimitBar
          key={value}
          label={t(chartTexts.amount)}
          value={value}
          format={amounts.format}
          limits={[600_000, 1_000_000].map((limit, at) => ({
            name: `${t(chartTexts.limit)} ${at + 1}: ${amounts.format(limit)}`,
            value: limit,
            isReached: value >= limit,
          }))}
        />
      ))}
    </>
  )
}

const daysByPeriod = { week: 7, month: 30 } as const

export function LineChart() {
  const t = useText()
  const count = useCountFormat()
  const [period, setPeriod] = useState<keyof typeof daysByPeriod>('week')
  const points = Array.from({ length: daysByPeriod[period] }, (_, at) => ({ label: String(at + 1), values: [80 + ((at * 37) % 90), 100 + ((at * 23) % 60)] }))
  return (
    <>
      <div className="k-row">
        <Segmented
          aria-label={t(chartTexts.period)}
          value={period}
          onChange={setPeriod}
          options={(Object.keys(daysByPeriod) as (keyof typeof daysByPeriod)[]).map((value) => ({ value, label: t(chartTexts[value]) }))}
        />
      </div>
      <TrendChart
        label={t(chartTexts.visits)}
        series={[
          { name: t(chartTexts.visits), shape: 'bar', format: count },
          { name: t(chartTexts.expected), shape: 'line', format: count },
        ]}
        points={points}
      />
    </>
  )
}

/** Amounts and counts of the demo's transactions on two axes. */
export function MixedChart() {
  const t = useText()
  const currentLanguage = useLanguage()
  const count = useCountFormat()
  const source = useMock<{ items: ShowcaseTransaction[] }>('/transaction/list')
  return (
    <>
      <QueryContent query={source}>
        {({ items }) => (
          <TrendChart
            label={t(chartTexts.amount)}
            series={[
              {
                name: t(chartTexts.amount),
                shape: 'bar',
                format: (value) => formatMoney(value as Fen),
                axis: (value) => formatShortMoney(value, currentLanguage),
              },
              { name: t(chartTexts.orders), shape: 'line', side: 'right', format: count },
            ]}
            points={[...Map.groupBy(items, ({ username }) => username)].map(([name, rows]) => ({
              label: name,
              values: [rows.reduce((sum, { price }) => sum + price, 0), rows.length],
            }))}
          />
        )}
      </QueryContent>
      <ChartParts />
    </>
  )
}
