import { useState } from 'react'
import { identityStatusNames } from '#/api/taxation/platformreports.texts.ts'
import { identityStatuses } from '#/domain/taxation/platform-report.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ExportPlain } from '#/web/parts/plain/ExportPlain.tsx'
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
const anyStatus = 'all'

function useColumns(report: ReportDetail): Column<Row>[] {
  const say = useText()
  const money = (key: 'gross' | 'refund' | 'net' | 'before'): Column<Row> => ({
    key,
    title: say(texts[key]),
    width: 140,
    align: 'right',
    render: (row) => (row[key] === null ? '—' : <Money value={row[key]} />),
  })
  return [
    { key: 'name', title: say(texts.name), width: 180, isAlways: true, pin: 'left', isCut: true, render: (row) => row.entityName || row.name },
    { key: 'status', title: say(texts.statuses), width: 110, isAlways: true, render: (row) => say(identityStatusNames[row.status]) },
    { key: 'idNumber', title: say(texts.idNumber), width: 190, render: (row) => row.idNumber },
    { key: 'payments', title: say(texts.payments), width: 80, align: 'right', render: (row) => row.payments },
    money('gross'),
    money('refund'),
    money('net'),
    ...(report.edition > 1 ? [money('before')] : []),
    {
      key: 'covered',
      title: say(planTexts.excluded),
      width: 250,
      render: (row) => (
        <span className="k-row">
          {row.excluded.map((each) => (
            <Ground key={`${each.rule} ${each.ground}`} rule={each.rule} ground={each.ground} />
          ))}
          {row.excluded.length > 0 && !row.isCovered ? <span className="k-note">{say(planTexts.partly)}</span> : null}
        </span>
      ),
    },
  ]
}

function Rows({ report }: { readonly report: ReportDetail }) {
  const say = useText()
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<(typeof identityStatuses)[number] | typeof anyStatus>(anyStatus)
  const [isDifferent, setDifferent] = useState(false)
  const list = useRead(api.platformreports.rows, {
    platformReportId: report.id,
    page,
    size,
    ...(status !== anyStatus && { statuses: [status] }),
    ...(isDifferent && { isDifferent }),
  })
  const columns = useColumns(report)
  return (
    <div className="k-stack">
      <div className="k-row">
        <Segmented
          aria-label={say(texts.statuses)}
          size="small"
          value={status}
          onChange={(next) => {
            setStatus(next)
            setPage(1)
          }}
          options={[
            { value: anyStatus, label: `${say(texts.people)} ${report.rows}` },
            ...identityStatuses.map((value) => ({ value, label: say(identityStatusNames[value]) })),
          ]}
        />
        {report.edition > 1 ? (
          <Checkbox
            checked={isDifferent}
            onChange={(event) => {
              setDifferent(event.target.checked)
              setPage(1)
            }}
          >
            {say(texts.different)}
          </Checkbox>
        ) : null}
      </div>
      <DataTable
        id="platform-rows"
        label={say(texts.people)}
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.none) }}
        paging={{ page, size, count: list.data?.count ?? 0, onChange: setPage }}
      />
    </div>
  )
}

type Form = 'platform_identity' | 'platform_income'

interface ReportProps {
  readonly report: ReportDetail
  readonly onOpen: (id: number) => void
}

/** Generates a correcting edition of the report. */
function CorrectDialog({ report, onClose, onOpen }: ReportProps & { readonly onClose: () => void }) {
  const say = useText()
  const generate = useSubmit(api.platformreports.generate, {
    onDone: ({ id }) => {
      onClose()
      onOpen(id)
    },
  })
  return (
    <ReasonDialog
      title={say(texts.correct)}
      onClose={onClose}
      confirmText={say(texts.correct)}
      onConfirm={({ reason }) => void generate.submit({ centreId: report.centreId, quarter: report.quarter, reason })}
      isBusy={generate.isBusy}
      failure={generate.failure}
      reason={{ label: say(texts.reason), least: 4 }}
    >
      <p className="k-note">{say(texts.correctNote)}</p>
    </ReasonDialog>
  )
}

function Actions({ report, onOpen }: ReportProps) {
  const say = useText()
  const { open: ask } = useOverlay<Form | 'correct' | 'register'>((dialog, close) => {
    if (dialog === 'correct') return <CorrectDialog report={report} onClose={close} onOpen={onOpen} />
    if (dialog === 'register') return <ReceiptDialog title={report.quarter} target={{ platformReportId: report.id, version: report.version }} onClose={close} />
    return <ExportPlain onClose={close} onExport={(reason) => send(dialog, reason)} />
  })
  const send = async (form: Form, reason: string) => downloadFile((await api.platformreports.export({ platformReportId: report.id, form, reason })).fileId)
  const confirm = useSubmit(api.platformreports.confirm)
  const isReady = report.centreId !== null || report.state !== 'generated'
  return (
    <div className="k-row">
      {can('plain:export') && can('report:edit') && isReady ? (
        <>
          <ActionButton onPress={() => ask('platform_identity')}>{say(texts.identity)}</ActionButton>
          <ActionButton onPress={() => ask('platform_income')}>{say(texts.income)}</ActionButton>
        </>
      ) : null}
      {report.mayConfirm === null || report.isReplaced || report.state !== 'generated' ? null : report.mayConfirm === '' ? (
        <ActionButton type="primary" isBusy={confirm.isBusy} onPress={() => confirm.submit({ platformReportId: report.id, version: report.version })}>
          {say(planTexts.confirmReport)}
        </ActionButton>
      ) : (
        <span className="k-note">{report.mayConfirm}</span>
      )}
      {report.isReplaced || !can('report:edit') ? null : <ActionButton onPress={() => ask('correct')}>{say(texts.correct)}</ActionButton>}
      {report.state === 'exported' && !report.isReplaced && can('report:edit') ? (
        <ActionButton type="primary" onPress={() => ask('register')}>
          {say(texts.register)}
        </ActionButton>
      ) : null}
    </div>
  )
}

function About({ report, onOpen }: { readonly report: ReportDetail; readonly onOpen: (id: number) => void }) {
  const say = useText()
  return (
    <div className="k-stack">
      {report.isReplaced ? <Alert type="info" showIcon title={say(texts.replaced)} /> : null}
      {report.latePayments > 0 ? <Alert type="warning" showIcon title={say(texts.late, { count: report.latePayments })} /> : null}
      {report.editions.length > 1 ? (
        <Segmented
          aria-label={say(texts.quarter)}
          value={report.id}
          onChange={onOpen}
          options={report.editions.map(({ id, edition }) => ({ value: id, label: say(texts.edition, { edition }) }))}
        />
      ) : null}
      <Facts
        columns={2}
        rows={[
          { label: say(texts.state), value: <ReportTag state={report.state} /> },
          { label: say(texts.made), value: `${report.madeBy} · ${formatDateTimeSeconds(report.madeAt)}` },
          { label: say(texts.gross), value: <Money value={report.gross} isStrong /> },
          { label: say(texts.refund), value: <Money value={report.refund} /> },
          { label: say(texts.net), value: <Money value={report.net} isStrong /> },
          { label: say(texts.payments), value: report.payments },
          {
            label: say(texts.statuses),
            value: `${say(identityStatusNames.new)} ${report.added} · ${say(identityStatusNames.changed)} ${report.changed} · ${say(identityStatusNames.left)} ${report.left}`,
          },
          { label: say(texts.coveredCount), value: report.covered },
          ...(report.confirmedBy ? [{ label: say(planTexts.confirmedBy), value: report.confirmedBy }] : []),
          { label: say(texts.reportedOn), value: report.reportedOn ? `${report.reportedOn} · ${report.reportedBy ?? ''}` : '—' },
          { label: say(texts.receiptNo), value: report.receiptNo || '—' },
          ...(report.reason === '' ? [] : [{ label: say(texts.reason), value: report.reason, isWide: true }]),
        ]}
      />
      {report.receiptFileId === null ? null : (
        <div className="k-row">
          <DownloadButton size="small" file={report.receiptFileId}>
            {say(texts.receipt)}
          </DownloadButton>
        </div>
      )}
      <Tabs
        key={report.id}
        items={[
          { key: 'people', label: say(texts.people), children: <Rows report={report} /> },
          { key: 'parts', label: say(planTexts.parts), children: <Parts platformReportId={report.id} /> },
          ...(report.centreId === null ? [{ key: 'centres', label: say(planTexts.byCentre), children: <Centres report={report} /> }] : []),
          { key: 'rules', label: say(planTexts.rules), children: <Rules rules={report.rules} /> },
        ]}
        destroyOnHidden
      />
    </div>
  )
}

/** One report: figures, rows and actions. */
export function ReportDrawer({ id, onOpen, onClose }: { readonly id: number; readonly onOpen: (id: number) => void; readonly onClose: () => void }) {
  const read = useRead(api.platformreports.get, { platformReportId: id }, { keepLast: false })
  const report = read.data
  const title = report ? `${report.quarter} · ${report.centreName}` : ''
  return (
    <DetailDrawer
      isOpen
      title={title}
      onClose={onClose}
      width={980}
      footer={report && (can('report:edit') || can('report:check')) ? <Actions report={report} onOpen={onOpen} /> : undefined}
    >
      <QueryContent query={read} lines={12}>
        {(answer) => <About report={answer} onOpen={onOpen} />}
      </QueryContent>
    </DetailDrawer>
  )
}
