import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { invoiceFields as fields } from '#/api/taxation/invoices.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Money } from '#/web/ui/Money.tsx'
import { texts } from './texts.ts'
import './invoices.css'

interface CardProps {
  readonly label: string
  readonly value: Fen | undefined
  readonly note: string
  /** The query of the rows behind the figure. */
  readonly query: string
  readonly page?: 'fpListDz' | 'fpListGth'
}

/** A figure above a list of invoices, linked to its rows. */
export function Card({ label, value, note, query, page = 'fpListDz' }: CardProps) {
  return (
    <Link className="k-panel" to={`${pages[page].path}?${query}`}>
      <span className="k-muted">{label}</span>
      <strong>
        <Money value={value ?? null} isSigned={value !== undefined && value < 0} />
      </strong>
      <span className="k-note">{note}</span>
    </Link>
  )
}

/** The amounts to invoice, pending, issued and to reverse. Each links to its rows. */
export function Figures() {
  const t = useText()
  const { data } = useRead(api.invoices.figures, {})
  return (
    <section className="fp-figures" aria-label={t(texts.quota)}>
      <Card
        label={t(texts.quota)}
        value={data?.quota}
        note={data ? t(texts.quotaNote, { paid: formatMoney(data.paid), used: formatMoney(data.used) }) : ''}
        query="pane=free"
      />
      <Card
        label={t(texts.waiting)}
        value={data?.waiting}
        note={data ? t(texts.count, { count: data.waitingCount }) : ''}
        query="states=pending,todo,issuing,part,failed"
      />
      <Card label={t(texts.issued)} value={data?.issued} note={data ? t(texts.papers, { count: data.issuedCount }) : ''} query="states=issued,part,failed" />
      <Card label={t(fields.redDue)} value={data?.redDue} note={data ? t(texts.payments, { count: data.redDueCount }) : ''} query="pane=returned" />
    </section>
  )
}
