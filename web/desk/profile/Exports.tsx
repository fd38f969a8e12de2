import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { texts } from './texts.ts'

type Export = OutputOf<typeof api.files.exports>[number]

/** 我的导出: the user's exported files that are still stored. */
export function Exports() {
  const t = useText()
  const files = useRead(api.files.exports, {})
  const columns: Column<Export>[] = [
    { key: 'name', title: t(texts.exportName), width: 300, isAlways: true, isCut: true, render: (row) => row.name },
    { key: 'size', title: t(texts.exportSize), width: 100, align: 'right', render: (row) => formatSize(row.size) },
    { key: 'createdAt', title: t(texts.exportedAt), width: 160, render: (row) => formatDateTime(row.createdAt) },
    { key: 'expiresAt', title: t(texts.keptUntil), width: 160, render: (row) => (row.expiresAt ? formatDateTime(row.expiresAt) : '—') },
    {
      key: 'action',
      title: t(texts.action),
      width: 110,
      pin: 'right',
      isAlways: true,
      render: (row) => <DownloadButton type="link" size="small" file={row.fileId} />,
    },
  ]
  return (
    <section className="k-card p-section">
      <h2>{t(texts.exports)}</h2>
      <DataTable
        id="exports"
        label={t(texts.exports)}
        columns={columns}
        rows={files.data ?? []}
        rowKey={(row) => row.fileId}
        source={files}
        empty={{ reason: t(texts.noExports) }}
        isPlain
      />
    </section>
  )
}
