import { useState } from 'react'
import { Link } from 'react-router'
import { exceptionFields, exceptionKindNames, exceptionStateNames, stopScopeNames } from '#/api/money/payout-exceptions.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { exceptionKinds, exceptionStates, stopScopes } from '#/domain/money/payout-exception.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { formatDuration } from '#/web/parts/review/duration.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ExceptionTag, stopScopeTones } from './exception-tags.ts'
import { exceptionTexts as texts } from './exception-texts.ts'

const ExceptionAges = onDemand(async () => (await import('./ExceptionAges.tsx')).ExceptionAges)
const ExceptionDrawer = onDemand(async () => (await import('./ExceptionDrawer.tsx')).ExceptionDrawer)

type Row = OutputOf<typeof api.payouts.exceptions>['rows'][number]

const ageLimits = [1, 3, 7, 30] as const
const initialState = {
  keyword: '',
  states: [],
  kinds: [],
  stops: '',
  olderThan: '',
  mine: false,
  isForMe: false,
  from: '',
  to: '',
  unitId: 0,
  centreId: 0,
  page: 1,
  size: 20,
  open: 0,
} as const
const allowedValues = { states: exceptionStates, kinds: exceptionKinds, stops: stopScopes, olderThan: ageLimits, size: pageSizes, ...periodRules } as const

function useColumns(open: (id: number) => void): Column<Row>[] {
  const t = useText()
  const currentLanguage = useLanguage()
  return [
    { key: 'no', title: t(exceptionFields.no), width: 200, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'kind', title: t(exceptionFields.kind), width: 170, render: (row) => t(exceptionKindNames[row.kind]) },
    {
      key: 'state',
      title: t(exceptionFields.state),
      width: 130,
      isAlways: true,
      render: (row) => <ExceptionTag state={row.state} />,
    },
    { key: 'age', title: t(exceptionFields.age), width: 130, align: 'right', render: (row) => formatDuration(currentLanguage, row.ageHours) },
    moneyColumn('ours', t(exceptionFields.ours), 130),
    moneyColumn('theirs', t(exceptionFields.theirs), 130),
    {
      key: 'suspense',
      title: t(exceptionFields.suspense),
      width: 140,
      align: 'right',
      render: (row) => <Money value={row.suspense} isStrong={row.state !== 'resolved'} isMuted={row.state === 'resolved'} />,
    },
    { key: 'owner', title: t(exceptionFields.owner), width: 110, render: (row) => row.ownerName || '—' },
    {
      key: 'stops',
      title: t(exceptionFields.stops),
      width: 160,
      render: (row) => <StatusTag tone={row.state === 'resolved' ? 'grey' : stopScopeTones[row.stops]}>{t(stopScopeNames[row.stops])}</StatusTag>,
    },
    { key: 'unit', title: t(exceptionFields.unit), width: 200, isCut: true, render: (row) => row.unitName || '—' },
    { key: 'centre', title: t(exceptionFields.centre), width: 170, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'channel', title: t(exceptionFields.channel), width: 160, isCut: true, render: (row) => row.channelName },
    { key: 'request', title: t(exceptionFields.requestNo), width: 240, isCut: true, render: (row) => row.requestNo || '—' },
    {
      key: 'batch',
      title: t(exceptionFields.batch),
      width: 190,
      render: (row) => (row.batchId === null ? '—' : <Link to={`/zf/batch/${row.batchId}`}>{row.batchNo}</Link>),
    },
    { key: 'openedAt', title: t(exceptionFields.openedAt), width: 160, render: (row) => formatDateTime(row.openedAt) },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

function useFilterFields(placeFields: ReturnType<typeof usePlaceFields>): FilterField<keyof typeof initialState>[] {
  const t = useText()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword) },
    { kind: 'choices', name: 'states', label: t(exceptionFields.state), choices: choicesOf(t, exceptionStates, exceptionStateNames) },
    { kind: 'choices', name: 'kinds', label: t(exceptionFields.kind), choices: choicesOf(t, exceptionKinds, exceptionKindNames) },
    {
      kind: 'choice',
      name: 'olderThan',
      label: t(texts.olderThan),
      choices: ageLimits.map((count) => ({ value: String(count), label: t(texts.days, { count }) })),
    },
    { kind: 'choice', name: 'stops', label: t(exceptionFields.stops), choices: choicesOf(t, stopScopes, stopScopeNames) },
    { kind: 'flag', name: 'mine', label: t(texts.mine) },
    ...(can('zf:settle') ? [{ kind: 'flag', name: 'isForMe', label: t(texts.forMe) } as const] : []),
    ...placeFields,
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
  ]
}

/** 支付异常: bank movements that could not be booked. */
export default function ExceptionsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [hasChart, showChart] = useState(false)
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    kinds: [...state.kinds],
    stops: state.stops,
    olderThan: state.olderThan,
    mine: state.mine ? ('yes' as const) : undefined,
    isForMe: state.isForMe || undefined,
    from: state.from,
    to: state.to,
    unitId: state.unitId || undefined,
    centreId: state.centreId || undefined,
  })
  const list = useRead(api.payouts.exceptions, { ...filter, page: state.page, size: state.size }, { follows: ['batches'] })
  const [row] = list.data?.rows ?? []
  const placeFields = usePlaceFields(state, change, { unit: row?.unitName, centre: row?.centreName })
  return (
    <>
      <PageHeader title={t(pageTitles.zfycList)} />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(placeFields)} />
      {hasChart ? <ExceptionAges filter={filter} /> : null}
      <DataTable
        id="payout-exceptions"
        label={t(pageTitles.zfycList)}
        columns={useColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.payouts.exportExceptions(filter)} />
          </>
        }
        onOpen={(each) => change({ open: each.id })}
        openKey={state.open || null}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
        totals={
          list.data ? (
            <span>
              {t(texts.totals, { count: list.data.totals.open })}{' '}
              <b>
                <Money value={list.data.totals.suspense} />
              </b>
            </span>
          ) : null
        }
      />
      {state.open === 0 ? null : <ExceptionDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}
