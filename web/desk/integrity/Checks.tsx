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

const lookMs = 2000
const tones = { asked: 'blue', running: 'blue', holds: 'green', broken: 'red', unchecked: 'gold', failed: 'gold' } as const

function Result({ state }: { readonly state: Run['state'] }) {
  const say = useText()
  return <StatusTag tone={tones[state]}>{say(state === 'asked' ? texts.asking : texts[state])}</StatusTag>
}

function Findings({ runId, onClose }: { readonly runId: number; readonly onClose: () => void }) {
  const say = useText()
  const nameOf = useCheckName()
  const findings = useRead(api.integrity.findings, { runId }, { isEnabled: runId > 0, keepLast: false })
  const columns: Column<Finding>[] = [
    { key: 'check', title: say(texts.check), width: 260, isAlways: true, render: (row) => nameOf(row.name) },
    { key: 'result', title: say(texts.state), width: 110, isAlways: true, render: (row) => <Result state={row.result} /> },
    { key: 'took', title: say(texts.took), width: 100, align: 'right', render: (row) => say(texts.milliseconds, { count: row.milliseconds }) },
    { key: 'offenders', title: say(texts.offenders), width: 220, isAlways: true, render: (row) => joinList(row.offenders) || '—' },
  ]
  return (
    <DetailDrawer isOpen={runId > 0} title={say(texts.findings)} onClose={onClose}>
      <DataTable
        id="findings"
        label={say(texts.findings)}
        columns={columns}
        rows={findings.data ?? []}
        rowKey={(row) => row.name}
        source={findings}
        empty={{ reason: say(texts.noFindings) }}
        isPlain
      />
    </DetailDrawer>
  )
}

/** 系统核对: the results of the ledger checks, run by run, and the payout stop if one is active. */
export function Checks() {
  const say = useText()
  const [openId, open] = useState(0)
  const [isWatching, watch] = useState(true)
  const state = useRead(api.integrity.state, {}, { everyMs: isWatching ? lookMs : null })
  const isRunning = state.data?.runs.some((row) => row.state === 'asked' || row.state === 'running') ?? false
  const isUnderWay = isRunning || (state.data?.stop?.lost.openCount ?? 0) > 0
  if (state.data && isWatching !== isUnderWay) watch(isUnderWay)
  const run = useSubmit(api.integrity.run, { onDone: () => watch(true) })
  const columns: Column<Run>[] = [
    { key: 'startedAt', title: say(texts.startedAt), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.startedAt) },
    { key: 'kind', title: say(texts.kind), width: 110, render: (row) => say(texts[row.kind]) },
    { key: 'state', title: say(texts.state), width: 120, isAlways: true, render: (row) => <Result state={row.state} /> },
    { key: 'by', title: say(texts.by), width: 130, render: (row) => row.askedBy ?? <span className="k-note">{say(texts.itself)}</span> },
    {
      key: 'took',
      title: say(texts.took),
      width: 130,
      align: 'right',
      render: (row) => (row.finishedAt === null ? '—' : say(texts.milliseconds, { count: Date.parse(row.finishedAt) - Date.parse(row.startedAt) })),
    },
  ]
  return (
    <div className="k-stack">
      <p className="k-note">
        {say(texts.note)}{' '}
        {state.data ? (state.data.signedAt ? say(texts.signedAt, { at: formatDateTimeSeconds(state.data.signedAt) }) : say(texts.unsigned)) : null}
      </p>
      {state.data?.stop ? <StopNote stop={state.data.stop} source={state} /> : null}
      <DataTable
        id="checks"
        label={say(texts.runs)}
        columns={columns}
        rows={state.data?.runs ?? []}
        rowKey={(row) => row.id}
        source={state}
        empty={{ reason: say(texts.none) }}
        toolbar={
          <ActionButton type="primary" reason={state.data?.mayRun ?? ''} isBusy={run.isBusy} onPress={() => void run.submit({})}>
            {say(texts.run)}
          </ActionButton>
        }
        onOpen={(row) => open(row.id)}
        openKey={openId}
      />
      <Findings runId={openId} onClose={() => open(0)} />
    </div>
  )
}
