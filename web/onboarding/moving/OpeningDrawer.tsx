import { openingAccountNames, openingCellNames, openingFields, openingIssueTexts } from '#/api/onboarding/moving.texts.ts'
import { type Fen, fen, formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { OpeningActions } from './OpeningActions.tsx'
import { type OpeningDetail, OpeningTag } from './tags.tsx'
import { texts } from './texts.ts'

type Row = OpeningDetail['rows'][number]
type Account = OpeningDetail['accounts'][number]

function Sums({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const columns: Column<Account>[] = [
    { key: 'account', title: t(openingCellNames.account), width: 190, isAlways: true, render: (row) => t(openingAccountNames[row.account]) },
    { key: 'rows', title: t(openingFields.rows), width: 80, align: 'right', render: (row) => row.rows },
    moneyColumn('debit', t(openingCellNames.debit), 150, { isAlways: true, hidesZero: true }),
    moneyColumn('credit', t(openingCellNames.credit), 150, { isAlways: true, hidesZero: true }),
  ]
  return (
    <DataTable
      id="opening-accounts"
      label={t(texts.accounts)}
      columns={columns}
      rows={sheet.accounts}
      rowKey={(row) => row.account}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

function OpeningRows({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const cellColumn = (key: 'account' | 'unitName' | 'creditCode' | 'remark', width: number): Column<Row> => ({
    key,
    title: t(openingCellNames[key]),
    width,
    isCut: true,
    render: (row) => row.cells[key] ?? '',
  })
  // Shows a text that is not an amount unchanged.
  const amountColumn = (key: 'debit' | 'credit'): Column<Row> => ({
    key,
    title: t(openingCellNames[key]),
    width: 140,
    align: 'right',
    render: (row) => (row[key] === 0 ? (row.cells[key] ?? '') : <Money value={row[key] as Fen} />),
  })
  const issues = (row: Row) => row.issues.map((issue) => `${t(openingCellNames[issue.field])}: ${t(openingIssueTexts[issue.code], issue.values)}`)
  const columns: Column<Row>[] = [
    { key: 'seq', title: t(openingFields.seq), width: 60, isAlways: true, render: (row) => row.seq },
    cellColumn('account', 130),
    cellColumn('unitName', 200),
    amountColumn('debit'),
    amountColumn('credit'),
    ...(sheet.faultyCount > 0
      ? [
          {
            key: 'issues',
            title: t(openingFields.issues),
            width: 320,
            isAlways: true,
            render: (row: Row) => (row.issues.length === 0 ? '' : <span className="k-problem">{issues(row).join(' · ')}</span>),
          },
        ]
      : []),
    cellColumn('creditCode', 190),
    cellColumn('remark', 140),
  ]
  return <DataTable id="opening-rows" label={t(texts.detail)} columns={columns} rows={sheet.rows} rowKey={(row) => row.seq} empty={{ reason: '—' }} isPlain />
}

function OpeningOverview({ sheet }: { readonly sheet: OpeningDetail }) {
  const t = useText()
  const signatureText = (name: string | null, at: string | null) =>
    name === null ? '' : [name, at === null ? '' : formatDateTimeSeconds(at)].filter(Boolean).join(' · ')
  const hasDifference = sheet.difference !== 0
  return (
    <div className="k-stack">
      {sheet.faultyCount > 0 ? <Alert type="error" showIcon title={t(texts.faulty, { count: sheet.faultyCount })} /> : null}
      {hasDifference ? <Alert type="error" showIcon title={t(texts.off, { amount: formatYuan(fen(Math.abs(sheet.difference))) })} /> : null}
      <Facts
        columns={2}
        rows={[
          { label: t(openingFields.state), value: <OpeningTag state={sheet.state} /> },
          { label: t(openingFields.day), value: sheet.day },
          { label: t(openingFields.centre), value: sheet.centreName },
          { label: t(openingFields.mode), value: t(modeNames[sheet.mode] ?? openingFields.mode) },
          { label: t(openingFields.debit), value: <Money value={sheet.debit} isStrong /> },
          {
            label: t(openingFields.credit),
            value: (
              <span className="k-row">
                <Money value={sheet.credit} isStrong />
                {hasDifference ? null : <StatusTag tone="green">{t(texts.addsUp)}</StatusTag>}
              </span>
            ),
          },
          { label: t(openingFields.prepared), value: signatureText(sheet.preparedBy, sheet.preparedAt) },
          { label: t(openingFields.confirmed), value: signatureText(sheet.confirmedBy, sheet.confirmedAt) },
          { label: t(texts.askUndo), value: sheet.undoAskedBy },
          { label: t(texts.undo), value: signatureText(sheet.undoneBy, sheet.undoneAt) },
          { label: t(openingFields.reason), value: [sheet.reason, sheet.endedReason].filter(Boolean).join(' → '), isWide: true },
        ]}
      />
      <div className="k-row">
        <DownloadButton size="small" file={sheet.fileId}>
          {t(openingFields.file)}
        </DownloadButton>
        <DownloadButton size="small" file={sheet.reportFileId}>
          {t(openingFields.report)}
        </DownloadButton>
        <DownloadButton size="small" file={() => api.moving.export({ openingId: sheet.id })}>
          {t(texts.export)}
        </DownloadButton>
      </div>
      <h3>{t(texts.accounts)}</h3>
      <Sums sheet={sheet} />
      <h3>{t(texts.detail)}</h3>
      <OpeningRows sheet={sheet} />
    </div>
  )
}

/** One sheet of opening balances: rows, totals and actions. */
export function OpeningDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const sheet = useRead(api.moving.get, { openingId: id }, { keepLast: false })
  const detail = sheet.data
  const isClosed = detail?.state === 'undone' || detail?.state === 'cancelled'
  return (
    <DetailDrawer title={detail?.no ?? ''} onClose={onClose} width={920} footer={detail && !isClosed ? <OpeningActions sheet={detail} /> : undefined}>
      <QueryContent query={sheet} lines={12}>
        {(answer) => <OpeningOverview sheet={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
