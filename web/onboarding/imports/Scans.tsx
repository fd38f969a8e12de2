import { useEffect, useRef, useState } from 'react'
import { scanProblemNames, scanStateNames } from '#/api/onboarding/contract-import.texts.ts'
import { maxArchiveBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Scan = OutputOf<typeof api.imports.scans>['rows'][number]
const POLL_MS = 1500
const tones: Readonly<Record<Scan['state'], StatusTone>> = { waiting: 'blue', refused: 'red', used: 'green', double: 'red', left: 'gold' }
/** States that need attention come first. */
const order: readonly Scan['state'][] = ['refused', 'double', 'left', 'waiting', 'used']

function ScansUpload({ importId }: { readonly importId: number }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const add = useSubmit(api.imports.addScans, { onDone: () => setFile(null) })
  return (
    <>
      <FileDrop
        value={file}
        onChange={setFile}
        kinds={['zip']}
        maxBytes={maxArchiveBytes}
        label={t(texts.addScans)}
        hint={t(texts.scansHint)}
        isDisabled={add.isBusy}
      />
      {add.failure ? <Failure error={add.failure} /> : null}
      {file ? (
        <div className="k-row">
          <Button type="primary" loading={add.isBusy} onClick={() => void add.submit({ importId, file })}>
            {t(texts.addScans)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** The scans of a contract list, each with the row that names it and its problem. */
export function Scans({ importId, canEdit, onRead }: { readonly importId: number; readonly canEdit: boolean; readonly onRead: () => void }) {
  const t = useText()
  const scansQuery = useRead(api.imports.scans, { importId })
  const pendingCount = scansQuery.data?.waiting ?? 0
  useRead(api.imports.scans, { importId }, { isEnabled: pendingCount > 0, everyMs: pendingCount > 0 ? POLL_MS : null })
  // The rows are checked again once the files have been read.
  const previousCount = useRef(0)
  useEffect(() => {
    if (previousCount.current > 0 && pendingCount === 0) onRead()
    previousCount.current = pendingCount
  }, [pendingCount, onRead])
  const rows = [...(scansQuery.data?.rows ?? [])].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const missingScans = rows.filter(({ state }) => state === 'left').length
  const columns: Column<Scan>[] = [
    { key: 'path', title: t(texts.scanName), width: 280, isAlways: true, isCut: true, render: (row) => row.path },
    {
      key: 'state',
      title: t(texts.scanState),
      width: 130,
      isAlways: true,
      render: (row) => <StatusTag tone={tones[row.state]}>{t(row.problem ? scanProblemNames[row.problem] : scanStateNames[row.state])}</StatusTag>,
    },
    { key: 'row', title: t(texts.scanRow), width: 90, align: 'right', render: (row) => row.row ?? '—' },
    { key: 'pages', title: t(texts.scanPages), width: 90, align: 'right', render: (row) => row.pages ?? '—' },
    { key: 'size', title: t(texts.scanSize), width: 110, align: 'right', render: (row) => formatSize(row.size) },
    {
      key: 'view',
      title: t(texts.file),
      width: 110,
      render: (row) => (row.fileId ? <PreviewButton size="small" fileId={row.fileId} /> : null),
    },
  ]
  return (
    <section className="k-card k-stack" aria-label={t(texts.scans)}>
      <h2>{t(texts.scans)}</h2>
      {canEdit ? <ScansUpload importId={importId} /> : null}
      {pendingCount > 0 ? <p role="status">{t(texts.scansReading, { count: pendingCount })}</p> : null}
      {pendingCount === 0 && missingScans > 0 ? <Alert type="warning" showIcon title={t(texts.scansLeft, { count: missingScans })} /> : null}
      <DataTable
        id="contract-scans"
        label={t(texts.scans)}
        columns={columns}
        rows={rows}
        source={scansQuery}
        empty={{ reason: t(texts.noScans) }}
        isPlain
        {...(rows.length > 12 ? { height: 420 } : {})}
      />
    </section>
  )
}
