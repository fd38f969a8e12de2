import { App } from 'antd'
import { useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/ui/DownloadButton.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'

const MOST_BYTES = 10 * 1024 * 1024

/** Why a file was not taken, where it was dropped. */
function Problem({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p className="k-problem" role="alert">
      {text}
    </p>
  )
}

/** The same file twice (E403) is asked about, not refused for good. */
function useImport(batchId: number) {
  const say = useText()
  const { modal } = App.useApp()
  const [file, setFile] = useState<File | null>(null)
  const latest = useRef<File | null>(null)
  const upload = useSubmit(api.lines.import, {
    isQuiet: true,
    onDone: (answer) => {
      setFile(null)
      notify('success', say(prepareTexts.imported, { count: answer.changed }))
    },
    onFailed: (failure) => {
      const refused = latest.current
      if (failure.error !== 'sameFile' || !refused) return
      modal.confirm({
        title: say(prepareTexts.sameFileTitle),
        content: failure.message,
        okText: say(prepareTexts.importAnyway),
        onOk: () => upload.submit({ batchId, file: refused, allowSameFile: true }),
        onCancel: () => setFile(null),
      })
    },
  })
  const take = (chosen: File | null) => {
    setFile(chosen)
    latest.current = chosen
    if (chosen) void upload.submit({ batchId, file: chosen })
    else upload.reset()
  }
  const problem = upload.failure && upload.failure.error !== 'sameFile' ? upload.failure.message : ''
  return { file, take, isBusy: upload.isBusy, problem }
}

function Reimport({ batchId }: { readonly batchId: number }) {
  const say = useText()
  const [file, setFile] = useState<File | null>(null)
  const send = useSubmit(api.lines.reimport, {
    isQuiet: true,
    onDone: (answer) => {
      setFile(null)
      notify('success', say(prepareTexts.reimported, { count: answer.changed }))
      if (answer.missed.length) notify('warning', say(prepareTexts.missed, { rows: answer.missed.join(', ') }))
    },
  })
  const take = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) void send.submit({ batchId, file: chosen })
    else send.reset()
  }
  return (
    <div>
      <FileDrop
        value={file}
        onChange={take}
        kinds={['xlsx']}
        maxBytes={MOST_BYTES}
        label={say(prepareTexts.reimport)}
        hint={say(send.isBusy ? prepareTexts.reading : prepareTexts.reimportHint)}
        isDisabled={send.isBusy}
      />
      <Problem text={send.failure?.message ?? ''} />
    </div>
  )
}

/** Template, upload, and the way of the error file: down, corrected, up again. */
export function Upload({ batch, invalid }: { readonly batch: Batch; readonly invalid: number }) {
  const say = useText()
  const { file, take, isBusy, problem } = useImport(batch.id)
  return (
    <section className="k-card k-stack" aria-label={say(prepareTexts.upload)}>
      <div className="k-row">
        <DownloadButton file={() => api.lines.template({ mode: batch.mode, amountBasis: batch.amountBasis })}>{say(prepareTexts.template)}</DownloadButton>
        {invalid > 0 ? <DownloadButton file={() => api.lines.errorFile({ batchId: batch.id })}>{say(prepareTexts.errorFile)}</DownloadButton> : null}
      </div>
      <div className="p-drops">
        <div>
          <FileDrop
            value={file}
            onChange={take}
            kinds={['xlsx', 'csv']}
            maxBytes={MOST_BYTES}
            label={say(prepareTexts.upload)}
            hint={say(isBusy ? prepareTexts.reading : prepareTexts.uploadHint)}
            isDisabled={isBusy}
          />
          <Problem text={problem} />
        </div>
        {invalid > 0 ? <Reimport batchId={batch.id} /> : null}
      </div>
    </section>
  )
}
