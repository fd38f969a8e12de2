import { importFields } from '#/api/onboarding/imports.texts.ts'
import { reportFields, reportParts } from '#/api/onboarding/income.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Part = OutputOf<typeof api.imports.report>['parts'][number]

const wholeParts: readonly Part['part'][] = ['file', 'list']

/** The totals of a list of earlier income by part: a dry run while the list is open, then the imported data. */
export function IncomeReport({ importId, version }: { readonly importId: number; readonly version: number }) {
  const t = useText()
  const report = useRead(api.imports.report, { importId })
  const moneyColumn = (key: 'gross' | 'vat' | 'surcharges' | 'withheld', title: string): Column<Part> => ({
    key,
    title,
    width: 140,
    align: 'right',
    render: (row) => <Money value={row[key]} isStrong={wholeParts.includes(row.part)} />,
  })
  const count = (key: 'rows' | 'people' | 'months', title: string): Column<Part> => ({
    key,
    title,
    width: 90,
    align: 'right',
    render: (row) => row[key] ?? '—',
  })
  const columns: Column<Part>[] = [
    { key: 'part', title: t(reportFields.part), width: 170, isAlways: true, render: (row) => t(reportParts[row.part]) },
    count('rows', t(reportFields.rows)),
    count('people', t(reportFields.people)),
    count('months', t(reportFields.months)),
    moneyColumn('gross', t(importFields.gross)),
    moneyColumn('withheld', t(importFields.withheld)),
    moneyColumn('vat', t(importFields.vat)),
    moneyColumn('surcharges', t(reportFields.surcharges)),
  ]
  // A correction that changes nothing gets no line.
  const rows = (report.data?.parts ?? []).filter((row) => row.part !== 'corrected' || row.rows !== 0 || row.gross !== 0 || row.withheld !== 0 || row.vat !== 0)
  return (
    <section className="k-card k-stack" aria-label={t(texts.report)}>
      <div className="k-row k-spread">
        <h2 className="k-row">
          {t(texts.report)} {report.data?.addsUp ? <StatusTag tone="green">{t(texts.addsUp)}</StatusTag> : null}
        </h2>
        <DownloadButton file={() => api.imports.exportReport({ importId })}>{t(texts.reportExport)}</DownloadButton>
      </div>
      <DataTable
        key={version}
        id="income-report"
        label={t(texts.report)}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.part}
        source={report}
        empty={{ reason: t(texts.noRows) }}
        isPlain
      />
      {report.data && report.data.unread > 0 ? <p className="k-note">{t(texts.unread, { count: report.data.unread })}</p> : null}
    </section>
  )
}
