import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { orderFields, orderKindNames, orderStateNames } from '#/api/agreements/orders.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { orderKinds, orderStates } from '#/domain/agreements/order.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PageExtras } from '#/web/shell/PageExtras.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { TotalsOnRequest, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { anyId, periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useEarlyLoad } from '#/web/ui/useEarlyLoad.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { CategoryFilter, SalesmanFilter } from './filters.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { type Order, OrderTag, Pricing } from './tags.tsx'
import { categoryTexts, texts } from './texts.ts'

const loadOrderDialog = () => import('./OrderDialog.tsx')
const OrderDialog = onDemand(async () => (await loadOrderDialog()).OrderDialog)
const Categories = onDemand(async () => (await import('./Categories.tsx')).Categories)

const initialState = {
  keyword: '',
  states: [],
  kind: '',
  category: '',
  salesmanId: 0,
  from: '',
  to: '',
  unitId: 0,
  centreId: 0,
  contractId: 0,
  isOffered: false,
  isUnordered: false,
  create: '',
  open: 0,
  pane: 'facts',
  ...firstPage,
} as const
const allowedValues = { states: [...orderStates, 'paused'], kind: orderKinds, create: orderKinds, size: pageSizes, open: anyId, ...periodRules } as const

function useColumns(isOperator: boolean): Column<Order>[] {
  const t = useText()
  const amountColumns: Column<Order>[] = [
    { key: 'contract', title: t(orderFields.contract), width: 200, isHiddenAtFirst: true, render: (row) => row.contract?.no ?? '—' },
    moneyColumn('budget', t(orderFields.budget), 150),
    moneyColumn('settled', t(orderFields.settled), 150),
    moneyColumn('underway', t(orderFields.underway), 140),
    { key: 'papers', title: t(orderFields.papers), width: 90, align: 'right', render: (row) => row.papers },
    { key: 'salesman', title: t(orderFields.salesman), width: 100, render: (row) => row.salesman || '—' },
  ]
  return [
    { key: 'no', title: t(orderFields.no), width: 210, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'title', title: t(orderFields.title), width: 220, isCut: true, render: (row) => row.title },
    { key: 'state', title: t(orderFields.state), width: 110, render: (row) => <OrderTag order={row} /> },
    { key: 'unit', title: t(orderFields.unit), width: 200, isCut: true, render: (row) => row.unitName },
    ...(isOperator ? [] : amountColumns),
    { key: 'kind', title: t(orderFields.kind), width: 100, render: (row) => t(orderKindNames[row.kind]) },
    { key: 'category', title: t(orderFields.category), width: 140, isCut: true, render: (row) => row.category },
    { key: 'mode', title: t(orderFields.mode), width: 120, isHiddenAtFirst: true, render: (row) => t(contractModeNames[row.mode]) },
    { key: 'pricing', title: t(orderFields.pricing), width: 200, isCut: true, render: (row) => <Pricing price={row.price} /> },
    {
      key: 'people',
      title: t(orderFields.people),
      width: 130,
      align: 'right',
      render: (row) => `${row.wanted === 0 ? t(texts.people0) : row.wanted} / ${row.taken}`,
    },
    { key: 'period', title: t(orderFields.period), width: 210, render: (row) => `${row.from} — ${row.to}` },
    { key: 'created', title: t(orderFields.created), width: 160, isHiddenAtFirst: true, render: (row) => formatDateTime(row.createdAt) },
  ]
}

function useFilterFields(
  isOperator: boolean,
  place: ReturnType<typeof usePlaceFields>,
  onSalesman: (id: number) => void,
  onCategory: (name: string) => void,
  state: { salesmanId: number; category: string },
) {
  const t = useText()
  const fields: FilterField<keyof typeof initialState>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
    { kind: 'choices', name: 'states', label: t(orderFields.state), choices: choicesOf(t, [...orderStates, 'paused'] as const, orderStateNames) },
    ...place,
    { kind: 'choice', name: 'kind', label: t(orderFields.kind), choices: choicesOf(t, orderKinds, orderKindNames) },
    {
      kind: 'own',
      name: 'category',
      width: 250,
      label: t(orderFields.category),
      render: (id) => <CategoryFilter id={id} value={state.category} onChange={onCategory} label={t(orderFields.category)} />,
    },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
  ]
  const salesman: FilterField<keyof typeof initialState> = {
    kind: 'own',
    name: 'salesmanId',
    width: 250,
    label: t(orderFields.salesman),
    render: (id) => <SalesmanFilter id={id} value={state.salesmanId} onChange={onSalesman} label={t(orderFields.salesman)} />,
  }
  const offeredFilter: FilterField<keyof typeof initialState> = { kind: 'flag', name: 'isOffered', label: t(texts.isOffered) }
  return [...fields, isOperator ? offeredFilter : salesman]
}

type OrderList = OutputOf<typeof api.orders.list>

/** The totals of the filtered orders. Operators do not see the orders' value. */
function Totals({
  found,
  isOperator,
  onAsk,
  isBusy,
}: {
  readonly found: OrderList
  readonly isOperator: boolean
  readonly onAsk: () => void
  readonly isBusy: boolean
}) {
  const t = useText()
  const currentLanguage = useLanguage()
  const { totals } = found
  return (
    <span>
      {t(texts.all)} {t(texts.count, { count: formatResultCount(found.count, currentLanguage) })}{' '}
      {totals ? (
        <>
          {t(orderFields.budget)} <Money value={totals.budget} /> · {t(orderFields.settled)} <Money value={totals.settled} /> · {t(orderFields.underway)}{' '}
          <Money value={totals.underway} />
        </>
      ) : isOperator ? null : (
        <TotalsOnRequest onAsk={onAsk} isBusy={isBusy} />
      )}
    </span>
  )
}

function HeaderActions({ onCategories, onAdd }: { readonly onCategories: () => void; readonly onAdd: () => void }) {
  const t = useText()
  return (
    <>
      {can('category:edit') ? <Button onClick={onCategories}>{t(categoryTexts.title)}</Button> : null}
      <PageExtras />
      {can('orders:make') ? (
        <Button type="primary" onClick={onAdd}>
          {t(texts.add)}
        </Button>
      ) : null}
    </>
  )
}

/** 订单管理: units' orders under their contracts, with budget use, operators and acceptances. */
export default function OrdersPage() {
  const t = useText()
  const isOperator = useUser()?.usertype === userType.operator
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isKeeping, keep] = useState(false)
  useEarlyLoad(loadOrderDialog, can('orders:make'))
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    kind: state.kind,
    category: state.category,
    from: state.from,
    to: state.to,
    unitId: state.unitId || undefined,
    contractId: state.contractId || undefined,
    salesmanId: state.salesmanId || undefined,
    isOffered: state.isOffered || undefined,
  })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.orders.list, { ...filter, ...pageRequestOf(state), isWhole }, { follows: ['orders', 'batches'] })
  const [row] = list.data?.rows ?? []
  const placeFields = usePlaceFields(state, change, { unit: row?.unitName })
  const fields = useFilterFields(
    isOperator,
    placeFields,
    (salesmanId) => change({ salesmanId }),
    (category) => change({ category }),
    state,
  )
  return (
    <>
      <PageHeader title={t(pageTitles.ordersListms)} actions={<HeaderActions onCategories={() => keep(true)} onAdd={() => change({ create: 'task' })} />} />
      <FilterBar state={state} onChange={change} initial={initialState} fields={fields} />
      <DataTable
        id="orders"
        label={t(pageTitles.ordersListms)}
        columns={useColumns(isOperator)}
        source={list}
        empty={{ reason: t(isOperator ? texts.noneOffered : texts.none) }}
        onOpen={(each) => change({ open: each.id })}
        openKey={state.open}
        tools={<ExportButton file={() => api.orders.export(filter)} />}
        paging={pagingOf(state, list.data, change)}
        totals={list.data ? <Totals found={list.data} isOperator={isOperator} onAsk={requestTotals} isBusy={list.isFetching} /> : null}
      />
      <OrderDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {state.create && can('orders:make') ? (
        <OrderDialog
          order={null}
          kind={state.create}
          contractId={state.contractId || undefined}
          isUnordered={state.isUnordered}
          onClose={() => change({ create: '', contractId: 0, isUnordered: false })}
          onMade={(open) => change({ open, create: '', contractId: 0, isUnordered: false })}
        />
      ) : null}
      {isKeeping ? <Categories onClose={() => keep(false)} /> : null}
    </>
  )
}
