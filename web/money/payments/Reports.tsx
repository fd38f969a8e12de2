import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { lineFields } from '#/api/money/lines.texts.ts'
import { offlineFieldNames, offlineResultNames } from '#/api/money/payouts.texts.ts'
import { add } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { offlineTexts } from './offline-texts.ts'
import { reportTexts } from './report-texts.ts'

type Report = OutputOf<typeof api.payouts.reports>['rows'][number]
type Action = 'confirm' | 'decline'

interface OpenDialog {
  readonly rows: readonly Report[]
  readonly action: Action
}

function DecideDialog({ openDialog: { rows, action }, onClose }: { readonly openDialog: OpenDialog; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.payouts.decideReports, { onDone: onClose })
  const isApproval = action === 'confirm'
  const amount = formatMoney(add(...rows.map((row) => row.amount)))
  return (
    <ReasonDialog
      title={t(reportTexts[action])}
      onClose={onClose}
      confirmText={t(reportTexts[action])}
      onConfirm={({ reason }) => void decide.submit({ reportIds: rows.map((row) => row.id), approve: isApproval, reason })}
      isDangerous={!isApproval}
      submission={decide}
      reason={{ label: t(offlineTexts.why), isOptional: isApproval }}
    >
      <p>{t(isApproval ? reportTexts.confirmAsk : reportTexts.declineAsk, { count: rows.length, amount })}</p>
    </ReasonDialog>
  )
}

/** The actions on pending reports. Disabled ones give the reason. */
function useReportDecisions(): { readonly buttons: (rows: readonly Report[]) => ReactNode; readonly dialog: ReactNode } {
  const t = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const buttons = (rows: readonly Report[]) => (
    <span className="k-row">
      <ActionButton
        type="link"
        size="small"
        reason={rows.find((row) => row.mayConfirm !== '')?.mayConfirm ?? ''}
        onPress={() => ask({ rows, action: 'confirm' })}
      >
        {t(reportTexts.confirm)}
      </ActionButton>
      <ActionButton type="link" size="small" reason="" onPress={() => ask({ rows, action: 'decline' })}>
        {t(reportTexts.decline)}
      </ActionButton>
    </span>
  )
  return { buttons, dialog: dialog ? <DecideDialog openDialog={dialog} onClose={() => ask(null)} /> : null }
}

/** The pending report of one line, with its decision. */
export function LineReport({ report }: { readonly report: Report }) {
  const t = useText()
  const { buttons, dialog } = useReportDecisions()
  const title = t(reportTexts.waits, { name: report.reportedBy, result: t(offlineResultNames[report.result]) })
  return (
    <>
      <Alert type="warning" showIcon title={title} description={`${report.serial} · ${report.reason}`} action={buttons([report])} />
      {report.fileId ? (
        <PreviewButton type="link" size="small" fileId={report.fileId}>
          {report.fileName}
        </PreviewButton>
      ) : null}
      {dialog}
    </>
  )
}

interface ReportsProps {
  readonly place: Parameters<typeof pageRequestOf>[0]
  readonly onPlace: Parameters<typeof pagingOf>[2]
}

/** 失败/退汇待确认: manual payments that one person reported as failed or returned. */
export function Reports({ place, onPlace }: ReportsProps) {
  const t = useText()
  const { buttons, dialog } = useReportDecisions()
  const [keys, select] = useState<readonly (number | string)[]>([])
  const list = useRead(api.payouts.reports, pageRequestOf(place), { follows: ['batches'] })
  const rows = list.data?.rows ?? []
  const columns: Column<Report>[] = [
    { key: 'line', title: t(offlineFieldNames.no), width: 190, isAlways: true, pin: 'left', render: (row) => row.lineNo },
    { key: 'result', title: t(offlineFieldNames.result), width: 90, isAlways: true, render: (row) => t(offlineResultNames[row.result]) },
    moneyColumn('amount', t(lineFields.net), 130, { isStrong: true }),
    { key: 'payee', title: t(reportTexts.payee), width: 110, render: (row) => row.payee },
    { key: 'unit', title: t(reportTexts.unit), width: 180, isCut: true, render: (row) => row.unitName },
    { key: 'batch', title: t(reportTexts.batch), width: 190, render: (row) => <Link to={`/zf/batch/${row.batchId}`}>{row.batchNo}</Link> },
    { key: 'serial', title: t(offlineFieldNames.serial), width: 170, render: (row) => row.serial },
    { key: 'at', title: t(offlineFieldNames.paidAt), width: 150, render: (row) => formatDateTime(row.happenedAt) },
    { key: 'why', title: t(offlineTexts.why), width: 160, isCut: true, render: (row) => row.reason },
    {
      key: 'slip',
      title: t(offlineTexts.slip),
      width: 130,
      render: (row) =>
        row.fileId ? (
          <PreviewButton type="link" size="small" fileId={row.fileId}>
            {row.fileName}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    { key: 'by', title: t(offlineTexts.by), width: 200, render: (row) => `${row.reportedBy} · ${formatDateTime(row.reportedAt)}` },
    { key: 'action', title: t(reportTexts.action), width: 180, pin: 'right', isAlways: true, render: (row) => buttons([row]) },
  ]
  const chosenRows = rows.filter((row) => keys.includes(row.id))
  return (
    <>
      <Alert type="info" showIcon title={t(reportTexts.note)} />
      <DataTable
        id="payout-reports"
        label={t(reportTexts.tab)}
        columns={columns}
        rows={rows}
        source={list}
        empty={{ reason: t(reportTexts.none) }}
        paging={pagingOf(place, list.data, onPlace)}
        selection={{ keys: chosenRows.map((row) => row.id), onChange: select, isBlocked: (row) => row.mayConfirm !== '', actions: buttons(chosenRows) }}
      />
      {dialog}
    </>
  )
}
