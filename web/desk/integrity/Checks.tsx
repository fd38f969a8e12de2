import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { StopNote } from './StopNote.tsx'
import { texts } from './texts.ts'
import { useCheckName } from './useCheckName.ts'

type State = OutputOf<typeof api.integrity.state>
type Run = State['runs'][number]
type Finding = OutputOf<typeof api.integrity.findings>[number]

const pollMs = 2000
const tones = { asked: 'blue', running: 'blue', holds: 'green', broken: 'red', unchecked: 'gold', failed: 'gold' } as const

function RunTag({ state }: { readonly state: Run['state'] }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(state === 'asked' ? texts.asking : texts[state])}</StatusTag>
}

function Findings({ runId, onClose }: { readonly runId: number; readonly onClose: () => void }) {
  const t = useText()
  const nameOf = useCheckName()
  const findings = useRead(api.integrity.findings, { runId }, { isEnabled: runId > 0, keepLast: false })
  const columns: Column<Finding>[] = [
    { key: 'check', title: t(texts.check), width: 260, isAlways: true, render: (row) => nameOf(row.name) },
    { key: 'result', title: t(texts.state), width: 110, isAlways: true, render: (row) => <RunTag state={row.result} /> },
    { key: 'took', title: t(texts.took), width: 100, align: 'right', render: (row) => t(texts.milliseconds, { count: row.milliseconds }) },
    { key: 'offenders', title: t(texts.offenders), width: 220, isAlways: true, render: (row) => joinList(row.offenders) || '—' },
  ]
  return (
    <DetailDrawer isOpen={runId > 0} title={t(texts.findings)} onClose={onClose}>
      <DataTable
        id="findings"
        label={t(texts.findings)}
        columns={columns}
        rows={findings.data ?? []}
        rowKey={(row) => row.name}
        source={findings}
        empty={{ reason: t(texts.noFindings) }}
        isPlain
      />
    </DetailDrawer>
  )
}

/** 系统核对: the results of the ledger checks, run by run, and the payout stop if one is active. */
export function Checks() {
  const t = useText()
  const [openId, open] = useState(0)
  const [isWatching, watch] = useState(true)
  const state = useRead(api.integrity.state, {}, { everyMs: isWatching ? pollMs : null })
  const isRunning = state.data?.runs.some((row) => row.state === 'asked' || row.state === 'running') ?? false
  const isUnderWay = isRunning || (state.data?.stop?.lost.openCount ?? 0) > 0
  if (state.data && isWatching !== isUnderWay) watch(isUnderWay)
  const run = useSubmit(api.integrity.run, { onDone: () => watch(true) })
  const columns: Column<Run>[] = [
    { key: 'startedAt', title: t(texts.startedAt), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.startedAt) },
    { key: 'kind', title: t(texts.kind), width: 110, render: (row) => t(texts[row.kind]) },
    { key: 'state', title: t(texts.state), width: 120, isAlways: true, render: (row) => <RunTag state={row.state} /> },
    { key: 'by', title: t(texts.by), width: 130, render: (row) => row.askedBy ?? <span className="k-note">{t(texts.itself)}</span> },
    {
      key: 'took',
      title: t(texts.took),
      width: 130,
      align: 'right',
      render: (row) => (row.finishedAt === null ? '—' : t(texts.milliseconds, { count: Date.parse(row.finishedAt) - Date.parse(row.startedAt) })),
    },
  ]
  return (
    <div className="k-stack">
      <p className="k-note">
        {t(texts.note)} {state.data ? (state.data.signedAt ? t(texts.signedAt, { at: formatDateTimeSeconds(state.data.signedAt) }) : t(texts.unsigned)) : null}
      </p>
      {state.data?.stop ? <StopNote stop={state.data.stop} source={state} /> : null}
      <DataTable
        id="checks"
        label={t(texts.runs)}
        columns={columns}
        rows={state.data?.runs ?? []}
        source={state}
        empty={{ reason: t(texts.none) }}
        toolbar={
          <ActionButton type="primary" reason={state.data?.mayRun ?? ''} isBusy={run.isBusy} onPress={() => void run.submit({})}>
            {t(texts.run)}
          </ActionButton>
        }
        onOpen={(row) => open(row.id)}
        openKey={openId}
      />
      <Findings runId={openId} onClose={() => open(0)} />
    </div>
  )
}
