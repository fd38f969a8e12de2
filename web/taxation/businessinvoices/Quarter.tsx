import { thresholdStatusNames } from '#/api/taxation/businessinvoices.texts.ts'
import { fen, formatPpm, formatYuan } from '#/domain/base/money.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { LimitBar } from '#/web/ui/LimitBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type QuarterSummary = NonNullable<OutputOf<typeof api.businessinvoices.standing>['quarter']>

const ThresholdTag = stateTag(thresholdStatusNames, { below: 'green', near: 'gold', reached: 'gold' })

/** The quarter's sales and the threshold in a table cell, with a tag when the sales are near or above the threshold. */
export function QuarterCell({ quarter }: { readonly quarter: QuarterSummary | null }) {
  if (!quarter) return '—'
  return (
    <>
      <Money value={quarter.sales} /> / {formatMoney(quarter.threshold)} {quarter.stand === 'below' ? null : <ThresholdTag state={quarter.stand} />}
    </>
  )
}

/** The composition of the quarter's sales and the rule applied. */
export function QuarterFacts({ quarter }: { readonly quarter: QuarterSummary }) {
  const t = useText()
  const { stand } = quarter
  const summary = t(texts.quarterMade, {
    paid: formatMoney(quarter.paid),
    returned: formatMoney(quarter.returned),
    rate: formatPpm(quarter.ratePpm),
    sales: formatMoney(quarter.sales),
    threshold: formatMoney(quarter.threshold),
  })
  return (
    <div className="k-stack">
      <LimitBar
        label={t(texts.quarterSales)}
        value={quarter.sales}
        format={(value) => formatYuan(fen(value))}
        limits={[
          {
            name: `${t(texts.quarterTitle, { quarter: quarter.quarter })} ${formatMoney(quarter.threshold)}`,
            value: quarter.threshold,
            isReached: stand === 'reached',
          },
        ]}
      />
      <Alert
        type={stand === 'below' ? 'info' : 'warning'}
        role="note"
        title={`${t(texts.quarterTitle, { quarter: quarter.quarter })} · ${t(thresholdStatusNames[stand])}`}
        description={
          <>
            <p>{summary}</p>
            <p className="k-note">{t(texts.quarterRule, { policy: quarter.policyVersion, from: quarter.policyFrom })}</p>
          </>
        }
      />
    </div>
  )
}
