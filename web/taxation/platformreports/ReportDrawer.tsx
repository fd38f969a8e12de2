import { useState } from 'react'
import { identityStatusNames } from '#/api/taxation/platformreports.texts.ts'
import { identityStatuses } from '#/domain/taxation/platform-report.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ExportPlainDialog } from '#/web/parts/plain/ExportPlain.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { Centres } from './Centres.tsx'
import { Ground, Parts } from './Parts.tsx'
import { planTexts } from './plan-texts.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { ReportTag } from './ReportTag.tsx'
import { Rules } from './Rules.tsx'
import { texts } from './texts.ts'

type ReportDetail = OutputOf<typeof api.platformreports.get>
type Row = OutputOf<typeof api.platformreports.rows>['rows'][number]

const size = 20
const allStatuses = 'all'

function useColumns(report: ReportDetail): Column<Row>[] {
  const t = useText()
  const moneyColumn = (key: 'gross' | 'refund' | 'net' | 'before'): Column<Row> => ({
    key,
    title: t(texts[key]),
    width: 140,
    align: 'right',
    render: (row) => (row[key] === null ? '—' : <Money value={row[key]} />),
  })
  return [
    { key: 'name', title: t(texts.name), width: 180, isAlways: true, pin: 'left', isCut: true, render: (row) => row.entityName || row.name },
    { key: 'status', title: t(texts.statuses), width: 110, isAlways: true, render: (row) => t(identityStatusNames[row.status]) },
    { key: 'idNumber', title: t(texts.idNumber), width: 190, render: (row) => row.idNumber },
    { key: 'payments', title: t(texts.payments), width: 80, align: 'right', render: (row) => row.payments },
    moneyColumn('gross'),
    moneyColumn('refund'),
    moneyColumn('net'),
    ...(report.edition > 1 ? [moneyColumn('before')] : []),
    {
      key: 'covered',
      title: t(planTexts.excluded),
      width: 250,
      render: (row) => (
        <span className="k-row">
          {row.excluded.map((each) => (
            <Ground key={`${each.rule} ${each.ground}`} rule={each.rule} ground={each.ground} />
          ))}
          {row.excluded.length > 0 && !row.isCovered ? <span className="k-note">{t(planTexts.partly)}</span> : null}
        </span>
      ),
    },
  ]
}

function ReportRows({ report }: { readonly report: ReportDetail }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<(typeof identityStatuses)[number] | typeof allStatuses>(allStatuses)
  const [isDifferent, setDifferent] = useState(false)
  const list = useRead(api.platformreports.rows, {
    platformReportId: report.id,
    page,
    size,
    ...(status !== allStatuses && { statuses: [status] }),
    ...(isDifferent && { isDifferent }),
  })
  const columns = useColumns(report)
  return (
    <div className="k-stack">
      <div className="k-row">
        <Segmented
          aria-label={t(texts.statuses)}
          size="small"
          value={status}
          onChange={(next) => {
            setStatus(next)
            setPage(1)
          }}
          options={[{ value: allStatuses, label: `${t(texts.people)} ${report.rows}` }, ...choicesOf(t, identityStatuses, identityStatusNames)]}
        />
        {report.edition > 1 ? (
          <Checkbox
            checked={isDifferent}
            onChange={(event) => {
              setDifferent(event.target.checked)
              setPage(1)
            }}
          >
            {t(texts.different)}
          </Checkbox>
        ) : null}
      </div>
      <DataTable
        id="platform-rows"
        label={t(texts.people)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.none) }}
        paging={{ page, size, count: list.data?.count ?? 0, onChange: setPage }}
      />
    </div>
  )
}

type ReportForm = 'platform_identity' | 'platform_income'

interface ReportProps {
  readonly report: ReportDetail
  readonly onOpen: (id: number) => void
}

/** Generates a correcting edition of the report. */
function CorrectDialog({ report, onClose, onOpen }: ReportProps & { readonly onClose: () => void }) {
  const t = useText()
  const generate = useSubmit(api.platformreports.generate, {
    onDone: ({ id }) => {
      onClose()
      onOpen(id)
    },
  })
  return (
    <ReasonDialog
      title={t(texts.correct)}
      onClose={onClose}
      confirmText={t(texts.correct)}
      onConfirm={({ reason }) => void generate.submit({ centreId: report.centreId, quarter: report.quarter, reason })}
      submission={generate}
      reason={{ label: t(texts.reason), least: 4 }}
    >
      <p className="k-note">{t(texts.correctNote)}</p>
    </ReasonDialog>
  )
}

function Actions({ report, onOpen }: ReportProps) {
  const t = useText()
  const { open: ask } = useOverlay<ReportForm | 'correct' | 'register'>((dialog, close) => {
    if (dialog === 'correct') return <CorrectDialog report={report} onClose={close} onOpen={onOpen} />
    if (dialog === 'register') return <ReceiptDialog title={report.quarter} target={{ platformReportId: report.id, version: report.version }} onClose={close} />
    return <ExportPlainDialog onClose={close} onExport={(reason) => send(dialog, reason)} />
  })
  const send = async (form: ReportForm, reason: string) =>
    downloadFile((await api.platformreports.export({ platformReportId: report.id, form, reason })).fileId)
  const confirm = useSubmit(api.platformreports.confirm)
  const isReady = report.centreId !== null || report.state !== 'generated'
  return (
    <div className="k-row">
      {can('plain:export') && can('report:edit') && isReady ? (
        <>
          <ActionButton onPress={() => ask('platform_identity')}>{t(texts.identity)}</ActionButton>
          <ActionButton onPress={() => ask('platform_income')}>{t(texts.income)}</ActionButton>
        </>
      ) : null}
      {report.mayConfirm === null || report.isReplaced || report.state !== 'generated' ? null : report.mayConfirm === '' ? (
        <ActionButton type="primary" isBusy={confirm.isBusy} onPress={() => confirm.submit({ platformReportId: report.id, version: report.version })}>
          {t(planTexts.confirmReport)}
        </ActionButton>
      ) : (
        <span className="k-note">{report.mayConfirm}</span>
      )}
      {report.isReplaced || !can('report:edit') ? null : <ActionButton onPress={() => ask('correct')}>{t(texts.correct)}</ActionButton>}
      {report.state === 'exported' && !report.isReplaced && can('report:edit') ? (
        <ActionButton type="primary" onPress={() => ask('register')}>
          {t(texts.register)}
        </ActionButton>
      ) : null}
    </div>
  )
}

function ReportOverview({ report, onOpen }: { readonly report: ReportDetail; readonly onOpen: (id: number) => void }) {
  const t = useText()
  return (
    <div className="k-stack">
      {report.isReplaced ? <Alert type="info" showIcon title={t(texts.replaced)} /> : null}
      {report.latePayments > 0 ? <Alert type="warning" showIcon title={t(texts.late, { count: report.latePayments })} /> : null}
      {report.editions.length > 1 ? (
        <Segmented
          aria-label={t(texts.quarter)}
          value={report.id}
          onChange={onOpen}
          options={report.editions.map(({ id, edition }) => ({ value: id, label: t(texts.edition, { edition }) }))}
        />
      ) : null}
      <Facts
        columns={2}
        rows={[
          { label: t(texts.state), value: <ReportTag state={report.state} /> },
          { label: t(texts.made), value: `${report.madeBy} · ${formatDateTimeSeconds(report.madeAt)}` },
          { label: t(texts.gross), value: <Money value={report.gross} isStrong /> },
          { label: t(texts.refund), value: <Money value={report.refund} /> },
          { label: t(texts.net), value: <Money value={report.net} isStrong /> },
          { label: t(texts.payments), value: report.payments },
          {
            label: t(texts.statuses),
            value: `${t(identityStatusNames.new)} ${report.added} · ${t(identityStatusNames.changed)} ${report.changed} · ${t(identityStatusNames.left)} ${report.left}`,
          },
          { label: t(texts.coveredCount), value: report.covered },
          ...(report.confirmedBy ? [{ label: t(planTexts.confirmedBy), value: report.confirmedBy }] : []),
          { label: t(texts.reportedOn), value: report.reportedOn ? `${report.reportedOn} · ${report.reportedBy ?? ''}` : '—' },
          { label: t(texts.receiptNo), value: report.receiptNo || '—' },
          ...(report.reason === '' ? [] : [{ label: t(texts.reason), value: report.reason, isWide: true }]),
        ]}
      />
      {report.receiptFileId === null ? null : (
        <div className="k-row">
          <DownloadButton size="small" file={report.receiptFileId}>
            {t(texts.receipt)}
          </DownloadButton>
        </div>
      )}
      <Tabs
        key={report.id}
        items={[
          { key: 'people', label: t(texts.people), children: <ReportRows report={report} /> },
          { key: 'parts', label: t(planTexts.parts), children: <Parts platformReportId={report.id} /> },
          ...(report.centreId === null ? [{ key: 'centres', label: t(planTexts.byCentre), children: <Centres report={report} /> }] : []),
          { key: 'rules', label: t(planTexts.rules), children: <Rules rules={report.rules} /> },
        ]}
        destroyOnHidden
      />
    </div>
  )
}

/** One report: figures, rows and actions. */
export function ReportDrawer({ id, onOpen, onClose }: { readonly id: number; readonly onOpen: (id: number) => void; readonly onClose: () => void }) {
  const detailQuery = useRead(api.platformreports.get, { platformReportId: id }, { keepLast: false })
  const report = detailQuery.data
  const title = report ? `${report.quarter} · ${report.centreName}` : ''
  return (
    <DetailDrawer
      title={title}
      onClose={onClose}
      width={980}
      footer={report && (can('report:edit') || can('report:check')) ? <Actions report={report} onOpen={onOpen} /> : undefined}
    >
      <QueryContent query={detailQuery} lines={12}>
        {(answer) => <ReportOverview report={answer} onOpen={onOpen} />}
      </QueryContent>
    </DetailDrawer>
  )
}
