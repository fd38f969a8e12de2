import { basicCauseNames } from '#/api/taxation/platformreports.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

const ReceiptDialog = onDemand(async () => (await import('./ReceiptDialog.tsx')).ReceiptDialog)

type Row = OutputOf<typeof api.platformreports.basics>[number]

/**
 * Duties to report basic data, of the centres and of the company that reports for the platform. Each is open until its
 * receipt is recorded.
 */
export function Basics() {
  const t = useText()
  const list = useRead(api.platformreports.basics, {})
  const { open: file } = useOverlay<Row>((filed, close) => (
    <ReceiptDialog title={filed.what} target={{ platformBasicId: filed.id, version: filed.version }} onClose={close} />
  ))
  const stateOf = (row: Row) =>
    row.reportedOn === null ? (
      <StatusTag tone={row.isOverdue ? 'red' : 'gold'}>{t(row.isOverdue ? texts.overdue : texts.toReport)}</StatusTag>
    ) : (
      <StatusTag tone="green">{t(texts.reported)}</StatusTag>
    )
  const columns: Column<Row>[] = [
    { key: 'what', title: t(texts.what), width: 260, isAlways: true, pin: 'left', isCut: true, render: (row) => row.what },
    { key: 'cause', title: t(texts.cause), width: 120, render: (row) => t(basicCauseNames[row.cause]) },
    { key: 'centre', title: t(texts.reporter), width: 190, isCut: true, render: (row) => row.centreName },
    { key: 'happenedOn', title: t(texts.happenedOn), width: 130, render: (row) => row.happenedOn },
    { key: 'due', title: t(texts.due), width: 130, isAlways: true, render: (row) => row.dueOn },
    { key: 'state', title: t(texts.state), width: 110, isAlways: true, render: stateOf },
    { key: 'reportedOn', title: t(texts.reportedOn), width: 130, render: (row) => row.reportedOn ?? '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 140,
      isAlways: true,
      pin: 'right',
      render: (row) => {
        if (row.receiptFileId !== null) return <DownloadButton size="small" file={row.receiptFileId} />
        return can('report:edit') ? (
          <Button size="small" onClick={() => file(row)}>
            {t(texts.register)}
          </Button>
        ) : (
          '—'
        )
      },
    },
  ]
  return <DataTable id="platform-basics" label={t(texts.basics)} columns={columns} rows={list.data ?? []} source={list} empty={{ reason: t(texts.noBasics) }} />
}
