import { useNavigate } from 'react-router'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { moduleNames, outcomeNames, refTypeNames, trailColumns } from '#/api/desk/audit.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { anyId, keyOf, periodRules, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { actorName, outcomeTones, refTypeName } from './labels.ts'
import { texts } from './texts.ts'

const LogDetail = onDemand(
  async () => (await import('./LogDetail.tsx')).LogDetail,
  ({ id }) => id > 0,
)

type Row = OutputOf<typeof api.audit.list>['rows'][number]

const initialState = {
  pane: 'operations',
  from: '',
  to: '',
  who: '',
  module: '',
  action: '',
  outcome: '',
  refType: '',
  ref: '',
  unit: '',
  centreId: '',
  ip: '',
  requestId: '',
  open: 0,
} as const
const allowedValues = { module: keyOf(moduleNames), outcome: keyOf(outcomeTones), centreId: anyId, ...periodRules } as const
type State = UrlState<typeof initialState, typeof allowedValues>

/** Returns the set filters, without the pane and the open entry. */
function filterOf(state: State) {
  const { pane: _pane, open: _open, ...rest } = state
  return setConditions(rest)
}

function useColumns(): Column<Row>[] {
  const t = useText()
  return [
    { key: 'time', title: t(trailColumns.time), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'who',
      title: t(trailColumns.who),
      width: 150,
      render: (row) => (row.doer === 'person' ? actorName(row, t) : <span className="k-note">{actorName(row, t)}</span>),
    },
    {
      key: 'usertype',
      title: t(trailColumns.usertype),
      width: 100,
      isHiddenAtFirst: true,
      render: (row) => t(usertypeNames[row.usertype as keyof typeof usertypeNames] ?? texts.nobody),
    },
    {
      key: 'action',
      title: t(trailColumns.action),
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.actionName}
          {row.hasChange ? <StatusTag tone="blue">{t(texts.hasChange)}</StatusTag> : null}
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t(trailColumns.outcome),
      width: 100,
      render: (row) => (
        <StatusTag tone={outcomeTones[row.outcome]} {...(row.said ? { title: row.said } : {})}>
          {t(outcomeNames[row.outcome])}
        </StatusTag>
      ),
    },
    { key: 'reason', title: t(trailColumns.reason), width: 230, isCut: true, render: (row) => row.said || '—' },
    {
      key: 'ref',
      title: t(trailColumns.ref),
      width: 240,
      isCut: true,
      render: (row) => (row.refType === null ? '—' : `${refTypeName(row.refType, t)} ${row.refNo ?? row.refId ?? ''}`),
    },
    { key: 'unit', title: t(trailColumns.unit), width: 200, isCut: true, render: (row) => row.unitName ?? '—' },
    { key: 'centre', title: t(trailColumns.centre), width: 160, isCut: true, render: (row) => row.centreName ?? '—' },
    { key: 'ip', title: t(trailColumns.ip), width: 130, render: (row) => row.ip },
    { key: 'request', title: t(trailColumns.request), width: 300, isHiddenAtFirst: true, render: (row) => <code className="a-code">{row.requestId}</code> },
  ]
}

function useFilterFields(state: State): FilterField<keyof State>[] {
  const t = useText()
  const choices = useRead(api.audit.choices, {})
  const actions = (choices.data?.actions ?? []).filter(({ action }) => state.module === '' || action.startsWith(`${state.module}.`))
  const centres = choices.data?.centres ?? []
  return [
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
    { kind: 'text', name: 'who', label: t(texts.who), placeholder: t(texts.whoHint), width: 160 },
    { kind: 'choice', name: 'module', label: t(texts.module), choices: allChoicesOf(t, moduleNames) },
    {
      kind: 'choice',
      name: 'action',
      label: t(trailColumns.action),
      width: 190,
      choices: actions.map(({ action, name }) => ({ value: action, label: name })),
    },
    { kind: 'choice', name: 'outcome', label: t(trailColumns.outcome), width: 120, choices: allChoicesOf(t, outcomeNames) },
    { kind: 'choice', name: 'refType', label: t(trailColumns.ref), choices: allChoicesOf(t, refTypeNames) },
    { kind: 'text', name: 'ref', label: t(trailColumns.refNo), placeholder: t(texts.refHint) },
    { kind: 'text', name: 'unit', label: t(trailColumns.unit), placeholder: t(texts.unitHint) },
    ...(centres.length > 0
      ? [
          {
            kind: 'choice' as const,
            name: 'centreId' as const,
            label: t(trailColumns.centre),
            width: 200,
            choices: centres.map((centre) => ({ value: String(centre.id), label: centre.name })),
          },
        ]
      : []),
    { kind: 'text', name: 'ip', label: t(trailColumns.ip), width: 140 },
    { kind: 'text', name: 'requestId', label: t(trailColumns.request), width: 300 },
  ]
}

/** An export button, with a link to the tasks that write large files. */
export function LogExport({ list, filter }: { readonly list: 'operations' | 'signIns'; readonly filter: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className="k-row">
      <ExportButton file={() => api.audit.export({ list, ...filter })} />
      <Button type="link" onClick={() => navigate('/profile/message?tab=tasks')}>
        {t(texts.openTasks)}
      </Button>
    </div>
  )
}

/** 操作日志: the actions, newest first. */
export function Operations() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = filterOf(state)
  const entries = useCursorRead(api.audit.list, { ...filter, size: 50 })
  const fields = useFilterFields(state)
  const changeFilter = (patch: Partial<State>) => change('module' in patch ? { ...patch, action: '' } : patch)
  return (
    <>
      <FilterBar state={state} onChange={changeFilter} initial={{ ...initialState, pane: state.pane }} fields={fields} />
      <DataTable
        id="audit"
        label={t(texts.operations)}
        columns={useColumns()}
        rows={entries.rows}
        source={entries}
        empty={{ reason: t(texts.none) }}
        tools={<LogExport list="operations" filter={filter} />}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        more={{ hasMore: entries.hasMore, onMore: entries.more, isLoading: entries.isLoadingMore }}
      />
      <LogDetail
        id={state.open}
        onClose={() => change({ open: 0 })}
        onOpen={(open) => change({ open })}
        onRequest={(requestId) => change({ ...initialState, requestId })}
      />
    </>
  )
}
