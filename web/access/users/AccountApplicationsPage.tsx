import { useState } from 'react'
import { accountStateNames, userFields } from '#/api/access/users.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ReviewExport, reviewFilterInput, reviewFilterValues, useAssignOnOpen, useReviewFields, WaitingTag } from '#/web/parts/review/review-list.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { AccountApplicationReview } from './AccountApplicationReview.tsx'
import { ReviewState } from './tags.tsx'
import { texts } from './texts.ts'

const AssignDialog = onDemand(async () => (await import('#/web/parts/review/AssignDialog.tsx')).AssignDialog)

const ConfirmDialog = onDemand(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

type Row = OutputOf<typeof api.users.applications>['rows'][number]

const initialState = { keyword: '', state: 'pending', reviewer: '', lateness: '', from: '', to: '', ...firstPage, open: 0 } as const
const allowedValues = { state: ['', 'pending', 'approved', 'rejected'], ...reviewFilterValues, size: pageSizes, ...periodRules } as const
type State = UrlState<typeof initialState, typeof allowedValues>

function useColumns(onOpen: (row: Row) => void, onDisable: (row: Row) => void): Column<Row>[] {
  const t = useText()
  return [
    { key: 'unit', title: t(texts.unit), width: 210, isAlways: true, pin: 'left', isCut: true, render: (row) => row.unitName },
    { key: 'applicant', title: t(texts.applicant), width: 100, render: (row) => row.applicant },
    { key: 'username', title: t(texts.account), width: 120, render: (row) => row.username },
    { key: 'name', title: t(userFields.name), width: 100, render: (row) => row.name },
    { key: 'mobile', title: t(userFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    { key: 'roles', title: t(texts.reviewRoles), width: 150, isCut: true, render: (row) => joinList(row.roles) },
    { key: 'kind', title: t(texts.kind), width: 110, render: (row) => t(row.isNew ? texts.kindNew : texts.kindChange) },
    {
      key: 'letter',
      title: t(texts.letter),
      width: 120,
      render: (row) => <DownloadButton type="link" size="small" file={row.letter.fileId} aria-label={`${t(texts.letterOpen)} ${row.name}`} />,
    },
    { key: 'submitted', title: t(texts.submitted), width: 160, render: (row) => formatDateTime(row.requestedAt) },
    {
      key: 'waited',
      title: t(texts.waited),
      width: 100,
      render: (row) => <WaitingTag hours={row.waitingHours} isOpen={row.state === 'pending'} />,
    },
    { key: 'reviewer', title: t(reviewTexts.reviewerFilter), width: 100, render: (row) => row.reviewer || '—' },
    { key: 'state', title: t(userFields.status), width: 100, render: (row) => <ReviewState review={row} /> },
    {
      key: 'action',
      title: t(texts.action),
      width: 140,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <Button type="link" size="small" onClick={() => onOpen(row)}>
            {t(row.state === 'pending' ? texts.inspect : texts.look)}
          </Button>
          {row.state === 'approved' ? (
            <ActionButton type="link" size="small" danger reason={row.may.disable} onPress={() => onDisable(row)}>
              {t(texts.disable)}
            </ActionButton>
          ) : null}
        </span>
      ),
    },
  ]
}

interface FiltersProps {
  readonly state: State
  readonly change: (patch: Partial<State>) => void
}

function Filters({ state, change }: FiltersProps) {
  const t = useText()
  return (
    <FilterBar
      state={state}
      onChange={change}
      initial={initialState}
      fields={[
        { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.checkKeyword) },
        { kind: 'choice', name: 'state', label: t(userFields.status), choices: allChoicesOf(t, accountStateNames) },
        ...useReviewFields(),
        { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
      ]}
    />
  )
}

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    state: state.state,
    ...reviewFilterInput(state),
    from: state.from,
    to: state.to,
  })
}

function Detail({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const query = useRead(api.users.application, { applicationId: id }, { keepLast: false })
  return <QueryContent query={query}>{(row) => <AccountApplicationReview key={row.id} row={row} onDone={onDone} />}</QueryContent>
}

/** 平台账号管理: units' requests for their staff accounts, with the letter, to approve or reject. */
export default function AccountApplicationsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [disabling, setDisabling] = useState<Row | null>(null)
  const [chosen, choose] = useState<readonly number[]>([])
  const [isAssigning, setAssigning] = useState(false)
  const filter = filterOf(state)
  const list = useRead(api.users.applications, { ...pageRequestOf(state), ...filter })
  const rows = list.data?.rows ?? []
  const open = useOpenRow(rows, (row) => row.id === state.open)
  const takeApplication = useAssignOnOpen(api.users.takeApplication)
  const review = (row: Row) => {
    if (row.state === 'pending' && row.may.take === '') takeApplication(row, { applicationId: row.id })
    change({ open: row.id })
  }
  const selection = {
    keys: chosen,
    onChange: (keys: readonly (string | number)[]) => choose(keys.map(Number)),
    isBlocked: (row: Row) => row.state !== 'pending',
    actions: <Button onClick={() => setAssigning(true)}>{t(reviewTexts.assign)}</Button>,
  }
  return (
    <>
      <PageHeader title={t(pageTitles.dwEmployeeCheck)} />
      <Filters state={state} change={change} />
      <DataTable
        id="account-applications"
        label={t(pageTitles.dwEmployeeCheck)}
        columns={useColumns(review, setDisabling)}
        rows={rows}
        source={list}
        empty={{ reason: t(texts.noApplications) }}
        tools={<ReviewExport call={api.users.exportApplications} of={filter} />}
        onOpen={review}
        openKey={state.open}
        {...(can('user:edit') ? { selection } : {})}
        paging={pagingOf(state, list.data, change)}
      />
      <DetailDrawer
        isOpen={state.open > 0}
        width={1180}
        title={open ? `${open.name} · ${open.username}` : t(texts.inspect)}
        onClose={() => change({ open: 0 })}
      >
        {state.open > 0 ? <Detail key={state.open} id={state.open} onDone={() => change({ open: 0 })} /> : null}
      </DetailDrawer>
      {isAssigning ? (
        <AssignDialog
          colleagues={api.users.applicationColleagues}
          call={api.users.assignApplications}
          of={{ requestIds: [...chosen] }}
          nameOf={(id) => rows.find((row) => row.id === id)?.username}
          onClose={() => {
            setAssigning(false)
            choose([])
          }}
        />
      ) : null}
      {disabling ? (
        <ConfirmDialog
          action="disable"
          user={{ id: disabling.userId, name: disabling.name, username: disabling.username }}
          onClose={() => setDisabling(null)}
        />
      ) : null}
    </>
  )
}
