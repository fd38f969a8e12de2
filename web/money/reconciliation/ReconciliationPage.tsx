import { useState } from 'react'
import { dayStateNames, reconFields as fields, itemKindNames, itemStateNames } from '#/api/money/reconciliation.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { reconDayStates, reconItemKinds, reconItemStates } from '#/domain/money/reconciliation.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { useDayColumns, useItemColumns } from './columns.tsx'
import { texts } from './texts.ts'

const DayChart = onDemand(async () => (await import('./DayChart.tsx')).DayChart)
const ItemAges = onDemand(async () => (await import('./ItemAges.tsx')).ItemAges)
const DayDrawer = onDemand(async () => (await import('./DayDrawer.tsx')).DayDrawer)
const ItemDrawer = onDemand(async () => (await import('./ItemDrawer.tsx')).ItemDrawer)
const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)
const RulesDialog = onDemand(async () => (await import('./RulesDialog.tsx')).RulesDialog)

const dayFilters = { from: '', to: '', channelId: 0, states: [], isLate: false, day: 0, ...firstPage } as const
const itemFilters = { keyword: '', states: [], kinds: [], isDue: false, isMine: false, toCheck: false, open: 0, ...firstPage } as const
const allowedDayFilters = { states: reconDayStates, size: pageSizes } as const
const allowedItemFilters = { states: reconItemStates, kinds: reconItemKinds, size: pageSizes } as const
const initialState = { pane: 'days', rules: false } as const

function Days() {
  const t = useText()
  const [state, change] = useUrlState(dayFilters, allowedDayFilters)
  const [hasChart, showChart] = useState(false)
  const channels = useRead(api.reconciliation.channels, {}).data ?? []
  const filter = setConditions({
    from: state.from,
    to: state.to,
    states: [...state.states],
    channelIds: state.channelId ? [state.channelId] : [],
    isLate: state.isLate || undefined,
  })
  const list = useRead(api.reconciliation.days, { ...pageRequestOf(state), ...filter }, { follows: ['recon'] })
  const conditions: FilterField<keyof typeof dayFilters>[] = [
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
    ...(channels.length > 1
      ? [
          {
            kind: 'choice',
            name: 'channelId',
            label: t(fields.channel),
            choices: channels.map(({ id, name }) => ({ value: String(id), label: name })),
          } as const,
        ]
      : []),
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, reconDayStates, dayStateNames) },
    { kind: 'flag', name: 'isLate', label: t(texts.isLate) },
  ]
  return (
    <>
      <FilterBar state={state} onChange={change} initial={dayFilters} fields={conditions} />
      {hasChart ? <DayChart filter={filter} /> : null}
      <DataTable
        id="recon-days"
        label={t(texts.days)}
        columns={useDayColumns((day) => change({ day }))}
        source={list}
        empty={{ reason: t(texts.noDays) }}
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.reconciliation.exportDays(filter)} />
          </>
        }
        onOpen={(row) => change({ day: row.id })}
        openKey={state.day || null}
        paging={pagingOf(state, list.data, change)}
      />
      {state.day === 0 ? null : <DayDrawer id={state.day} onClose={() => change({ day: 0 })} />}
    </>
  )
}

function Items() {
  const t = useText()
  const [state, change] = useUrlState(itemFilters, allowedItemFilters)
  const [hasChart, showChart] = useState(false)
  const flags = { ...(state.isDue && { isDue: true }), ...(state.isMine && { isMine: true }), ...(state.toCheck && { toCheck: true }) }
  const filter = { ...setConditions({ keyword: state.keyword, states: [...state.states], kinds: [...state.kinds] }), ...flags }
  const list = useRead(api.reconciliation.items, { ...pageRequestOf(state), ...filter }, { follows: ['recon'] })
  const conditions: FilterField<keyof typeof itemFilters>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 230 },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, reconItemStates, itemStateNames) },
    { kind: 'choices', name: 'kinds', label: t(fields.kind), choices: choicesOf(t, reconItemKinds, itemKindNames) },
    { kind: 'flag', name: 'isDue', label: t(texts.isDue) },
    { kind: 'flag', name: 'isMine', label: t(texts.isMine) },
    ...(can('recon:check') ? [{ kind: 'flag', name: 'toCheck', label: t(texts.toCheck) } as const] : []),
  ]
  return (
    <>
      <FilterBar state={state} onChange={change} initial={itemFilters} fields={conditions} />
      {hasChart ? <ItemAges filter={filter} /> : null}
      <DataTable
        id="recon-items"
        label={t(texts.items)}
        columns={useItemColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.noItems) }}
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.reconciliation.exportItems(filter)} />
          </>
        }
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <ItemDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

/** 对账: our books compared with the files of channels and banks, day by day. */
export default function ReconciliationPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { pane: ['items'] })
  // Switching tabs clears the filters, because each list has its own.
  const [, setPane] = useUrlState({ ...dayFilters, ...itemFilters, ...initialState })
  const [dialog, ask] = useState<'upload' | null>(null)
  return (
    <>
      <PageHeader
        title={t(pageTitles.zfdzList)}
        actions={
          <>
            {can('recon:check') ? <Button onClick={() => change({ rules: true })}>{t(texts.rules)}</Button> : null}
            {can('recon:edit') ? (
              <Button type="primary" onClick={() => ask('upload')}>
                {t(texts.upload)}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => setPane({ ...dayFilters, ...itemFilters, ...initialState, pane })}
        items={[
          { key: 'days', label: t(texts.days), children: <Days /> },
          { key: 'items', label: t(texts.items), children: <Items /> },
        ]}
        destroyOnHidden
      />
      {dialog === 'upload' ? <UploadDialog onClose={() => ask(null)} /> : null}
      {state.rules && can('recon:check') ? <RulesDialog onClose={() => change({ rules: false })} /> : null}
    </>
  )
}
