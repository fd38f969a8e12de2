import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { candidateSheet, candidateStateNames, problemNames } from '#/api/people/operators.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { candidateIssueCodes, candidateStates } from '#/domain/people/candidate.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Exceptions } from '#/web/organisations/relations/public.tsx'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { ReviewExport, reviewFilterInput, reviewFilterValues, useAssignOnOpen, useReviewFields } from '#/web/parts/review/review-list.tsx'
import { SandboxNote } from '#/web/parts/SandboxNote.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { anyId, periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type Candidate, isOpen, useCandidateColumns } from './candidate-columns.tsx'
import { texts } from './texts.ts'
import { useDecisionNotices } from './verification.tsx'

const AssignDialog = onDemand(async () => (await import('#/web/parts/review/AssignDialog.tsx')).AssignDialog)

// The list loads first. The review loads when the first person is opened.
const CandidateReview = onDemand(async () => (await import('./CandidateReview.tsx')).CandidateReview)

const initialState = { keyword: '', state: 'open', problem: '', unit: '', reviewer: '', lateness: '', from: '', to: '', ...firstPage, open: 0 } as const
const allowedValues = {
  state: [...candidateStates, ''],
  problem: candidateIssueCodes,
  unit: anyId,
  ...reviewFilterValues,
  size: pageSizes,
  ...periodRules,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>
interface DialogProps {
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onDone: () => void
}

function RejectDialog({ ids, onClose, onDone }: DialogProps) {
  const t = useText()
  const reject = useSubmit(api.operators.rejectCandidates, { ...useDecisionNotices(onDone) })
  return (
    <ReasonDialog
      title={t(texts.rejectMany, { count: ids.length })}
      onClose={onClose}
      confirmText={t(texts.reject)}
      onConfirm={({ reason }) => void reject.submit({ ids: [...ids], reason })}
      isDangerous
      submission={reject}
      reason={{ label: t(reviewTexts.reason) }}
    />
  )
}

interface FiltersProps {
  readonly state: State
  readonly change: (patch: Partial<State>) => void
  readonly units: readonly { readonly id: number; readonly name: string }[]
}

function Filters({ state, change, units }: FiltersProps) {
  const t = useText()
  return (
    <FilterBar
      state={state}
      onChange={change}
      initial={initialState}
      fields={[
        { kind: 'text', name: 'keyword', label: t(texts.keyword) },
        { kind: 'choice', name: 'state', label: t(candidateSheet.state), choices: choicesOf(t, candidateStates, candidateStateNames) },
        {
          kind: 'choice',
          name: 'problem',
          label: t(texts.problems),
          choices: candidateIssueCodes.map((value) => ({ value, label: problemNames[value] ? t(problemNames[value]) : value })),
        },
        {
          kind: 'choice',
          name: 'unit',
          label: t(candidateSheet.unit),
          choices: units.map((unit) => ({ value: String(unit.id), label: unit.name })),
          width: 200,
        },
        ...useReviewFields(),
        { kind: 'days', from: 'from', to: 'to', label: t(reviewTexts.submitted) },
      ]}
    />
  )
}

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    state: state.state,
    problem: state.problem,
    unitId: state.unit,
    ...reviewFilterInput(state),
    from: state.from,
    to: state.to,
  })
}

function Detail({ id, onDone }: { readonly id: number; readonly onDone: () => void }) {
  const query = useRead(api.operators.candidate, { candidateId: id }, { follows: ['candidates'], keepLast: false })
  return <QueryContent query={query}>{(person) => <CandidateReview key={person.id} person={person} onDone={onDone} />}</QueryContent>
}

function useBulkActions(chosen: readonly number[], onDone: () => void) {
  const noticeOptions = useDecisionNotices(onDone)
  const accept = useSubmit(api.operators.acceptCandidates, noticeOptions)
  const verify = useSubmit(api.operators.verifyCandidates, noticeOptions)
  return {
    accept: () => void accept.submit({ ids: [...chosen] }),
    verify: () => void verify.submit({ ids: [...chosen] }),
    isBusy: accept.isBusy || verify.isBusy,
  }
}

interface BulkActionsProps {
  readonly count: number
  readonly bulk: ReturnType<typeof useBulkActions>
  readonly onAsk: (dialog: 'reject' | 'assign') => void
}

/** Bulk actions on the selected people. */
function BulkActions({ count, bulk, onAsk }: BulkActionsProps) {
  const t = useText()
  return (
    <>
      <Button onClick={() => onAsk('assign')}>{t(reviewTexts.assign)}</Button>
      <Button loading={bulk.isBusy} onClick={bulk.verify}>
        {t(texts.verifyMany)}
      </Button>
      <Button loading={bulk.isBusy} onClick={bulk.accept}>
        {t(texts.acceptMany, { count })}
      </Button>
      <Button danger onClick={() => onAsk('reject')}>
        {t(texts.rejectMany, { count })}
      </Button>
    </>
  )
}

/** 临时经营者审核: imported people who match no known operator. */
export default function CandidatesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [chosen, choose] = useState<readonly number[]>([])
  const [dialog, setDialog] = useState<'reject' | 'assign' | null>(null)
  const filter = filterOf(state)
  const list = useRead(api.operators.candidates, { ...pageRequestOf(state), ...filter }, { follows: ['candidates'] })
  const rows = list.data?.rows ?? []
  const finish = () => {
    setDialog(null)
    choose([])
  }
  const bulk = useBulkActions(chosen, finish)
  const takeCandidate = useAssignOnOpen(api.operators.takeCandidate)
  const mayReview = can('user:audit')
  const review = (row: Candidate) => {
    if (mayReview && isOpen(row)) takeCandidate(row, { candidateId: row.id })
    change({ open: row.id })
  }
  const actions = <BulkActions count={chosen.length} bulk={bulk} onAsk={setDialog} />
  const selection = {
    keys: chosen,
    onChange: (keys: readonly (string | number)[]) => choose(keys.map(Number)),
    isBlocked: (row: Candidate) => !isOpen(row),
    actions,
  }
  const open = useOpenRow(rows, (row) => row.id === state.open)
  return (
    <>
      <PageHeader title={t(pageTitles.datacheck)} note={<SandboxNote />} actions={<Exceptions />} />
      <Filters state={state} change={change} units={list.data?.units ?? []} />
      <DataTable
        id="candidates"
        label={t(pageTitles.datacheck)}
        columns={useCandidateColumns(review)}
        rows={rows}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={review}
        openKey={state.open}
        tools={<ReviewExport call={api.operators.exportCandidates} of={filter} />}
        {...(mayReview ? { selection } : {})}
        paging={pagingOf(state, list.data, change)}
      />
      {dialog === 'reject' ? <RejectDialog ids={chosen} onClose={() => setDialog(null)} onDone={finish} /> : null}
      {dialog === 'assign' ? (
        <AssignDialog
          colleagues={api.operators.candidateColleagues}
          call={api.operators.assignCandidates}
          of={{ candidateIds: [...chosen] }}
          nameOf={(id) => rows.find((row) => row.id === id)?.name}
          onClose={finish}
        />
      ) : null}
      <DetailDrawer
        isOpen={state.open > 0}
        width={1080}
        title={open ? `${open.name} · ${open.unitName}` : t(reviewTexts.review)}
        onClose={() => change({ open: 0 })}
      >
        {state.open > 0 ? <Detail key={state.open} id={state.open} onDone={() => change({ open: 0 })} /> : null}
      </DetailDrawer>
    </>
  )
}
