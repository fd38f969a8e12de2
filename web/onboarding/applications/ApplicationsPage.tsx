import { useState } from 'react'
import { applicationSheet, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { applicationStates } from '#/domain/onboarding/application.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { useRejections } from '#/web/parts/review/RejectField.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ReviewExport, reviewFilterInput, reviewFilterValues, useAssignOnOpen, useReviewFields } from '#/web/parts/review/review-list.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Appeals } from './Appeals.tsx'
import { type Application, DecisionBar, ReviewLog, ReviewSplit } from './ApplicationReview.tsx'
import { type ApplicationRow, useApplicationColumns } from './application-columns.tsx'
import { inviteTexts } from './invite.texts.ts'
import { reviewTexts as texts } from './review.texts.ts'
import './applications.css'

const InviteDialog = onDemand(async () => (await import('./InviteDialog.tsx')).InviteDialog)

const AssignDialog = onDemand(async () => (await import('#/web/parts/review/AssignDialog.tsx')).AssignDialog)

const tabs = ['unit', 'partner', 'operator'] as const
const initialState = {
  tab: 'unit',
  keyword: '',
  state: 'pending',
  reviewer: '',
  lateness: '',
  from: '',
  to: '',
  ...firstPage,
  open: 0,
  pane: 'review',
} as const
const allowedValues = { tab: tabs, state: [...applicationStates, ''], ...reviewFilterValues, size: pageSizes, ...periodRules } as const
type State = UrlState<typeof initialState, typeof allowedValues>
interface DetailProps {
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

function ApplicationPanes({ application, pane, onPane, onClose }: Omit<DetailProps, 'id'> & { readonly application: Application }) {
  const t = useText()
  const rejections = useRejections(application)
  const isOpen = application.state === 'pending' && can('hzhb:audit')
  const canMark = isOpen && application.may.decide === ''
  return (
    <>
      <Tabs
        activeKey={pane === 'log' ? 'log' : 'review'}
        onChange={onPane}
        items={[
          { key: 'review', label: t(reviewTexts.review), children: <ReviewSplit application={application} rejections={canMark ? rejections : null} /> },
          { key: 'log', label: t(reviewTexts.log), children: <ReviewLog application={application} /> },
        ]}
      />
      {isOpen ? <DecisionBar application={application} rejections={rejections} onDone={onClose} /> : null}
    </>
  )
}

function Detail({ id, ...rest }: DetailProps) {
  const query = useRead(api.applications.get, { applicationId: id }, { follows: ['applications'], keepLast: false })
  return <QueryContent query={query}>{(application) => <ApplicationPanes application={application} {...rest} />}</QueryContent>
}

function filterOf(state: State) {
  return {
    tab: state.tab,
    ...setConditions({
      keyword: state.keyword,
      state: state.state,
      ...reviewFilterInput(state),
      from: state.from,
      to: state.to,
    }),
  }
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
        { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
        {
          kind: 'choice',
          name: 'state',
          label: t(applicationSheet.state),
          choices: choicesOf(
            t,
            applicationStates.filter((applicationState) => applicationState !== 'draft'),
            applicationStateNames,
          ),
        },
        ...useReviewFields(),
        { kind: 'days', from: 'from', to: 'to', label: t(reviewTexts.submitted) },
      ]}
    />
  )
}

interface KindTabsProps {
  readonly tab: string
  /** Pending applications by tab; undefined before the first answer. */
  readonly waiting: OutputOf<typeof api.applications.list>['waiting'] | undefined
  readonly onChange: (tab: string) => void
}

function KindTabs({ tab: active, waiting, onChange }: KindTabsProps) {
  const t = useText()
  const currentLanguage = useLanguage()
  return (
    <Tabs
      activeKey={active}
      onChange={onChange}
      items={tabs.map((tab) => ({
        key: tab,
        label: withNote(t(texts[tab]), waiting?.[tab] ? formatResultCount(waiting[tab], currentLanguage) : ''),
      }))}
    />
  )
}

function ReviewDrawer({ state, change, open }: FiltersProps & { readonly open: ApplicationRow | undefined }) {
  const t = useText()
  const close = () => change({ open: 0 })
  return (
    <DetailDrawer isOpen={state.open > 0} width={1180} title={open ? `${open.name} · ${open.no}` : t(reviewTexts.review)} onClose={close}>
      {state.open > 0 ? <Detail key={state.open} id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={close} /> : null}
    </DetailDrawer>
  )
}

interface HeaderActionsProps {
  readonly mayReview: boolean
  readonly onInvite: () => void
}

function HeaderActions({ mayReview, onInvite }: HeaderActionsProps) {
  const t = useText()
  return (
    <>
      {mayReview ? <Appeals /> : null}
      <Button onClick={onInvite}>{t(inviteTexts.invite)}</Button>
    </>
  )
}

function AssignApplicationsDialog({
  ids,
  rows,
  onClose,
}: {
  readonly ids: readonly number[]
  readonly rows: readonly ApplicationRow[]
  readonly onClose: () => void
}) {
  return (
    <AssignDialog
      colleagues={api.applications.colleagues}
      call={api.applications.assign}
      of={{ applicationIds: [...ids] }}
      nameOf={(id) => rows.find((row) => row.id === id)?.no}
      onClose={onClose}
    />
  )
}

/** 入驻申请: the applications, their waiting times and decisions. */
export default function ApplicationsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [dialog, setDialog] = useState<'assign' | 'invite' | null>(null)
  const filter = filterOf(state)
  const list = useRead(api.applications.list, { ...pageRequestOf(state), ...filter }, { follows: ['applications'] })
  const takeApplication = useAssignOnOpen(api.applications.take)
  const rows = list.data?.rows ?? []
  const open = useOpenRow(rows, (row) => row.id === state.open)
  const review = (row: ApplicationRow) => {
    takeApplication(row, { applicationId: row.id })
    change({ open: row.id, pane: 'review' })
  }
  const mayReview = can('hzhb:audit')
  return (
    <>
      <PageHeader title={t(pageTitles.hzhbList)} actions={<HeaderActions mayReview={mayReview} onInvite={() => setDialog('invite')} />} />
      <KindTabs
        tab={state.tab}
        waiting={list.data?.waiting}
        onChange={(tab) => {
          setChosen([])
          change({ tab, page: 1, open: 0 })
        }}
      />
      <Filters state={state} change={change} />
      <DataTable
        id={`applications-${state.tab}`}
        label={t(pageTitles.hzhbList)}
        columns={useApplicationColumns((id) => change({ open: id }), review)}
        rows={rows}
        source={list}
        empty={{ title: t(texts.none), reason: t(texts.noneMore) }}
        tools={<ReviewExport call={api.applications.export} of={filter} />}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        {...(mayReview
          ? {
              selection: {
                keys: chosen,
                onChange: (keys: readonly (string | number)[]) => setChosen(keys.map(Number)),
                isBlocked: (row: ApplicationRow) => row.state !== 'pending',
                actions: <Button onClick={() => setDialog('assign')}>{t(reviewTexts.assign)}</Button>,
              },
            }
          : {})}
        paging={pagingOf(state, list.data, change)}
      />
      <ReviewDrawer state={state} change={change} open={open} />
      {dialog === 'assign' ? (
        <AssignApplicationsDialog
          ids={chosen}
          rows={rows}
          onClose={() => {
            setDialog(null)
            setChosen([])
          }}
        />
      ) : null}
      {dialog === 'invite' ? <InviteDialog onClose={() => setDialog(null)} /> : null}
    </>
  )
}
