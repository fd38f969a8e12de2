import { useState } from 'react'
import { periodFields as fields, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { sumOf } from '#/domain/base/money.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { pendingPeriodSteps, periodStates } from '#/domain/taxation/tax-declaration.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BookedCell } from './Booked.tsx'
import { correctionTexts } from './correction.texts.ts'
import { DueDay, type PeriodRow, PeriodTag } from './tags.tsx'
import { texts } from './texts.ts'

const PeriodChart = onDemand(async () => (await import('./PeriodChart.tsx')).PeriodChart)
const PeriodDrawer = onDemand(async () => (await import('./PeriodDrawer.tsx')).PeriodDrawer)

const initialState = { states: [], due: false, waits: '', open: 0, ...firstPage } as const
const allowedValues = { states: periodStates, waits: pendingPeriodSteps, size: pageSizes } as const

function PeriodMark({ row }: { readonly row: PeriodRow }) {
  const t = useText()
  return (
    <span className="k-row">
      <PeriodTag state={row.state} />
      {row.toCorrect > 0 ? <StatusTag tone="red">{t(correctionTexts.neededShort, { count: row.toCorrect })}</StatusTag> : null}
    </span>
  )
}

function useColumns(
  booked: ReadonlyMap<number, OutputOf<typeof api.periods.booked>[number]>,
  rows: readonly PeriodRow[],
  open: (id: number) => void,
): Column<PeriodRow>[] {
  const t = useText()
  const amount = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'total' | 'paid' | 'left' | 'difference', width = 130) =>
    moneyColumn(key, t(fields[key]), width, {
      isAlways: key === 'total',
      isStrong: key === 'total',
      total: rows.length > 1 ? <Money value={sumOf(rows, (row) => row[key])} isStrong /> : undefined,
    })
  return [
    {
      key: 'month',
      title: t(fields.month),
      width: 90,
      isAlways: true,
      pin: 'left',
      total: rows.length > 1 ? t(texts.pageTotal) : undefined,
      render: (row) => row.month,
    },
    { key: 'centre', title: t(fields.centre), width: 130, isCut: true, render: (row) => row.centreName },
    { key: 'state', title: t(fields.state), width: 120, isAlways: true, render: (row) => <PeriodMark row={row} /> },
    { key: 'dueOn', title: t(fields.dueOn), width: 235, isAlways: true, render: (row) => <DueDay period={row} /> },
    {
      key: 'people',
      title: t(fields.people),
      width: 92,
      align: 'right',
      render: (row) => (row.isZero ? <StatusTag tone="blue">{t(texts.zero)}</StatusTag> : row.people),
    },
    amount('gross', 135),
    amount('vat', 110),
    amount('surcharge', 100),
    amount('iit', 115),
    amount('total', 120),
    {
      key: 'booked',
      title: t(fields.booked),
      width: 170,
      align: 'right',
      render: (row) => <BookedCell books={booked.get(row.id)} />,
    },
    amount('paid'),
    amount('left'),
    amount('difference'),
    { key: 'closedBy', title: t(fields.closedBy), width: 110, render: (row) => row.closedBy || '—' },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.month, onOpen: (row) => open(row.id) }),
  ]
}

export function Periods() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [hasChart, showChart] = useState(false)
  const filter = setConditions({ states: [...state.states], isDue: state.due || undefined, waits: state.waits })
  const list = useRead(api.periods.list, { ...pageRequestOf(state), ...filter })
  // The booked amounts load after the list, which need not wait for them.
  const declarationIds = (list.data?.rows ?? []).map((row) => row.id)
  const books = useRead(api.periods.booked, { declarationIds }, { isEnabled: declarationIds.length > 0 })
  const booksById = new Map((books.data ?? []).map((each) => [each.id, each]))
  const conditions: FilterField<keyof typeof initialState>[] = [
    { kind: 'choices', name: 'states', label: t(fields.state), choices: periodStates.map((value) => ({ value, label: t(periodStateNames[value]) })) },
    ...(can('tax:edit') || can('tax:check')
      ? [{ kind: 'choice', name: 'waits', label: t(texts.waits), choices: pendingPeriodSteps.map((value) => ({ value, label: t(texts[value]) })) } as const]
      : []),
    { kind: 'flag', name: 'due', label: t(texts.onlyDue) },
  ]
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialState} fields={conditions} />
      {hasChart ? <PeriodChart filter={filter} /> : null}
      <DataTable
        id="tax-periods"
        label={t(texts.periods)}
        columns={useColumns(booksById, list.data?.rows ?? [], (open) => change({ open }))}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.periods.exportList(filter)} reason={(list.data?.count ?? 0) === 0 ? t(texts.none) : ''} />
          </>
        }
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <PeriodDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}
