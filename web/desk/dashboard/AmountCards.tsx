import type { ReactNode } from 'react'
import type { Fen } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { texts } from './own-texts.ts'

interface AmountCard {
  readonly id: number | string
  readonly title: string
  readonly amount: Fen
  readonly note: string
  /** The components of the amount, shown on request. */
  readonly parts: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly action?: ReactNode
}

/** Amounts on a phone as cards, without horizontal scrolling. A tap shows the components. */
export function AmountCards({ label, cards }: { readonly label: string; readonly cards: readonly AmountCard[] }) {
  const t = useText()
  return (
    <ul className="d-amounts" aria-label={label}>
      {cards.map(({ id, title, amount, note, parts, action }) => (
        <li key={id}>
          <div className="d-amounts-head">
            <b>{title}</b>
            <Money value={amount} isStrong />
          </div>
          <span className="k-note">{note}</span>
          <div className="d-amounts-foot">
            <details>
              <summary>{t(texts.breakdown)}</summary>
              <dl>
                {parts.map((part) => (
                  <div key={part.label}>
                    <dt>{part.label}</dt>
                    <dd>{part.value}</dd>
                  </div>
                ))}
              </dl>
            </details>
            {action}
          </div>
        </li>
      ))}
    </ul>
  )
}
