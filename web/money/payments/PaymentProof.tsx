import { useState } from 'react'
import { Link } from 'react-router'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ZipTask } from '#/web/shell/ZipTask.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { haltTexts } from './halt-texts.ts'
import type { Batch } from './tags.tsx'

type Letter = OutputOf<typeof api.dossiers.letters>['rows'][number]
const POLL_MS = 1000
const maxPolls = 15

function useLetters(batchId: number) {
  const [looks, setLooks] = useState(0)
  const letters = useRead(api.dossiers.letters, { batchId })
  useRead(api.dossiers.letters, { batchId }, { isEnabled: looks > 0, everyMs: looks > 0 ? POLL_MS : null })
  return { letters, isMaking: looks > 0, look: () => setLooks(maxPolls), rest: () => setLooks(0) }
}

function Letters({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const { letters, isMaking, look, rest } = useLetters(batch.id)
  const [known, setKnown] = useState<number | null>(null)
  const makeLetter = useSubmit(api.dossiers.letter, {
    onDone: () => {
      setKnown(letters.data?.rows[0]?.id ?? 0)
      look()
      // Unchanged figures produce no new letter, so polling stops after a limit.
      setTimeout(rest, maxPolls * POLL_MS)
    },
  })
  const newestLetterId = letters.data?.rows[0]?.id ?? 0
  if (isMaking && known !== null && newestLetterId !== known) rest()
  const columns: Column<Letter>[] = [
    { key: 'at', title: t(haltTexts.madeAt), width: 180, isAlways: true, render: (row) => formatDateTimeSeconds(row.madeAt) },
    { key: 'by', title: t(haltTexts.madeBy), width: 130, render: (row) => row.by },
    {
      key: 'seal',
      title: t(haltTexts.seal),
      width: 220,
      render: (row) => <StatusTag tone={row.isSealed ? 'green' : 'gold'}>{t(row.isSealed ? haltTexts.sealed : haltTexts.unsealed)}</StatusTag>,
    },
    { key: 'hash', title: t(haltTexts.fingerprint), width: 190, isCut: true, render: (row) => <code>{row.sha256}</code> },
    {
      key: 'action',
      title: '',
      width: 130,
      pin: 'right',
      isAlways: true,
      render: (row) => <DownloadButton type="link" size="small" file={row.fileId} />,
    },
  ]
  return (
    <DataTable
      id="letters"
      label={t(haltTexts.letter)}
      columns={columns}
      source={letters}
      empty={{ reason: t(haltTexts.noLetter) }}
      toolbar={
        <ActionButton type="primary" reason={letters.data?.problem ?? ''} isBusy={makeLetter.isBusy} onPress={() => makeLetter.submit({ batchId: batch.id })}>
          {t(isMaking && newestLetterId === known ? haltTexts.making : haltTexts.makeLetter)}
        </ActionButton>
      }
    />
  )
}

/** The proof of a batch: its letters, a complete archive and the money trail. */
export function PaymentProof({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [taskId, setTask] = useState(0)
  const archive = useSubmit(api.dossiers.archive, { onDone: (answer) => setTask(answer.taskId) })
  return (
    <div className="k-stack">
      <div className="k-row">
        <ActionButton isBusy={archive.isBusy} onPress={() => archive.submit({ batchIds: [batch.id] })}>
          {t(haltTexts.makeArchive)}
        </ActionButton>
        <Link to={`/zf/moneyTrail?from=batch:${batch.id}`}>{t(haltTexts.moneyTrail)}</Link>
        {taskId ? <ZipTask key={taskId} taskId={taskId} /> : null}
      </div>
      <p className="k-note">{t(haltTexts.archiveNote)}</p>
      <Letters batch={batch} />
    </div>
  )
}
