import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { decisionTexts } from './decision-texts.ts'
import { failureOf } from './failure.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { LineTag, lineIssueTexts, type PaymentLine } from './line-tags.tsx'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

const LineDrawer = onDemand(
  async () => (await import('./LineDrawer.tsx')).LineDrawer,
  ({ line }) => line !== undefined,
)

const PAGE_ROWS = 100
const POLL_MS = 3000
type Warning = OutputOf<typeof api.payments.warnings>['rows'][number]

const amountKeys = ['gross', 'vat', 'surcharge', 'iit', 'fee', 'net', 'cost'] as const

function leadingColumns(t: Translate): Column<PaymentLine>[] {
  return [
    { key: 'seq', title: t(lineFields.seq), width: 56, isAlways: true, pin: 'left', render: (row) => row.seq },
    { key: 'name', title: t(lineFields.name), width: 92, isAlways: true, pin: 'left', render: (row) => row.name },
  ]
}

/** Returns why a line failed. If it has not failed, returns its warnings and who accepted them. */
function reasonOf(t: Translate, line: PaymentLine, warnings: readonly Warning[]): string {
  const warningTexts = warnings
    .filter((warning) => warning.lineId === line.id)
    .map(({ issue, accepted }) => {
      const issueMessage = issueText(t, issue, { ...lineIssueTexts, suggestions: {} })
      const answer = accepted ? t(decisionTexts.acceptedBy, { name: accepted.by, reason: accepted.reason }) : t(decisionTexts.notAccepted)
      return t(decisionTexts.warningWith, { words: issueMessage, accepted: answer })
    })
  return failureOf(t, line) || warningTexts.join(' · ')
}

const sourceColumns = (t: Translate): Column<PaymentLine>[] =>
  (['nickname', 'userNo'] as const).map((key) => ({
    key,
    title: t(lineFields[key]),
    width: 150,
    isCut: true,
    isHiddenAtFirst: true,
    render: (row) => row[key],
  }))

function lineColumns(
  t: Translate,
  warnings: readonly Warning[],
  { hasClaims, hasSource }: { readonly hasClaims: boolean; readonly hasSource: boolean },
): Column<PaymentLine>[] {
  return [
    ...leadingColumns(t),
    { key: 'state', title: t(lineFields.state), width: 110, isAlways: true, render: (row) => <LineTag line={row} /> },
    { key: 'reason', title: t(lineFields.reason), width: 220, isCut: true, render: (row) => reasonOf(t, row, warnings) },
    { key: 'idNumber', title: t(lineFields.idNumber), width: 180, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'card', title: t(lineFields.cardNo), width: 180, render: (row) => <Masked value={row.cardNo} /> },
    { key: 'bank', title: t(lineFields.bankName), width: 130, isCut: true, isHiddenAtFirst: true, render: (row) => row.bankName },
    moneyColumn('gross', t(lineFields.gross), 120),
    moneyColumn('net', t(lineFields.net), 120),
    moneyColumn('cost', t(lineFields.cost), 120),
    ...(hasClaims ? [{ key: 'claim', title: t(texts.claimTitle), width: 190, render: (row: PaymentLine) => row.claimNo }] : []),
    { key: 'retry', title: t(texts.retryTitle), width: 190, isHiddenAtFirst: true, render: (row) => row.retryOfNo },
    { key: 'finished', title: t(lineFields.finishedAt), width: 150, render: (row) => formatDateTime(row.finishedAt) },
    { key: 'remark', title: t(lineFields.remark), width: 150, isCut: true, render: (row) => row.remark },
    ...(hasSource ? sourceColumns(t) : []),
  ]
}

interface OpenLineDrawerProps {
  readonly batch: Batch
  readonly lines: readonly PaymentLine[]
  readonly id: number
  readonly first: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

function OpenLineDrawer({ batch, lines, id, first, onPane, onClose }: OpenLineDrawerProps) {
  const [pane, setPane] = useState(first)
  const line = useOpenRow(lines, (row) => row.id === id)
  const switchFilter = (to: string) => {
    setPane(to)
    onPane(to)
  }
  return <LineDrawer batch={batch} line={line} onClose={onClose} pane={pane} onPane={switchFilter} />
}

/** The read-only lines of a batch. A row opens its details. `isTax` shows the figures of each tax instead. */
export function LinesTable({ batch, isTax = false }: { readonly batch: Batch; readonly isTax?: boolean }) {
  const t = useText()
  const [pane, setPane] = useState(isTax ? 'tax' : 'about')
  const lines = useCursorRead(
    api.lines.list,
    { batchId: batch.id, size: PAGE_ROWS },
    { everyMs: batch.state === 'paying' ? POLL_MS : null, follows: ['batches'] },
  )
  const lineOverlay = useOverlay<number>((id, close) => (
    <OpenLineDrawer batch={batch} lines={lines.rows} id={id} first={pane} onPane={setPane} onClose={close} />
  ))
  const warnings = useRead(api.payments.warnings, { id: batch.id }, { isEnabled: !isTax && batch.warningCount > 0 })
  const [seq, name] = leadingColumns(t)
  // Totals cover all lines, not only the loaded ones.
  const taxColumns: Column<PaymentLine>[] = [
    ...(seq ? [{ ...seq, total: t(texts.wholeBatch) }] : []),
    ...(name ? [{ ...name, total: t(texts.lineTotal, { count: batch.lineCount }) }] : []),
    ...amountKeys.map((key) => moneyColumn(key, t(lineFields[key]), 104, { total: <Money value={batch[key]} /> })),
    {
      key: 'explain',
      title: t(lifecycleTexts.action),
      width: 136,
      isAlways: true,
      render: (row) => (
        <ActionButton type="link" size="small" onPress={() => lineOverlay.open(row.id)}>
          {t(lifecycleTexts.explain)}
        </ActionButton>
      ),
    },
  ]
  return (
    <DataTable
      id={isTax ? 'batch-tax' : 'batch-lines'}
      label={t(isTax ? texts.tabTax : texts.tabLines)}
      columns={
        isTax
          ? taxColumns
          : lineColumns(t, warnings.data?.rows ?? [], { hasClaims: lines.rows.some((row) => row.claimNo !== null), hasSource: batch.sourcePlatform !== '' })
      }
      rows={lines.rows}
      source={lines}
      empty={{ reason: t(lifecycleTexts.noLines) }}
      more={{ hasMore: lines.hasMore, onMore: lines.more, isLoading: lines.isLoadingMore }}
      onOpen={(row) => lineOverlay.open(row.id)}
      openKey={lineOverlay.value ?? 0}
    />
  )
}

/** The successful and returned lines, each with its receipt. */
export function ReceiptLines({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const lines = useCursorRead(api.lines.list, { batchId: batch.id, states: ['success', 'returned'], size: PAGE_ROWS })
  const columns: Column<PaymentLine>[] = [
    ...leadingColumns(t),
    { key: 'state', title: t(lineFields.state), width: 110, render: (row) => <LineTag line={row} /> },
    { key: 'card', title: t(lineFields.cardNo), width: 180, render: (row) => <Masked value={row.cardNo} /> },
    moneyColumn('net', t(lineFields.net), 120),
    { key: 'ref', title: t(lineFields.channelRef), width: 200, isCut: true, render: (row) => row.channelRef },
    { key: 'finished', title: t(lineFields.finishedAt), width: 150, render: (row) => formatDateTime(row.finishedAt) },
    {
      key: 'receipt',
      title: t(lineFields.receipt),
      width: 110,
      pin: 'right',
      isAlways: true,
      render: (row) =>
        row.hasReceipt ? (
          <DownloadButton type="link" size="small" file={() => api.vouchers.pdf({ lineId: row.id })}>
            {t(lifecycleTexts.download)}
          </DownloadButton>
        ) : null,
    },
  ]
  return (
    <DataTable
      id="batch-receipts"
      label={t(texts.tabReceipts)}
      columns={columns}
      rows={lines.rows}
      source={lines}
      empty={{ reason: t(lifecycleTexts.noReceipts) }}
      more={{ hasMore: lines.hasMore, onMore: lines.more, isLoading: lines.isLoadingMore }}
    />
  )
}
