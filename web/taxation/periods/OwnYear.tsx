import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, fen, formatPpm, formatYuan, sumOf } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import type { ChartSeries } from '#/web/ui/chart.ts'
import { LimitBar } from '#/web/ui/LimitBar.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { yearTexts as texts } from './year.texts.ts'
import './year.css'

type OwnPeriods = OutputOf<typeof api.periods.own>
type OwnMonth = OwnPeriods['rows'][number]

interface OwnYearProps {
  readonly rows: readonly OwnMonth[]
  readonly limits: OwnPeriods['limits']
}

/**
 * Returns the rows of each month from the first to the last, including months without rows. Each centre has a separate
 * row.
 */
function monthsOf(rows: readonly OwnMonth[]): [month: string, rows: readonly OwnMonth[]][] {
  const byMonth = Map.groupBy(rows, (row) => row.month)
  const sortedMonths = [...byMonth.keys()].sort()
  const months: [string, readonly OwnMonth[]][] = []
  for (let month = sortedMonths[0] ?? ''; month !== '' && month <= (sortedMonths.at(-1) ?? ''); month = shiftMonth(month, 1))
    months.push([month, byMonth.get(month) ?? []])
  return months
}

function useMoneyFormats() {
  const currentLanguage = useLanguage()
  return { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, currentLanguage) }
}

/** Sales of each month next to the VAT threshold, and the tax. */
function Sales({ rows, limits }: OwnYearProps) {
  const t = useText()
  const moneyFormats = useMoneyFormats()
  return (
    <section className="k-panel" aria-label={t(texts.sales)}>
      <h2>{t(texts.sales)}</h2>
      <TrendChart
        label={t(texts.sales)}
        series={[
          { name: t(texts.withoutVat), shape: 'bar', ...moneyFormats },
          { name: t(fields.total), shape: 'line', side: 'right', ...moneyFormats },
        ]}
        points={monthsOf(rows).map(([month, own]) => ({
          label: month.slice(2),
          values: [sumOf(own, (row) => row.sales), add(...own.flatMap((row) => [row.vat, row.surcharge, row.iit]))],
        }))}
        limits={limits ? [{ name: t(texts.vatLimit, { amount: formatYuan(limits.vatMonth) }), value: limits.vatMonth }] : []}
      />
    </section>
  )
}

/** Cumulative taxable income compared with the brackets. Each centre withholds separately, so each has its own line. */
function TaxableIncomeChart({ rows, limits }: OwnYearProps) {
  const t = useText()
  const moneyFormats = useMoneyFormats()
  const centres = [...new Set(rows.map((row) => row.centreName))]
  const series: ChartSeries[] = centres.map((name) => ({ name, shape: 'line', ...moneyFormats }))
  const brackets = limits?.brackets ?? []
  return (
    <section className="k-panel" aria-label={t(texts.taxable)}>
      <h2>{t(texts.taxable)}</h2>
      <TrendChart
        label={t(texts.taxable)}
        series={series}
        points={monthsOf(rows).map(([month, own]) => ({
          label: month.slice(2),
          values: centres.map((name) => own.find((row) => row.centreName === name)?.taxable ?? null),
        }))}
        limits={brackets.map(({ above, ratePpm }) => ({
          name: t(texts.bracket, { rate: formatPpm(ratePpm), amount: formatYuan(above) }),
          value: above,
        }))}
      />
    </section>
  )
}

/** Compares the sales of twelve months with the warning threshold and with the one for registration as a business. */
function RollingSales({ limits, sales }: { readonly limits: NonNullable<OwnPeriods['limits']>; readonly sales: Fen }) {
  const t = useText()
  const [warning, guide] = [formatYuan(limits.warnSales), formatYuan(limits.guideSales)]
  return (
    <div className="k-panel">
      <LimitBar
        label={t(texts.rolling, { month: limits.month })}
        value={sales}
        format={(value) => formatYuan(fen(value))}
        limits={[
          { name: t(texts.warnAt, { amount: warning }), value: limits.warnSales, isReached: sales >= limits.warnSales },
          { name: t(texts.guideAbove, { amount: guide }), value: limits.guideSales, isReached: sales > limits.guideSales },
        ]}
      />
    </div>
  )
}

/** The operator's year as charts with the thresholds that raise the tax or require a registration. */
export function OwnYear({ rows, limits, rollingSales }: OwnYearProps & { readonly rollingSales: Fen }) {
  const t = useText()
  return (
    <>
      <div className="t-year">
        <Sales rows={rows} limits={limits} />
        <TaxableIncomeChart rows={rows} limits={limits} />
      </div>
      {limits ? <RollingSales limits={limits} sales={rollingSales} /> : null}
      {limits ? <p className="k-note">{t(texts.limits, { month: limits.month, isInclusive: String(limits.isInclusive) })}</p> : null}
    </>
  )
}
