import { useState } from 'react'
import { resultKindNames } from '#/api/taxation/periods.texts.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { resultTexts as texts } from './result.texts.ts'
import type { PeriodDetail } from './tags.tsx'

type Item = OutputOf<typeof api.periods.results>['rows'][number]

const states: readonly PeriodDetail['state'][] = ['confirmed', 'correcting', 'declared']

function ReadDialog({ period, onClose }: { readonly period: PeriodDetail; readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const importResult = useSubmit(api.periods.readResult, { onDone: onClose })
  const send = () => {
    setProblem(file ? '' : t(texts.needed))
    if (file) void importResult.submit({ declarationId: period.id, version: period.version, file })
  }
  return (
    <Dialog title={t(texts.read)} onClose={onClose} confirm={{ text: t(texts.read), onPress: send, isBusy: importResult.isBusy }}>
      <p className="k-note">{t(texts.note)}</p>
      <FileDrop value={file} onChange={setFile} kinds={['xlsx']} maxBytes={maxFileBytes} label={t(texts.file)} />
      {problem === '' ? null : (
        <p className="k-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function useColumns(mayEdit: boolean, explain: (item: Item) => void): Column<Item>[] {
  const t = useText()
  return [
    { key: 'kind', title: t(texts.kind), width: 140, isAlways: true, render: (row) => t(resultKindNames[row.kind]) },
    { key: 'person', title: t(texts.person), width: 240, isAlways: true, isCut: true, render: (row) => row.person },
    { key: 'line', title: t(texts.line), width: 80, align: 'right', render: (row) => row.line ?? '—' },
    {
      key: 'ours',
      title: t(texts.ours),
      width: 130,
      align: 'right',
      isAlways: true,
      render: (row) => (row.ours === null ? '—' : <Money value={row.ours} />),
    },
    {
      key: 'theirs',
      title: t(texts.theirs),
      width: 130,
      align: 'right',
      isAlways: true,
      render: (row) => (row.theirs === null ? '—' : <Money value={row.theirs} />),
    },
    {
      key: 'reason',
      title: t(texts.reason),
      width: 240,
      isAlways: true,
      render: (row) =>
        row.reason !== '' ? (
          `${row.reason} · ${row.byName}`
        ) : mayEdit ? (
          <Button size="small" onClick={() => explain(row)}>
            {t(texts.explain)}
          </Button>
        ) : (
          t(texts.open)
        ),
    },
  ]
}

function ExplainDialog({ period, item, onClose }: { readonly period: PeriodDetail; readonly item: Item; readonly onClose: () => void }) {
  const t = useText()
  const explain = useSubmit(api.periods.explain, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.explain)}
      onClose={onClose}
      confirmText={t(texts.explain)}
      onConfirm={({ reason }) => void explain.submit({ declarationId: period.id, resultItemId: item.id, reason })}
      submission={explain}
    >
      <p>{`${t(resultKindNames[item.kind])} · ${item.person}`}</p>
    </ReasonDialog>
  )
}

/** The tax office's results compared with our lines: every difference and its explanation. */
export function PeriodResults({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const { open: openReading } = useOverlay((_, close) => <ReadDialog period={period} onClose={close} />)
  const { open: openExplain } = useOverlay<Item>((item, close) => <ExplainDialog period={period} item={item} onClose={close} />)
  const list = useRead(api.periods.results, { declarationId: period.id, page, size: defaultPageSize })
  const canEdit = can('tax:edit') && states.includes(period.state) && !period.progress
  const columns = useColumns(canEdit, openExplain)
  const result = list.data?.result
  return (
    <div className="k-stack">
      <div className="k-row">
        {canEdit ? <Button onClick={() => openReading()}>{t(texts.read)}</Button> : null}
        {result ? (
          <>
            <span>{t(texts.compared, { rows: result.rows, differences: result.differences, by: result.byName, at: formatDateTimeSeconds(result.at) })}</span>
            <DownloadButton size="small" file={result.fileId}>
              {t(texts.file)}
            </DownloadButton>
          </>
        ) : null}
      </div>
      {result && result.open > 0 ? <Alert type="warning" showIcon title={t(texts.left, { open: result.open })} /> : null}
      <DataTable
        id="tax-results"
        label={t(texts.tab)}
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(result ? texts.same : texts.none) }}
        paging={{ page, size: defaultPageSize, count: list.data?.count ?? 0, onChange: setPage }}
      />
    </div>
  )
}
