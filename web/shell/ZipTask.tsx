import { useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { TaskProgress } from './TaskRow.tsx'

const POLL_MS = 1500
const zipDownload: Text = { zh: '下载压缩包', en: 'Download the ZIP', es: 'Descargar el ZIP', ja: 'ZIP をダウンロード' }

/** The progress of a background task, and its file when it is done. */
export function ZipTask({ taskId, download = zipDownload }: { readonly taskId: number; readonly download?: Text }) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const task = useRead(api.tasks.get, { id: taskId }, { everyMs: isOver ? null : POLL_MS, follows: ['tasks'] })
  const { data } = task
  if (!data) return null
  const isFinished = data.state === 'done' || data.state === 'failed'
  if (isFinished && !isOver) setOver(true)
  return (
    <div className="k-row">
      {isFinished ? null : <TaskProgress task={data} />}
      {data.state === 'failed' ? (
        <span className="k-problem" role="alert">
          {data.message}
        </span>
      ) : null}
      {data.fileId ? <DownloadButton file={data.fileId}>{t(download)}</DownloadButton> : null}
    </div>
  )
}
