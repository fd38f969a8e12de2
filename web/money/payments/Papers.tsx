import { App, Select } from 'antd'
import { useState } from 'react'
import { batchIssueMessages } from '#/api/money/lines.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoment, formatSize } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { paperKinds, prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type Paper = OutputOf<typeof api.payments.evidence>[number]
const MOST_BYTES = 10 * 1024 * 1024

function AddPaper({ batchId }: { readonly batchId: number }) {
  const say = useText()
  const [kind, setKind] = useState<keyof typeof paperKinds>('acceptance')
  const [file, setFile] = useState<File | null>(null)
  const attach = useSubmit(api.payments.attach, {
    done: say(prepareTexts.paperAdded),
    onDone: (answer) => {
      setFile(null)
      if (answer.alsoUsedIn.length) notify('warning', say(batchIssueMessages.W404, { batch: answer.alsoUsedIn.join(', ') }))
    },
  })
  const take = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) void attach.submit({ id: batchId, kind, file: chosen })
  }
  return (
    <div className="k-stack">
      <Select
        aria-label={say(prepareTexts.paperKind)}
        value={kind}
        style={{ width: 160 }}
        options={(['acceptance', 'deliverable', 'other'] as const).map((value) => ({ value, label: say(paperKinds[value]) }))}
        onChange={setKind}
      />
      <FileDrop
        value={file}
        onChange={take}
        kinds={['pdf', 'jpg', 'jpeg', 'png']}
        maxBytes={MOST_BYTES}
        label={say(prepareTexts.addPaper)}
        isDisabled={attach.isBusy}
      />
    </div>
  )
}

/** The papers that prove the work; one that also serves another batch says so (W404). */
export function Papers({ batch }: { readonly batch: Batch }) {
  const say = useText()
  const { modal } = App.useApp()
  const papers = useRead(api.payments.evidence, { id: batch.id })
  const detach = useSubmit(api.payments.detach, {})
  const canEdit = batch.may.edit === ''
  const ask = (paper: Paper) =>
    modal.confirm({
      title: say(prepareTexts.removeAsk, { name: paper.name }),
      okText: say(prepareTexts.remove),
      okButtonProps: { danger: true },
      onOk: () => detach.submit({ id: batch.id, evidenceId: paper.id }),
    })
  const columns: Column<Paper>[] = [
    {
      key: 'name',
      title: say(prepareTexts.name),
      width: 220,
      render: (row) => (
        <>
          {row.name} {row.alsoUsedIn.length ? <StatusTag tone="gold">{say(batchIssueMessages.W404, { batch: row.alsoUsedIn.join(', ') })}</StatusTag> : null}
        </>
      ),
    },
    { key: 'kind', title: say(prepareTexts.paperKind), width: 100, render: (row) => say(paperKinds[row.kind]) },
    { key: 'size', title: say(prepareTexts.size), width: 90, align: 'right', render: (row) => formatSize(row.size) },
    { key: 'by', title: say(prepareTexts.uploadedBy), width: 100, render: (row) => row.uploadedBy },
    { key: 'at', title: say(prepareTexts.uploadedAt), width: 150, render: (row) => formatMoment(row.uploadedAt) },
    {
      key: 'action',
      title: say(texts.action),
      width: 240,
      render: (row) => (
        <span className="k-row">
          <PreviewButton type="link" size="small" fileId={row.fileId} />
          <DownloadButton type="link" size="small" file={row.fileId} />
          {canEdit ? (
            <ActionButton type="link" size="small" danger onPress={() => void ask(row)}>
              {say(prepareTexts.remove)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <section className="k-stack" aria-label={say(prepareTexts.papers)}>
      {canEdit ? <AddPaper batchId={batch.id} /> : null}
      <DataTable
        id="papers"
        label={say(prepareTexts.papers)}
        columns={columns}
        rows={papers.data ?? []}
        rowKey={(row) => row.id}
        source={papers}
        empty={{ reason: say(prepareTexts.noPapers) }}
        isPlain
      />
    </section>
  )
}
