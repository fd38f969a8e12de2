import { useState } from 'react'
import { type Fen, sumOf } from '#/domain/base/money.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { ListAges } from '#/web/ui/AgeChart.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ColumnPanel } from '#/web/ui/ColumnPanel.tsx'
import { initialChoice } from '#/web/ui/columns.ts'
import { ConditionsContext, useConditionsSignal } from '#/web/ui/conditions.ts'
import { DataCards } from '#/web/ui/DataCards.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { EditGrid, type GridColumn } from '#/web/ui/EditGrid.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { ChartButton, ListChart } from '#/web/ui/ListChart.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

interface Line {
  readonly id: number
  readonly name: string
  readonly phone: string
  readonly amount: Fen
  readonly state: 'paid' | 'failed' | 'waiting'
}

const lines: readonly Line[] = [
  { id: 1, name: '王小明', phone: '138****0001', amount: 120_000 as Fen, state: 'paid' },
  { id: 2, name: '欧阳娜娜', phone: '139****0002', amount: 56_789_01 as Fen, state: 'failed' },
  { id: 3, name: 'Maximiliano Fernández', phone: '', amount: 0 as Fen, state: 'waiting' },
]
const tones = { paid: 'green', failed: 'red', waiting: 'gold' } as const
const rowKey = ({ id }: Line) => id
const nothing = () => undefined

function useColumns(): readonly Column<Line>[] {
  const t = useText()
  return [
    { key: 'name', title: t(words.person), width: 140, isAlways: true, isCut: true, total: t(words.total), render: ({ name }) => name },
    { key: 'phone', title: t(words.phone), width: 120, render: ({ phone }) => <Masked value={phone} /> },
    {
      key: 'amount',
      title: t(words.amount),
      width: 130,
      align: 'right',
      sort: { up: '+amount', down: '-amount' },
      total: <Money value={sumOf(lines, ({ amount }) => amount)} />,
      render: ({ amount }) => <Money value={amount} />,
    },
    { key: 'state', title: t(words.states), width: 110, render: ({ state }) => <StatusTag tone={tones[state]}>{t(words[state])}</StatusTag> },
    {
      key: 'note',
      title: t(words.note),
      width: 160,
      isHiddenAtFirst: true,
      render: () => t(words.effect),
    },
    {
      key: 'actions',
      title: t(words.actions),
      width: 90,
      pin: 'right',
      render: () => (
        <Button type="link" size="small">
          {t(words.detail)}
        </Button>
      ),
    },
  ]
}

const filters = { text: '', state: 'paid', states: ['paid', 'failed'] as readonly string[], from: '', to: '', own: false, unit: '' }

function Filters() {
  const t = useText()
  const [state, setState] = useState(filters)
  const choices = (['paid', 'failed', 'waiting'] as const).map((value) => ({ value, label: t(words[value]) }))
  return (
    <FilterBar
      state={state}
      onChange={(patch) => setState({ ...state, ...patch })}
      initial={{ ...filters, state: '', states: [] }}
      shown={4}
      fields={[
        { kind: 'text', name: 'text', label: t(words.person) },
        { kind: 'choice', name: 'state', label: t(words.states), choices },
        { kind: 'choices', name: 'states', label: t(words.many), choices },
        { kind: 'days', from: 'from', to: 'to', label: t(words.period) },
        { kind: 'flag', name: 'own', label: t(words.onlyMine) },
        { kind: 'text', name: 'unit', label: t(words.unit) },
      ]}
    />
  )
}

/** A list with its filters, then its other states. */
export function Lists() {
  const t = useText()
  const columns = useColumns()
  const [keys, setKeys] = useState<(number | string)[]>([2])
  const [sorting, setSorting] = useState('-amount')
  const [hasChart, setChart] = useState(true)
  const common = { label: t(words.list), columns, rowKey, empty: { title: t(words.noBatches), reason: t(words.importFirst) } }
  return (
    <Part name="list" title={t(words.list)}>
      <Filters />
      <DataTable
        {...common}
        id="gallery"
        rows={lines}
        sorting={{ value: sorting, onChange: setSorting }}
        toolbar={<Button type="primary">{t(words.importList)}</Button>}
        tools={<ChartButton isOn={hasChart} onChange={setChart} />}
        selection={{ keys, onChange: setKeys, isBlocked: ({ id }) => id === 3, actions: <Button>{t(words.confirm)}</Button> }}
        paging={{ page: 3, size: defaultPageSize, count: 1234, onChange: nothing }}
        totals={`${t(words.total)} 57,989.01`}
        onOpen={nothing}
        openKey={1}
      />
      <Pager paging={{ page: 501, size: 20, count: 10_001, next: 9, onChange: nothing }} firstKey={1} />
    </Part>
  )
}

/**
 * Lists without rows, with rows that could not be refreshed, inside a drawer and on a phone, and the column settings.
 */
export function OtherLists() {
  const t = useText()
  const columns = useColumns()
  const [failure] = useState(() => new ApiError(t(words.refused), { isFinal: true }))
  const conditions = useConditionsSignal()
  const [choice, setChoice] = useState(() => initialChoice(columns))
  const common = { label: t(words.list), columns, rowKey, empty: { title: t(words.noBatches), reason: t(words.importFirst) } }
  return (
    <Part name="lists" title={t(words.short)}>
      <ConditionsContext value={conditions}>
        <DataTable {...common} id="gallery-empty" rows={[]} toolbar={<Button>{t(words.importList)}</Button>} />
      </ConditionsContext>
      <DataTable {...common} id="gallery-no-match" rows={[]} />
      <DataTable {...common} id="gallery-loading" rows={[]} source={{ ...idleQuery, isPending: true, isFetching: true }} />
      <DataTable {...common} id="gallery-stale" rows={lines.slice(0, 1)} source={{ ...idleQuery, error: failure, dataUpdatedAt: 1_700_000_000_000 }} />
      <div className="x-columns">
        <DataTable {...common} id="gallery-failed" rows={[]} source={{ ...idleQuery, error: failure }} isPlain />
        <DataTable {...common} id="gallery-plain-empty" rows={[]} isPlain />
      </div>
      <DataTable {...common} id="gallery-plain" rows={lines} isPlain more={{ hasMore: true, onMore: nothing, isLoading: false }} />
      <div className="x-columns">
        <div>
          <DataCards
            label={t(words.cards)}
            columns={columns}
            rows={lines.slice(0, 2)}
            rowKey={rowKey}
            isBusy={false}
            onOpen={nothing}
            openKey={1}
            selection={{ keys: [1], onChange: nothing }}
          />
        </div>
        <ColumnPanel columns={columns} choice={choice} onChange={setChoice} />
      </div>
    </Part>
  )
}

/** An editable grid with errors, warnings, a muted row and a selection, and an empty one. */
export function Sheets() {
  const t = useText()
  const [keys, setKeys] = useState<ReadonlySet<number | string>>(new Set([2]))
  const columns: readonly GridColumn<Line>[] = [
    { key: 'name', title: t(words.person), width: 200, isPinned: true, isEditable: true, text: ({ name }) => name },
    { key: 'phone', title: t(words.phone), width: 160, isEditable: true, text: ({ phone }) => phone },
    { key: 'amount', title: t(words.amount), width: 160, align: 'right', isEditable: true, text: ({ amount }) => String(amount / 100) },
    { key: 'state', title: t(words.states), width: 140, text: ({ state }) => t(words[state]) },
  ]
  const common = { label: t(words.sheet), columns, rowKey, empty: <EmptyState title={t(words.noBatches)} reason={t(words.importFirst)} /> }
  return (
    <Part name="grid" title={t(words.sheet)}>
      <EditGrid
        {...common}
        rows={lines}
        height={180}
        onEdit={nothing}
        issuesOf={({ id }, column) => {
          if (id === 3 && column === 'amount') return [{ level: 'error', text: t(words.badAmount) }]
          if (id === 2 && column === 'name') return [{ level: 'warning', text: t(words.twice) }]
          return id === 1 && column === 'name' ? [{ level: 'fixed', text: t(words.trimmed) }] : []
        }}
        isRowMuted={({ id }) => id === 2}
        selection={{ keys, onChange: setKeys }}
      />
      <EditGrid {...common} rows={[]} height={220} />
    </Part>
  )
}

/** The chart of a list, with rows and without. */
export function ListCharts() {
  const t = useText()
  const query = { data: { rows: lines, count: lines.length }, error: null, isPending: false, refetch: nothing }
  return (
    <div className="x-columns">
      <ListAges title={t(words.list)} query={query} daysOf={({ id }) => id * 3} amountOf={({ amount }) => amount} amountName={t(words.amount)} />
      <ListChart title={t(words.list)} query={{ ...query, data: { rows: [] } }}>
        {() => null}
      </ListChart>
    </div>
  )
}
