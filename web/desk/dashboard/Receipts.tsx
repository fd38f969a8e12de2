import { useState } from 'react'
import { type PageSize, usualPageSize } from '#/domain/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoment } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './own-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'

const LOOK_MS = 300_000
const amounts = ['gross', 'tax', 'fee', 'net'] as const

/** What an operator was paid this year, one by one, with what was taken off. */
export function Receipts() {
  const say = useText()
  const [{ page, size }, turn] = useState<{ page: number; size: PageSize }>({ page: 1, size: usualPageSize })
  const receipts = useRead(api.dashboard.receipts, { page, size }, { everyMs: LOOK_MS, isQuiet: true })
  return (
    <section id="receipts" tabIndex={-1} className="k-card d-whole" aria-labelledby="d-receipts">
      <h2 id="d-receipts">{say(texts.receipts)}</h2>
      <QueryContent query={receipts} lines={6}>
        {({ rows, totals, count }) =>
          count === 0 ? (
            <EmptyState title={say(texts.noReceipts)} reason={say(texts.noReceiptsMore)} />
          ) : (
            <>
              <ScrollTable>
                <table className="d-table d-table-words">
                  <thead>
                    <tr>
                      <th scope="col">{say(texts.arrived)}</th>
                      <th scope="col">{say(texts.payer)}</th>
                      <th scope="col">{say(texts.service)}</th>
                      {amounts.map((key) => (
                        <th key={key} scope="col" className="d-right">
                          {say(texts[key])}
                        </th>
                      ))}
                      <th scope="col">{say(texts.no)}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.id}>
                        <th scope="row">{formatMoment(row.finishedAt)}</th>
                        <td>{row.unitName}</td>
                        <td>{row.service || '—'}</td>
                        {amounts.map((key) => (
                          <td key={key} className="d-right">
                            <Money value={row[key]} isStrong={key === 'net'} />
                          </td>
                        ))}
                        <td>{row.no}</td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row" colSpan={3}>
                        {say(texts.receiptsTotal, { count })}
                      </th>
                      {amounts.map((key) => (
                        <td key={key} className="d-right">
                          <Money value={totals[key]} isStrong />
                        </td>
                      ))}
                      <td />
                    </tr>
                  </tfoot>
                </table>
              </ScrollTable>
              {count > usualPageSize ? (
                <Pager paging={{ page, size, count, onChange: (to, rows) => turn({ page: to, size: rows }) }} firstKey={rows[0]?.id} />
              ) : null}
            </>
          )
        }
      </QueryContent>
    </section>
  )
}
