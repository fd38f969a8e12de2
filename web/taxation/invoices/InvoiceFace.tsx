import { useState } from 'react'
import { invoiceFields as fields } from '#/api/taxation/invoices.texts.ts'
import { formatPpm, yuanInChineseNumerals } from '#/domain/base/money.ts'
import type { InvoiceKind } from '#/domain/taxation/invoice.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { LeftOutlined, RightOutlined } from '#/web/ui/icons.ts'
import { Money } from '#/web/ui/Money.tsx'
import { texts as kitTexts } from '#/web/ui/texts.ts'
import { texts } from './texts.ts'
import './invoices.css'

type PlannedInvoices = OutputOf<typeof api.invoices.preview>

interface Party {
  readonly name: string
  readonly taxNo: string
}

function Side({ label, party, more }: { readonly label: string; readonly party: Party; readonly more: readonly string[] }) {
  const t = useText()
  const rest = more.filter(Boolean).join(' ')
  return (
    <div>
      <span className="k-muted">{label}</span>
      <div>{party.name}</div>
      <div>
        <span className="k-muted">{t(texts.taxNo)}</span> {party.taxNo}
      </div>
      {rest ? <div className="k-note">{rest}</div> : null}
    </div>
  )
}

interface InvoiceFaceProps {
  readonly planned: PlannedInvoices
  readonly kind: InvoiceKind
  readonly remark: string
}

/** A preview of a planned invoice, without number and date. */
function Sheet({ planned, kind, remark, at }: InvoiceFaceProps & { readonly at: number }) {
  const t = useText()
  const { buyer, seller, goods, ratePpm } = planned
  const part = planned.parts[at]
  if (!part) return null
  return (
    <article className="fp-sheet" aria-label={t(texts.preview)}>
      <h4>{t(texts.faceTitle, { kind })}</h4>
      <div className="fp-face">
        <Side label={t(texts.buyer)} party={buyer} more={[buyer.address, buyer.telephone, buyer.bank, buyer.accountNo]} />
        <Side label={t(texts.seller)} party={seller} more={[seller.bank, seller.accountNo]} />
      </div>
      <div className="fp-items">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(fields.goods)}</th>
              <th scope="col">{t(fields.price)}</th>
              <th scope="col">{t(fields.rate)}</th>
              <th scope="col">{t(fields.tax)}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{goods}</td>
              <td>
                <Money value={part.price} />
              </td>
              <td>{formatPpm(ratePpm)}%</td>
              <td>
                <Money value={part.tax} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <div>
        {t(fields.amount)} <span lang="zh">{yuanInChineseNumerals(part.amount)}</span> <Money value={part.amount} isStrong />
      </div>
      <div>
        <span className="k-muted">{t(fields.remark)}</span> {remark || '—'}
      </div>
      <p className="k-note">{t(texts.faceNote)}</p>
    </article>
  )
}

/** Scrolls the preview into view, because it appears below a form that fills the dialog. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function InvoicePager({ at, count, onTurn }: { readonly at: number; readonly count: number; readonly onTurn: (at: number) => void }) {
  const t = useText()
  return (
    <nav className="k-row" aria-label={t(kitTexts.pages)}>
      <Button size="small" aria-label={t(kitTexts.previousPage)} icon={<Icon of={LeftOutlined} />} disabled={at <= 1} onClick={() => onTurn(at - 1)} />
      <span>
        {at} / {count}
      </span>
      <Button size="small" aria-label={t(kitTexts.nextPage)} icon={<Icon of={RightOutlined} />} disabled={at >= count} onClick={() => onTurn(at + 1)} />
    </nav>
  )
}

/** The planned invoices one by one, with their total. */
export function InvoiceFace(props: InvoiceFaceProps) {
  const t = useText()
  const [at, turn] = useState(1)
  const { planned } = props
  const { parts } = planned
  return (
    <section className="k-panel k-stack" ref={reveal}>
      <span>
        {t(fields.price)} <Money value={planned.price} /> · {t(fields.tax)} <Money value={planned.tax} /> · {t(fields.amount)}{' '}
        <Money value={planned.amount} isStrong />
      </span>
      <span className="k-note">
        {t(texts.over, { batches: planned.batchCount, lines: planned.lineCount, rate: formatPpm(planned.ratePpm), policy: planned.policyVersion })}
      </span>
      <span>{t(texts.parts, { count: parts.length, most: formatMoney(planned.most) })}</span>
      <Sheet {...props} at={at - 1} />
      {parts.length > 1 ? <InvoicePager at={at} count={parts.length} onTurn={turn} /> : null}
    </section>
  )
}
