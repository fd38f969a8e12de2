import { useState } from 'react'
import { invoiceFields as fields } from '#/api/taxation/invoices.texts.ts'
import { maxArchiveBytes, maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { texts } from './texts.ts'

type ImportedResults = OutputOf<typeof api.invoices.imports>[number]
type Fault = ImportedResults['faults'][number]

/** The outcome of a result file, with its unmatched rows. */
function Outcome({ brought }: { readonly brought: ImportedResults }) {
  const t = useText()
  const { name, rows, done, faults, isDone } = brought
  const columns: Column<Fault>[] = [
    { key: 'line', title: t(texts.line), width: 60, isAlways: true, render: (row) => row.line || '—' },
    { key: 'problem', title: t(texts.problem), width: 320, isAlways: true, render: (row) => row.problem },
    { key: 'no', title: t(fields.no), width: 200, render: (row) => row.no || '—' },
    { key: 'number', title: t(fields.number), width: 190, render: (row) => row.number || '—' },
  ]
  return (
    <section className="k-stack">
      <span>{t(isDone ? texts.importLine : texts.importBusy, { name, rows, done, faults: faults.length })}</span>
      {faults.length > 0 ? (
        <DataTable
          id="invoice-faults"
          label={t(texts.problem)}
          columns={columns}
          rows={faults}
          rowKey={(row) => `${row.line} ${row.number} ${row.problem}`}
          empty={{ reason: '—' }}
          isPlain
        />
      ) : null}
    </section>
  )
}

const POLL_MS = 3000

/** Imports the results of the invoicing software and lists the latest files. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [archive, setArchive] = useState<File | null>(null)
  const imports = useRead(api.invoices.imports, {})
  const isImporting = imports.data?.some(({ isDone }) => !isDone) ?? false
  useRead(api.invoices.imports, {}, { isEnabled: isImporting, everyMs: isImporting ? POLL_MS : null })
  const upload = useSubmit(api.invoices.importResults, {
    onDone: () => {
      setFile(null)
      setArchive(null)
    },
  })
  const send = () => {
    if (file) void upload.submit({ file, ...(archive && { archive }) })
  }
  return (
    <Dialog
      title={t(texts.importResults)}
      onClose={onClose}
      width={760}
      confirm={{ text: t(texts.importResults), onPress: send, isBusy: upload.isBusy, isDisabled: file === null }}
    >
      <div className="k-stack">
        <FileDrop value={file} onChange={setFile} kinds={['xlsx', 'csv']} maxBytes={maxFileBytes} label={t(texts.sheet)} />
        <FileDrop value={archive} onChange={setArchive} kinds={['zip']} maxBytes={maxArchiveBytes} label={t(texts.archive)} />
        <div>
          <DownloadButton type="link" file={() => api.invoices.template({})}>
            {t(texts.template)}
          </DownloadButton>
        </div>
        <QueryContent query={imports} lines={1}>
          {(all) =>
            all.length === 0 ? null : (
              <>
                <h3>{t(texts.imports)}</h3>
                {all.slice(0, 3).map((brought) => (
                  <Outcome key={brought.id} brought={brought} />
                ))}
              </>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  )
}
