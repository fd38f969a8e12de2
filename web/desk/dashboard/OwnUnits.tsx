import { Link } from 'react-router'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ShareBars } from '#/web/ui/ShareBars.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { noCommissionReasons, texts } from './own-texts.ts'
import { ScrollTable } from './ScrollTable.tsx'
import { scrollToLinkedSection } from './scroll-to-linked.ts'
import { unitTotals } from './unit-totals.ts'

const POLL_MS = 300_000

/** A partner's units with their totals. */
export function OwnUnits() {
  const t = useText()
  const units = useRead(api.dashboard.ownUnits, {}, { everyMs: POLL_MS })
  return (
    <section id="units" ref={scrollToLinkedSection} tabIndex={-1} className="k-card d-whole" aria-labelledby="d-units">
      <h2 id="d-units">{t(texts.units)}</h2>
      <p className="k-note">{t(texts.unitsNote)}</p>
      <QueryContent query={units} lines={4}>
        {(rows) => {
          const totals = unitTotals(rows)
          return rows.length === 0 ? (
            <EmptyState title={t(texts.noUnits)} reason={t(texts.noUnitsMore)} />
          ) : (
            <>
              {rows.filter((row) => row.commission > 0).length > 1 ? (
                <ShareBars
                  label={t(texts.commission)}
                  format={(value) => formatYuan(fen(value))}
                  shares={rows
                    .filter((row) => row.commission > 0)
                    .map((row) => ({ key: row.unitId, name: row.unitName, value: row.commission, path: row.path }))}
                />
              ) : null}
              <ScrollTable>
                <table className="d-table">
                  <thead>
                    <tr>
                      <th scope="col">{t(texts.unit)}</th>
                      <th scope="col">{t(texts.unitNet)}</th>
                      <th scope="col">{t(texts.commission)}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.unitId}>
                        <th scope="row">
                          {row.path ? <Link to={row.path}>{row.unitName}</Link> : row.unitName}{' '}
                          {row.isOwn ? null : <StatusTag tone="grey">{t(texts.formerUnit)}</StatusTag>}
                        </th>
                        <td>
                          <Money value={row.net} />
                        </td>
                        <td className="d-wrap">
                          <Money value={row.commission} />
                          {row.why ? <span className="k-note"> · {t(noCommissionReasons[row.why])}</span> : null}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row">{t(texts.unitsTotal, { count: totals.own, former: totals.former })}</th>
                      <td>
                        <Money value={totals.net} isStrong />
                      </td>
                      <td>
                        <Money value={totals.commission} isStrong />
                      </td>
                    </tr>
                  </tfoot>
                </table>
              </ScrollTable>
            </>
          )
        }}
      </QueryContent>
    </section>
  )
}
