import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { planTexts } from './plan-texts.ts'
import { texts } from './texts.ts'

type ReportDetail = OutputOf<typeof api.platformreports.get>
type Centre = ReportDetail['centres'][number]

/** The figures of each centre in a platform report, which add up to the report. */
export function Centres({ report }: { readonly report: ReportDetail }) {
  const t = useText()
  const columns: Column<Centre>[] = [
    { key: 'centre', title: t(texts.centre), width: 220, isAlways: true, pin: 'left', render: (row) => row.centreName },
    { key: 'people', title: t(texts.people), width: 90, align: 'right', render: (row) => row.people },
    { key: 'payments', title: t(texts.payments), width: 90, align: 'right', render: (row) => row.payments, total: report.payments },
    moneyColumn('gross', t(texts.gross), 150, { total: <Money value={report.gross} /> }),
    moneyColumn('refund', t(texts.refund), 150, { total: <Money value={report.refund} /> }),
    moneyColumn('net', t(texts.net), 150, { total: <Money value={report.net} /> }),
  ]
  return (
    <DataTable
      id="platform-centres"
      label={t(planTexts.byCentre)}
      columns={columns}
      rows={report.centres}
      rowKey={(row) => row.centreId}
      empty={{ reason: t(texts.none) }}
    />
  )
}
