import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { dutyNames, userFields } from '#/api/users.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoment } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { DownloadButton } from '#/web/ui/DownloadButton.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { PreviewButton } from '#/web/ui/PreviewButton.tsx'
import { ReasonField } from '#/web/ui/ReasonDialog.tsx'
import { reasonTexts } from '#/web/ui/reason.texts.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { ReviewState, UserStatus } from './tags.tsx'
import { applicationStateNames, texts } from './texts.ts'

type Row = OutputOf<typeof api.users.applications>['rows'][number]

const initial = { keyword: '', state: 'pending', from: '', to: '', page: 1, size: 20, open: 0 }

/** Waiting longer than a day is gold, longer than two red: the promise to units is two days. */
const toneOf = (row: Row) => (row.state !== 'pending' ? 'grey' : row.waitingHours > 48 ? 'red' : row.waitingHours > 24 ? 'gold' : 'blue')

function useColumns(onOpen: (id: number) => void, onDisable: (row: Row) => void): Column<Row>[] {
  const say = useText()
  return [
    { key: 'unit', title: say(texts.unit), width: 210, isAlways: true, pin: 'left', isCut: true, render: (row) => row.unitName },
    { key: 'applicant', title: say(texts.applicant), width: 100, render: (row) => row.applicant },
    { key: 'username', title: say(texts.account), width: 120, render: (row) => row.username },
    { key: 'name', title: say(userFields.name), width: 100, render: (row) => row.name },
    { key: 'mobile', title: say(userFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    { key: 'roles', title: say(texts.reviewRoles), width: 150, isCut: true, render: (row) => row.roles.join('、') },
    { key: 'kind', title: say(texts.kind), width: 110, render: (row) => say(row.isNew ? texts.kindNew : texts.kindChange) },
    {
      key: 'letter',
      title: say(texts.letter),
      width: 120,
      render: (row) => <DownloadButton type="link" size="small" file={row.letter.fileId} aria-label={`${say(texts.letterOpen)} ${row.name}`} />,
    },
    { key: 'submitted', title: say(texts.submitted), width: 160, render: (row) => formatMoment(row.requestedAt) },
    {
      key: 'waited',
      title: say(texts.waited),
      width: 100,
      render: (row) => <StatusTag tone={toneOf(row)}>{say(texts.hours, { hours: row.waitingHours })}</StatusTag>,
    },
    { key: 'state', title: say(userFields.status), width: 100, render: (row) => <ReviewState review={row} /> },
    {
      key: 'action',
      title: say(texts.action),
      width: 140,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <Button type="link" size="small" onClick={() => onOpen(row.id)}>
            {say(row.state === 'pending' ? texts.inspect : texts.look)}
          </Button>
          {row.state === 'approved' ? (
            <ActionButton type="link" size="small" danger reason={row.may.disable} onPress={() => onDisable(row)}>
              {say(texts.disable)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
}

function Decide({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const say = useText()
  const [reason, setReason] = useState('')
  const [isTicked, setTicked] = useState(false)
  const approve = useSubmit(api.users.approve, { done: say(texts.approved), onDone })
  const reject = useSubmit(api.users.reject, { done: say(texts.rejected), onDone })
  const isWarned = row.overlap.length > 0
  const duties = row.overlap.map((duty) => say(dutyNames[duty])).join('、')
  return (
    <section className="k-card k-stack">
      <h2>{say(texts.inspect)}</h2>
      {isWarned ? (
        <>
          <Alert type="warning" showIcon title={say(texts.overlapWarning, { duties })} />
          <Checkbox checked={isTicked} onChange={(event) => setTicked(event.target.checked)}>
            {say(texts.approveAnyway)}
          </Checkbox>
        </>
      ) : null}
      <p className="k-note">{say(texts.afterApproval)}</p>
      <div className="k-row">
        <ActionButton
          type="primary"
          reason={row.may.decide || (isWarned && !isTicked ? say(texts.overlapWarning, { duties }) : '')}
          isBusy={approve.isBusy}
          onPress={() => void approve.submit({ applicationId: row.id, ...(isTicked ? { acknowledge: true } : {}) })}
        >
          {say(texts.approve)}
        </ActionButton>
      </div>
      <ReasonField label={say(texts.rejectReason)} value={reason} onChange={setReason} />
      <div className="k-row">
        <ActionButton
          danger
          reason={row.may.decide || (reason.trim().length < 2 ? say(reasonTexts.short, { least: 2 }) : '')}
          isBusy={reject.isBusy}
          onPress={() => void reject.submit({ applicationId: row.id, reason: reason.trim() })}
        >
          {say(texts.reject)}
        </ActionButton>
      </div>
    </section>
  )
}

function Review({ row, onDone }: { readonly row: Row; readonly onDone: () => void }) {
  const say = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(texts.unit), value: row.unitName, isWide: true },
          { label: say(texts.kind), value: say(row.isNew ? texts.kindNew : texts.kindChange) },
          { label: say(texts.applicant), value: row.applicant },
          { label: say(texts.account), value: row.username },
          { label: say(userFields.name), value: row.name },
          { label: say(userFields.mobile), value: row.mobile ? <Masked value={row.mobile} /> : '' },
          { label: say(userFields.status), value: <UserStatus user={{ status: row.status, isLocked: false, isOnline: false }} /> },
          { label: say(texts.reviewRoles), value: row.roles.join('、') },
          { label: say(userFields.duties), value: row.duties.map((duty) => say(dutyNames[duty])).join('、') },
          { label: say(texts.submitted), value: formatMoment(row.requestedAt) },
          { label: say(texts.review), value: <ReviewState review={row} /> },
          ...(row.decidedBy ? [{ label: say(texts.decidedBy), value: row.decidedBy }] : []),
          ...(row.decidedAt ? [{ label: say(texts.decidedAt), value: formatMoment(row.decidedAt) }] : []),
          ...(row.reason ? [{ label: say(texts.reason), value: row.reason, isWide: true }] : []),
          {
            label: say(texts.letter),
            value: (
              <span className="k-row">
                <PreviewButton fileId={row.letter.fileId} />
                <DownloadButton file={row.letter.fileId}>{row.letter.name}</DownloadButton>
              </span>
            ),
            isWide: true,
          },
        ]}
      />
      {row.state === 'pending' ? <Decide row={row} onDone={onDone} /> : null}
    </div>
  )
}

/** 平台账号管理: what units ask for their people, with the letter, to agree to or to refuse. */
export default function ChecksPage() {
  const say = useText()
  const [state, change] = useUrlState(initial)
  const [disabling, setDisabling] = useState<Row | null>(null)
  const list = useRead(api.users.applications, {
    page: state.page,
    size: state.size as 20,
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.state ? { state: state.state as 'pending' } : {}),
    ...(state.from ? { from: state.from } : {}),
    ...(state.to ? { to: state.to } : {}),
  })
  const open = list.data?.rows.find((row) => row.id === state.open)
  return (
    <>
      <PageHeader title={say(pageTitles.dwEmployeeCheck)} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        fields={[
          { kind: 'text', name: 'keyword', label: say(texts.keyword), placeholder: say(texts.checkKeyword) },
          {
            kind: 'choice',
            name: 'state',
            label: say(userFields.status),
            choices: [{ value: '', label: say(texts.all) }, ...Object.entries(applicationStateNames).map(([value, text]) => ({ value, label: say(text) }))],
          },
          { kind: 'days', from: 'from', to: 'to', label: say(texts.period) },
        ]}
      />
      <DataTable
        id="account-applications"
        label={say(pageTitles.dwEmployeeCheck)}
        columns={useColumns((id) => change({ open: id }), setDisabling)}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.noApplications) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <DetailDrawer isOpen={open !== undefined} title={open ? `${open.name} · ${open.username}` : ''} onClose={() => change({ open: 0 })}>
        {open ? <Review key={open.id} row={open} onDone={() => change({ open: 0 })} /> : null}
      </DetailDrawer>
      {disabling ? (
        <ConfirmDialog
          deed="disable"
          user={{ id: disabling.userId, name: disabling.name, username: disabling.username }}
          onClose={() => setDisabling(null)}
          onOnce={() => undefined}
        />
      ) : null}
    </>
  )
}
