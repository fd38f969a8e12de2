import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { AmountCards } from './AmountCards.tsx'
import { texts } from './own-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'
import { scrollToLinkedSection } from './scroll-to-linked.ts'

type Rows = OutputOf<typeof api.dashboard.taxRecord>

const POLL_MS = 300_000
const amounts = ['gross', 'vat', 'surcharge', 'incomeTax', 'tax'] as const
const parts = ['gross', 'vat', 'surcharge', 'incomeTax'] as const

function Cards({ rows }: { readonly rows: Rows }) {
  const t = useText()
  return (
    <AmountCards
      label={t(texts.taxRecord)}
      cards={rows.map((row) => ({
        id: `${row.month}${row.agent}`,
        title: row.month,
        amount: row.tax,
        note: row.agent,
        parts: parts.map((key) => ({ label: t(texts[key]), value: <Money value={row[key]} /> })),
      }))}
    />
  )
}

function TaxTable({ rows }: { readonly rows: Rows }) {
  const t = useText()
  return (
    <ScrollTable>
      <table className="d-table d-table-words">
        <thead>
          <tr>
            <th scope="col">{t(texts.month)}</th>
            <th scope="col">{t(texts.agent)}</th>
            {amounts.map((key) => (
              <th key={key} scope="col" className="d-right">
                {t(texts[key])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.month}${row.agent}`}>
              <th scope="row">{row.month}</th>
              <td>{row.agent}</td>
              {amounts.map((key) => (
                <td key={key} className="d-right">
                  <Money value={row[key]} isStrong={key === 'tax'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollTable>
  )
}

/** The tax withheld from an operator this year, by month, withholding agent and tax. */
export function TaxRecord() {
  const t = useText()
  const isNarrow = useIsNarrow()
  const record = useRead(api.dashboard.taxRecord, {}, { everyMs: POLL_MS })
  return (
    <section id="taxes" ref={scrollToLinkedSection} tabIndex={-1} className="k-card d-whole" aria-labelledby="d-taxes">
      <h2 id="d-taxes">{t(texts.taxRecord)}</h2>
      <QueryContent query={record} lines={4}>
        {(rows) => (rows.length === 0 ? <p className="k-muted">{t(texts.noTaxRecord)}</p> : isNarrow ? <Cards rows={rows} /> : <TaxTable rows={rows} />)}
      </QueryContent>
    </section>
  )
}
