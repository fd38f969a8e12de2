import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { texts } from './texts.ts'

type ChannelFile = OutputOf<typeof api.payouts.channelFiles>[number]

interface ChannelFilesProps {
  readonly channelId: number
  readonly name: string
  readonly onClose: () => void
}

/** The original daily files of a channel. */
export function ChannelFiles({ channelId, name, onClose }: ChannelFilesProps) {
  const t = useText()
  const files = useRead(api.payouts.channelFiles, { channelId }, { keepLast: false })
  const columns: Column<ChannelFile>[] = [
    { key: 'day', title: t(texts.fileDay), width: 120, render: (row) => row.day },
    { key: 'fetched', title: t(texts.fetchedAt), width: 180, render: (row) => formatDateTimeSeconds(row.fetchedAt) },
    { key: 'refusal', title: t(texts.fileRefusal), width: 260, isCut: true, render: (row) => row.refusal || '—' },
    { key: 'hash', title: t(texts.fileHash), width: 150, render: (row) => <span title={row.sha256}>{row.sha256.slice(0, 16)}</span> },
    { key: 'file', title: '', width: 110, render: (row) => <DownloadButton type="link" size="small" file={row.fileId} /> },
  ]
  return (
    <Dialog title={`${t(texts.dailyFiles)} · ${name}`} onClose={onClose} width={880}>
      <DataTable
        id="channel-files"
        label={t(texts.dailyFiles)}
        columns={columns}
        rows={files.data ?? []}
        rowKey={(row) => `${row.day} ${row.attempt}`}
        source={files}
        empty={{ reason: t(texts.noDailyFiles) }}
        isPlain
      />
    </Dialog>
  )
}
