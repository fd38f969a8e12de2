import { useState } from 'react'
import { batchIssueMessages } from '#/api/money/line-issues.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { documentKinds, prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type SupportingDocument = OutputOf<typeof api.payments.evidence>[number]

function AddDocumentForm({ batchId }: { readonly batchId: number }) {
  const t = useText()
  const [kind, setKind] = useState<keyof typeof documentKinds>('acceptance')
  const [file, setFile] = useState<File | null>(null)
  const attach = useSubmit(api.payments.attach, {
    onFailed: () => setFile(null),
    onDone: (answer) => {
      setFile(null)
      if (answer.alsoUsedIn.length) showNotice('warning', t(batchIssueMessages.W404, { batch: answer.alsoUsedIn.join(', ') }))
    },
  })
  const changeFile = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) void attach.submit({ id: batchId, kind, file: chosen })
  }
  return (
    <div className="k-stack">
      <select
        className="k-select p-document-kind"
        aria-label={t(prepareTexts.documentKind)}
        value={kind}
        onChange={(event) => setKind(event.target.value as typeof kind)}
      >
        {(['acceptance', 'deliverable', 'other'] as const).map((value) => (
          <option key={value} value={value}>
            {t(documentKinds[value])}
          </option>
        ))}
      </select>
      <FileDrop
        value={file}
        onChange={changeFile}
        kinds={evidenceEndings}
        maxBytes={maxFileBytes}
        label={t(prepareTexts.addDocument)}
        isDisabled={attach.isBusy}
      />
    </div>
  )
}

/** The documents that prove the work. A document also attached to another batch is marked (W404). */
export function SupportingDocuments({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const documents = useRead(api.payments.evidence, { id: batch.id })
  const detach = useSubmit(api.payments.detach)
  const canEdit = batch.may.edit === ''
  const confirmDetach = (attached: SupportingDocument) =>
    confirm({
      title: t(prepareTexts.removeAsk, { name: attached.name }),
      okText: t(prepareTexts.remove),
      isDangerous: true,
      onOk: () => detach.submit({ id: batch.id, evidenceId: attached.id }),
    })
  const columns: Column<SupportingDocument>[] = [
    {
      key: 'name',
      title: t(prepareTexts.name),
      width: 220,
      render: (row) => (
        <>
          {row.name} {row.alsoUsedIn.length ? <StatusTag tone="gold">{t(batchIssueMessages.W404, { batch: row.alsoUsedIn.join(', ') })}</StatusTag> : null}
        </>
      ),
    },
    { key: 'kind', title: t(prepareTexts.documentKind), width: 100, render: (row) => t(documentKinds[row.kind]) },
    { key: 'size', title: t(prepareTexts.size), width: 90, align: 'right', render: (row) => formatSize(row.size) },
    { key: 'by', title: t(prepareTexts.uploadedBy), width: 100, render: (row) => row.uploadedBy },
    { key: 'at', title: t(prepareTexts.uploadedAt), width: 150, render: (row) => formatDateTime(row.uploadedAt) },
    {
      key: 'action',
      title: t(texts.action),
      width: 240,
      render: (row) => (
        <span className="k-row">
          <PreviewButton type="link" size="small" fileId={row.fileId} />
          <DownloadButton type="link" size="small" file={row.fileId} />
          {canEdit ? (
            <ActionButton type="link" size="small" danger onPress={() => void confirmDetach(row)}>
              {t(prepareTexts.remove)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <section className="k-stack" aria-label={t(prepareTexts.documents)}>
      {canEdit ? <AddDocumentForm batchId={batch.id} /> : null}
      <DataTable
        id="papers"
        label={t(prepareTexts.documents)}
        columns={columns}
        rows={documents.data ?? []}
        source={documents}
        empty={{ reason: t(prepareTexts.noDocuments) }}
        isPlain
      />
    </section>
  )
}
