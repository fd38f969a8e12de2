import { useState } from 'react'
import { filingFields as fields, filingCertificateProblems } from '#/api/taxation/businessfilings.texts.ts'
import { maxArchiveBytes, maxFileBytes } from '#/domain/base/upload.ts'
import type { FilingKind } from '#/domain/taxation/business-filing.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { followMatching, MatchingProgress, useMatchingPoll, useRequiredFile } from '#/web/taxation/periods/public.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { FindSelect } from '#/web/ui/FindSelect.tsx'
import { texts } from './texts.ts'

export interface FilingPeriodProps {
  readonly kind: FilingKind
  readonly period: string
  readonly onClose: () => void
}

type Fault = OutputOf<typeof api.businessfilings.importResults>['faults'][number]
type Paper = OutputOf<typeof api.businessfilings.unmatched>['rows'][number]

/** Imports the results of the tax office, or lists the errors by row. */
export function ResultsDialog({ kind, period, onClose }: FilingPeriodProps) {
  const t = useText()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const importResults = useSubmit(api.businessfilings.importResults, {
    onDone: (answer) => {
      setFaults(answer.faults)
      if (answer.faults.length === 0) onClose()
    },
  })
  const send = async () => {
    const sheet = need()
    if (sheet) await importResults.submit({ kind, period, file: sheet })
  }
  const columns: Column<Fault>[] = [
    { key: 'line', title: t(texts.line), width: 60, isAlways: true, render: (row) => row.line },
    { key: 'code', title: t(fields.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'problem', title: t(texts.problem), width: 380, isAlways: true, render: (row) => row.problem },
  ]
  return (
    <Dialog
      title={`${t(texts.results)} ${period}`}
      onClose={onClose}
      width={720}
      confirm={{ text: t(texts.results), onPress: () => void send().catch(() => undefined), isBusy: importResults.isBusy }}
    >
      <div className="k-stack">
        <p>{t(texts.resultsNote, { period })}</p>
        <FileDrop value={file} onChange={setFile} kinds={['xlsx']} maxBytes={maxFileBytes} label={t(texts.sheet)} />
        {shownProblem}
        <div>
          <DownloadButton type="link" file={() => api.businessfilings.template({})}>
            {t(texts.template)}
          </DownloadButton>
        </div>
        {faults.length === 0 ? null : (
          <>
            <Alert type="error" showIcon title={t(texts.remarks)} />
            <DataTable
              id="filing-result-faults"
              label={t(texts.remarks)}
              columns={columns}
              rows={faults}
              rowKey={(row) => `${row.line} ${row.problem}`}
              empty={{ reason: '—' }}
              isPlain
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

function usePaperColumns(onAssign: (paper: Paper) => void): Column<Paper>[] {
  const t = useText()
  const discard = useSubmit(api.businessfilings.discard)
  return [
    { key: 'path', title: t(texts.file), width: 280, isAlways: true, isCut: true, render: (row) => row.path },
    { key: 'problem', title: t(texts.problem), width: 180, isAlways: true, render: (row) => t(filingCertificateProblems[row.problem]) },
    { key: 'at', title: t(texts.at), width: 160, render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'do',
      title: t(texts.action),
      width: 230,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.fileId ? (
            <>
              <PreviewButton size="small" fileId={row.fileId}>
                {t(texts.view)}
              </PreviewButton>
              <Button size="small" onClick={() => onAssign(row)}>
                {t(texts.assign)}
              </Button>
            </>
          ) : null}
          <ConfirmButton size="small" effect={t(texts.discardEffect)} onPress={() => void discard.submit({ filingCertificateId: row.id })}>
            {t(texts.discard)}
          </ConfirmButton>
        </span>
      ),
    },
  ]
}

/** Imports a ZIP of certificates and lists those that match no business. */
export function PapersDialog({ kind, period, onClose }: FilingPeriodProps) {
  const t = useText()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const list = useRead(api.businessfilings.unmatched, { kind, period }, { everyMs: useMatchingPoll() })
  const certify = useSubmit(api.businessfilings.certify, {
    onDone: ({ taskId }) => {
      followMatching(taskId)
      setFile(null)
    },
  })
  const [paper, setPaper] = useState<Paper | null>(null)
  const send = async () => {
    const zip = need()
    if (zip) await certify.submit({ kind, period, file: zip })
  }
  const columns = usePaperColumns(setPaper)
  const rows = list.data?.rows ?? []
  return (
    <Dialog
      title={`${t(texts.papers)} ${period}`}
      onClose={onClose}
      width={760}
      confirm={{ text: t(texts.papers), onPress: () => void send().catch(() => undefined), isBusy: certify.isBusy }}
    >
      <div className="k-stack">
        <p>{t(texts.papersNote, { period, example: `92330100MA2XXXXX1X_${period}.pdf` })}</p>
        <FileDrop value={file} onChange={setFile} kinds={['zip']} maxBytes={maxArchiveBytes} label={t(texts.zip)} />
        {shownProblem}
        <MatchingProgress />
        {rows.length === 0 ? null : (
          <DataTable id="filing-papers" label={t(texts.unmatched)} columns={columns} rows={rows} source={list} empty={{ reason: '—' }} isPlain />
        )}
      </div>
      {paper ? <AssignDialog kind={kind} period={period} paper={paper} onClose={() => setPaper(null)} /> : null}
    </Dialog>
  )
}

/** Assigns a certificate to a paid filing of the period. */
function AssignDialog({ kind, period, paper, onClose }: FilingPeriodProps & { readonly paper: Paper }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  // Keeps the chosen filing, because the next search may not find it.
  const [chosen, setChosen] = useState<OutputOf<typeof api.businessfilings.list>['rows'][number] | null>(null)
  const matches = useRead(api.businessfilings.list, { kind, period, states: ['paid'], ...(keyword ? { keyword } : {}), page: 1, size: 20 })
  const assign = useSubmit(api.businessfilings.assign, { onDone: onClose })
  // The last answer still contains the business to which the previous file was assigned.
  const unassignedFilings = matches.isFetching ? [] : (matches.data?.rows ?? []).filter((row) => row.certificateId === null)
  const send = async () => {
    if (chosen) await assign.submit({ businessFilingId: chosen.id, version: chosen.version, filingCertificateId: paper.id })
  }
  return (
    <Dialog
      title={t(texts.assign)}
      onClose={onClose}
      confirm={{ text: t(texts.assign), onPress: () => void send().catch(() => undefined), isBusy: assign.isBusy }}
    >
      <p>{paper.path}</p>
      <FindSelect
        label={t(fields.name)}
        value={chosen ? String(chosen.id) : undefined}
        onChange={(value) => setChosen(unassignedFilings.find((row) => String(row.id) === value) ?? null)}
        placeholder={t(texts.keyword)}
        options={unassignedFilings.map((row) => ({ value: String(row.id), label: `${row.name} ${row.creditCode}` }))}
        isLoading={matches.isFetching}
        onFind={setKeyword}
      />
      <p className="k-note">{t(texts.assignNote, { period })}</p>
    </Dialog>
  )
}
