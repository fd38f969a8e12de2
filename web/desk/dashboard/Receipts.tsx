import { useState } from 'react'
import { defaultPageSize, type PageSize } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { AmountCards } from './AmountCards.tsx'
import { texts } from './own-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'
import { scrollToLinkedSection } from './scroll-to-linked.ts'

type Answer = OutputOf<typeof api.dashboard.receipts>
type Row = Answer['rows'][number]

const POLL_MS = 300_000
const amounts = ['gross', 'tax', 'fee', 'net'] as const
/** The components of the net amount. */
const parts = ['gross', 'vat', 'surcharge', 'incomeTax', 'fee'] as const

function ReceiptButton({ row }: { readonly row: Row }) {
  const t = useText()
  return (
    <DownloadButton type="link" size="small" file={() => api.vouchers.own({ lineId: row.id })}>
      {t(texts.paper)}
    </DownloadButton>
  )
}

function Cards({ rows, totals, count }: Answer) {
  const t = useText()
  return (
    <>
      <p className="d-amounts-head">
        <b>{t(texts.receiptsTotal, { count })}</b>
        <Money value={totals.net} isStrong />
      </p>
      <AmountCards
        label={t(texts.receipts)}
        cards={rows.map((row) => ({
          id: row.id,
          title: row.unitName,
          amount: row.net,
          note: [formatDateTime(row.finishedAt), row.service].filter(Boolean).join(' · '),
          parts: [...parts.map((key) => ({ label: t(texts[key]), value: <Money value={row[key]} /> })), { label: t(texts.no), value: row.no }],
          action: <ReceiptButton row={row} />,
        }))}
      />
    </>
  )
}

function ReceiptsTable({ rows, totals, count }: Answer) {
  const t = useText()
  return (
    <ScrollTable>
      <table className="d-table d-table-words">
        <thead>
          <tr>
            <th scope="col">{t(texts.arrived)}</th>
            <th scope="col">{t(texts.payer)}</th>
            <th scope="col">{t(texts.service)}</th>
            {amounts.map((key) => (
              <th key={key} scope="col" className="d-right">
                {t(texts[key])}
              </th>
            ))}
            <th scope="col">{t(texts.no)}</th>
            <th scope="col">{t(texts.paper)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{formatDateTime(row.finishedAt)}</th>
              <td>{row.unitName}</td>
              <td>{row.service || '—'}</td>
              {amounts.map((key) => (
                <td key={key} className="d-right">
                  <Money value={row[key]} isStrong={key === 'net'} />
                </td>
              ))}
              <td>{row.no}</td>
              <td>
                <ReceiptButton row={row} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t(texts.receiptsTotal, { count })}
            </th>
            {amounts.map((key) => (
              <td key={key} className="d-right">
                <Money value={totals[key]} isStrong />
              </td>
            ))}
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
    </ScrollTable>
  )
}

/** The payments to an operator this year, with deductions and bank receipt. */
export function Receipts() {
  const t = useText()
  const isNarrow = useIsNarrow()
  const [{ page, size }, turn] = useState<{ page: number; size: PageSize }>({ page: 1, size: defaultPageSize })
  const receipts = useRead(api.dashboard.receipts, { page, size }, { everyMs: POLL_MS })
  return (
    <section id="receipts" ref={scrollToLinkedSection} tabIndex={-1} className="k-card d-whole" aria-labelledby="d-receipts">
      <h2 id="d-receipts">{t(texts.receipts)}</h2>
      <QueryContent query={receipts} lines={6}>
        {(answer) =>
          answer.count === 0 ? (
            <EmptyState title={t(texts.noReceipts)} reason={t(texts.noReceiptsMore)} />
          ) : (
            <>
              {isNarrow ? <Cards {...answer} /> : <ReceiptsTable {...answer} />}
              {answer.count > defaultPageSize ? (
                <Pager paging={{ page, size, count: answer.count, onChange: (to, rows) => turn({ page: to, size: rows }) }} firstKey={answer.rows[0]?.id} />
              ) : null}
            </>
          )
        }
      </QueryContent>
    </section>
  )
}
