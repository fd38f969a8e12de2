import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DaysInput } from '#/web/ui/DaysInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Verification = OutputOf<typeof api.audit.verifications>[number]

const POLL_MS = 1000
const tones = { running: 'blue', intact: 'green', broken: 'red', failed: 'gold' } as const

function VerificationResult({ row }: { readonly row: Verification }) {
  const t = useText()
  const progressText = t(texts.checkedOf, { done: row.checked, total: row.total })
  if (row.state === 'running')
    return (
      <div className="k-stack">
        <ProgressBar parts={[{ tone: 'blue', count: row.checked, label: progressText }]} total={Math.max(row.total, 1)} label={t(texts.running)} />
        <span className="k-note">{progressText}</span>
      </div>
    )
  if (row.broken) return <span className="k-problem">{t(texts[row.broken.problem], { seq: row.broken.seq, chain: row.broken.chain })}</span>
  return <span className="k-note">{progressText}</span>
}

/** 校验完整性: verifies the chain of a period or of the whole log, and lists earlier runs. */
export function VerifyDialog({ onClose, onOpenRow }: { readonly onClose: () => void; readonly onOpenRow: (id: number) => void }) {
  const t = useText()
  const [period, setPeriod] = useState<readonly [string, string]>(['', ''])
  const [isWatching, watch] = useState(true)
  const results = useRead(api.audit.verifications, {}, { everyMs: isWatching ? POLL_MS : null })
  const isRunning = results.data?.some((row) => row.state === 'running') ?? false
  if (results.data && isWatching !== isRunning) watch(isRunning)
  const verify = useSubmit(api.audit.verify, { onDone: () => watch(true) })
  const [from, to] = period
  const columns: Column<Verification>[] = [
    {
      key: 'state',
      title: t(texts.state),
      width: 90,
      isAlways: true,
      render: (row) => <StatusTag tone={tones[row.state]}>{t(texts[row.state])}</StatusTag>,
    },
    {
      key: 'what',
      title: t(texts.range),
      width: 190,
      render: (row) => (
        <>
          {row.centreName ?? t(texts.allChains)}
          <br />
          <span className="k-note">{row.from || row.to ? `${row.from ?? ''} ~ ${row.to ?? ''}` : t(texts.whole)}</span>
        </>
      ),
    },
    { key: 'result', title: '', width: 240, isAlways: true, render: (row) => <VerificationResult row={row} /> },
    { key: 'askedBy', title: t(texts.askedBy), width: 90, render: (row) => row.askedBy },
    { key: 'askedAt', title: t(texts.askedAt), width: 140, render: (row) => formatDateTime(row.askedAt) },
  ]
  return (
    <Dialog title={t(texts.verifyTitle)} onClose={onClose} width={860}>
      <div className="k-stack">
        <p className="k-note">{t(texts.verifyNote)}</p>
        <div className="k-row">
          <DaysInput id="verify-period" label={t(texts.period)} from={from} to={to} onChange={(first, last) => setPeriod([first, last])} />
          <ActionButton
            type="primary"
            reason={isRunning ? t(texts.underWay) : ''}
            isBusy={verify.isBusy}
            onPress={() => void verify.submit({ ...(from ? { from } : {}), ...(to ? { to } : {}) })}
          >
            {t(texts.start)}
          </ActionButton>
        </div>
        <DataTable
          id="verifications"
          label={t(texts.results)}
          columns={columns}
          rows={results.data ?? []}
          source={results}
          empty={{ reason: t(texts.noResults) }}
          onOpen={(row) => {
            if (row.broken?.id) onOpenRow(row.broken.id)
          }}
          isPlain
        />
      </div>
    </Dialog>
  )
}
