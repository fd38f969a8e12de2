import { type Fen, subtract } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

/**
 * The sums of a batch: gross amount, the charges that the unit pays, and the total cost. Below, the split of the cost.
 */
export function BatchSums({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const sumItem = (label: Text, value: Fen, isStrong = false) => (
    <div>
      <dt>{t(label)}</dt>
      <dd>
        <Money value={value} isStrong={isStrong} />
      </dd>
    </div>
  )
  if (batch.lineCount === 0) return null
  return (
    <section className="p-sums" aria-label={t(texts.made)}>
      <dl className="p-sums-main">
        {sumItem(texts.grossAmount, batch.gross)}
        <span aria-hidden="true">+</span>
        {sumItem(texts.onTop, subtract(batch.cost, batch.gross))}
        <span aria-hidden="true">→</span>
        {sumItem(texts.cost, batch.cost, true)}
      </dl>
      <dl>
        <span aria-hidden="true">=</span>
        {sumItem(texts.netAmount, batch.net)}
        <span aria-hidden="true">+</span>
        {sumItem(texts.tax, batch.tax)}
        <span aria-hidden="true">+</span>
        {sumItem(texts.fee, batch.fee)}
      </dl>
    </section>
  )
}
