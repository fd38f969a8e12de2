import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { problemNames } from '#/api/operators.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoment } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Exceptions } from '#/web/relations/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Plainly } from '#/web/ui/Plainly.tsx'
import { ReasonDialog, ReasonField } from '#/web/ui/ReasonDialog.tsx'
import { SandboxNote } from '#/web/ui/SandboxNote.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.operators.candidates>['rows'][number]

const initial = { keyword: '', state: 'open', page: 1, size: 20, open: 0 }
const tones = { open: 'gold', waiting: 'blue', accepted: 'green', merged: 'green', rejected: 'red' } as const
const states = ['open', 'waiting', 'accepted', 'merged', 'rejected'] as const

function useColumns(onOpen: (id: number) => void): Column<Row>[] {
  const say = useText()
  return [
    { key: 'name', title: say(texts.name), width: 110, isAlways: true, pin: 'left', render: (row) => row.name },
    {
      key: 'state',
      title: say(texts.state),
      width: 110,
      render: (row) => (
        <StatusTag tone={tones[row.state]} title={row.reason}>
          {say(texts[row.state])}
        </StatusTag>
      ),
    },
    { key: 'idNumber', title: say(texts.idNumber), width: 200, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'mobile', title: say(texts.mobile), width: 140, render: (row) => <Masked value={row.mobile} /> },
    { key: 'card', title: say(texts.card), width: 190, render: (row) => <Masked value={row.cardNo} /> },
    {
      key: 'problems',
      title: say(texts.problems),
      width: 200,
      render: (row) =>
        row.problems.map((code) => {
          const name = problemNames[code]
          return (
            <StatusTag key={code} tone="red" title={code}>
              {name ? say(name) : code}
            </StatusTag>
          )
        }),
    },
    { key: 'match', title: say(texts.match), width: 130, render: (row) => row.match?.name ?? '—' },
    { key: 'unit', title: say(texts.unit), width: 200, isCut: true, render: (row) => row.unitName },
    {
      key: 'batch',
      title: say(texts.batch),
      width: 230,
      render: (row) =>
        row.batchId === null ? (
          '—'
        ) : (
          <Link to={`/zf/batch/${row.batchId}`}>
            {row.batchNo} #{row.seq}
          </Link>
        ),
    },
    { key: 'submitted', title: say(texts.submitted), width: 160, render: (row) => formatMoment(row.submittedAt) },
    {
      key: 'waited',
      title: say(texts.waited),
      width: 120,
      render: (row) => (
        <StatusTag tone={row.waitingHours > 48 ? 'red' : row.waitingHours > 24 ? 'gold' : 'grey'}>
          {say(texts.hours, { hours: Math.round(row.waitingHours) })}
        </StatusTag>
      ),
    },
    {
      key: 'action',
      title: say(texts.action),
      width: 110,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <Button type="link" size="small" onClick={() => onOpen(row.id)}>
          {say(texts.compare)}
        </Button>
      ),
    },
  ]
}

/** Says how a decision about several people went. */
function useReport(onDone: () => void) {
  const say = useText()
  return ({ ok, fail }: { ok: number[]; fail: { id: number; reason: string }[] }) => {
    const reasons = [...new Set(fail.map((each) => each.reason))].join('; ')
    if (fail.length > 0) notify('warning', say(texts.partly, { ok: ok.length, fail: fail.length, reason: reasons }))
    else notify('success', say(texts.done))
    onDone()
  }
}

function RejectDialog({ ids, onClose, onDone }: { readonly ids: readonly number[]; readonly onClose: () => void; readonly onDone: () => void }) {
  const say = useText()
  const reject = useSubmit(api.operators.rejectCandidates, { onDone: useReport(onDone), isQuiet: true })
  return (
    <ReasonDialog
      title={say(texts.rejectMany, { count: ids.length })}
      onClose={onClose}
      confirmText={say(texts.reject)}
      onConfirm={({ reason }) => void reject.submit({ ids: [...ids], reason })}
      isDangerous
      isBusy={reject.isBusy}
      failure={reject.failure}
      reason={{ label: say(texts.reason), hint: say(texts.reasonHint) }}
    />
  )
}

function Review({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const say = useText()
  const [reason, setReason] = useState('')
  const report = useReport(onDone)
  const accept = useSubmit(api.operators.acceptCandidates, { onDone: report })
  const reject = useSubmit(api.operators.rejectCandidates, { onDone: report })
  const merge = useSubmit(api.operators.mergeCandidate, { done: say(texts.done), onDone })
  type Numbers = { name: string; idNumber: string; mobile: string; cardNo: string }
  const facts = (of: 'candidate' | 'operator', id: number, who: Numbers, last: { label: string; value: string }) => [
    { label: say(texts.name), value: who.name },
    { label: say(texts.idNumber), value: <Plainly of={of} id={id} field="idNumber" value={who.idNumber} /> },
    { label: say(texts.mobile), value: <Plainly of={of} id={id} field="mobile" value={who.mobile} /> },
    { label: say(texts.card), value: <Plainly of={of} id={id} field="cardNo" value={who.cardNo} /> },
    last,
  ]
  const isOpen = row.state === 'open' || row.state === 'waiting'
  return (
    <div className="k-stack">
      <section className="k-card">
        <h2>{say(texts.raw)}</h2>
        <Facts rows={facts('candidate', row.id, row, { label: say(texts.bank), value: row.bankName })} columns={2} />
      </section>
      <section className="k-card">
        <h2>{say(texts.known)}</h2>
        {row.match ? (
          <Facts rows={facts('operator', row.match.operatorId, row.match, { label: say(texts.why), value: row.match.why })} columns={2} />
        ) : (
          <p className="k-muted">{say(texts.noMatch)}</p>
        )}
      </section>
      {isOpen && can('user:audit') ? (
        <>
          <div className="k-row">
            <Button type="primary" loading={accept.isBusy} onClick={() => void accept.submit({ ids: [row.id] })}>
              {say(texts.accept)}
            </Button>
            {row.match ? (
              <Button loading={merge.isBusy} onClick={() => void merge.submit({ id: row.id, operatorId: row.match?.operatorId ?? 0 })}>
                {say(texts.merge)}
              </Button>
            ) : null}
          </div>
          <ReasonField label={say(texts.reason)} hint={say(texts.reasonHint)} value={reason} onChange={setReason} />
          <div className="k-row">
            <Button
              danger
              disabled={reason.trim().length < 2}
              loading={reject.isBusy}
              onClick={() => void reject.submit({ ids: [row.id], reason: reason.trim() })}
            >
              {say(texts.reject)}
            </Button>
          </div>
        </>
      ) : row.reason ? (
        <p>{row.reason}</p>
      ) : null}
    </div>
  )
}

/** 临时经营者审核: people who came in by import and do not match anybody the system knows. */
export default function CandidatesPage() {
  const say = useText()
  const [state, change] = useUrlState(initial)
  const [chosen, choose] = useState<readonly number[]>([])
  const list = useRead(api.operators.candidates, {
    page: state.page,
    size: state.size as 20,
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.state ? { state: state.state as 'open' } : {}),
  })
  const [isRejecting, setRejecting] = useState(false)
  const accept = useSubmit(api.operators.acceptCandidates, { onDone: useReport(() => choose([])) })
  const open = list.data?.rows.find((row) => row.id === state.open)
  return (
    <>
      <PageHeader
        title={say(pageTitles.datacheck)}
        note={<SandboxNote />}
        actions={
          <>
            <Exceptions />
            {can('user:audit') && chosen.length > 0 ? (
              <>
                <Button danger onClick={() => setRejecting(true)}>
                  {say(texts.rejectMany, { count: chosen.length })}
                </Button>
                <Button type="primary" loading={accept.isBusy} onClick={() => void accept.submit({ ids: [...chosen] })}>
                  {say(texts.acceptMany, { count: chosen.length })}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        fields={[
          { kind: 'text', name: 'keyword', label: say(texts.keyword) },
          {
            kind: 'choice',
            name: 'state',
            label: say(texts.state),
            choices: [{ value: '', label: say(texts.all) }, ...states.map((value) => ({ value, label: say(texts[value]) }))],
          },
        ]}
      />
      <DataTable
        id="candidates"
        label={say(pageTitles.datacheck)}
        columns={useColumns((id) => change({ open: id }))}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        selection={{ keys: chosen, onChange: (keys) => choose(keys.map(Number)), isBlocked: (row) => row.state !== 'open' && row.state !== 'waiting' }}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {isRejecting ? (
        <RejectDialog
          ids={chosen}
          onClose={() => setRejecting(false)}
          onDone={() => {
            setRejecting(false)
            choose([])
          }}
        />
      ) : null}
      <DetailDrawer isOpen={open !== undefined} title={open?.name ?? ''} onClose={() => change({ open: 0 })}>
        {open ? <Review key={open.id} row={open} onDone={() => change({ open: 0 })} /> : null}
      </DetailDrawer>
    </>
  )
}
