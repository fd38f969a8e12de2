import { collectionFields as fields, receivedStateNames } from '#/api/money/collections.texts.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { receivedPaymentStates } from '#/domain/money/collection.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { TotalAmount, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { InvoiceTag, ObjectionTag, ReceivedTag, TaxTag } from './tags.tsx'
import { texts } from './texts.ts'
import './collections.css'

const PaymentDrawer = onDemand(async () => (await import('./PaymentDrawer.tsx')).PaymentDrawer)

type Answer = OutputOf<typeof api.collections.received>
type Row = Answer['rows'][number]

const initialState = { keyword: '', states: [], from: '', to: '', payment: 0, ...firstPage } as const
const allowedValues = { states: receivedPaymentStates, size: pageSizes, ...periodRules } as const

function useColumns(open: (id: number) => void): Column<Row>[] {
  const t = useText()
  return [
    { key: 'no', title: t(fields.paymentNo), width: 230, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'unit', title: t(fields.payer), width: 210, isCut: true, isAlways: true, render: (row) => row.unitName },
    moneyColumn('net', t(fields.net), 130, { isAlways: true, isStrong: true }),
    { key: 'state', title: t(fields.state), width: 110, isAlways: true, render: (row) => <ReceivedTag state={row.state} /> },
    moneyColumn('gross', t(fields.gross), 130),
    moneyColumn('tax', t(fields.tax), 110),
    moneyColumn('fee', t(fields.fee), 110),
    { key: 'service', title: t(fields.content), width: 170, isCut: true, render: (row) => row.service || '—' },
    { key: 'arrived', title: t(fields.arrivedAt), width: 150, render: (row) => (row.arrivedAt ? formatDateTime(row.arrivedAt) : '—') },
    { key: 'card', title: t(fields.card), width: 110, render: (row) => row.cardTail || '—' },
    { key: 'tax-state', title: t(fields.taxState), width: 190, render: (row) => <TaxTag state={row.taxState} /> },
    { key: 'invoice', title: t(fields.invoice), width: 120, render: (row) => <InvoiceTag state={row.invoice} /> },
    { key: 'objection', title: t(fields.objection), width: 150, render: (row) => (row.objection ? <ObjectionTag state={row.objection.state} /> : '—') },
    { key: 'claim', title: t(fields.no), width: 190, isHiddenAtFirst: true, render: (row) => row.claimNo || '—' },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

function Periods({ year, month }: Pick<Answer, 'year' | 'month'>) {
  const t = useText()
  return (
    <section className="k-card claim-periods" aria-label={t(texts.total)}>
      {(
        [
          ['thisYear', year],
          ['thisMonth', month],
        ] as const
      ).map(([key, sums]) => (
        <div key={key} className="k-stack">
          <span>
            {t(texts[key])} <Money value={sums.net} isStrong />
          </span>
          <span className="k-note">
            {t(texts.ofGross, { gross: formatYuan(sums.gross), tax: formatYuan(sums.tax), fee: formatYuan(sums.fee), count: sums.count })}
          </span>
        </div>
      ))}
    </section>
  )
}

/** Every payment to the operator, claimed or not. */
export function Received() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], from: state.from, to: state.to })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.collections.received, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['collections'] })
  const conditions: FilterField<keyof typeof initialState>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.ownHint) },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, receivedPaymentStates, receivedStateNames) },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.arrived) },
  ]
  return (
    <>
      {list.data ? <Periods year={list.data.year} month={list.data.month} /> : null}
      <FilterBar state={state} onChange={change} initial={initialState} fields={conditions} />
      <DataTable
        id="received"
        label={t(texts.payments)}
        columns={useColumns((payment) => change({ payment }))}
        source={list}
        empty={{ reason: t(texts.noPayments) }}
        tools={<ExportButton file={() => api.collections.exportReceived(filter)} />}
        onOpen={(row) => change({ payment: row.id })}
        openKey={state.payment || null}
        paging={pagingOf(state, list.data, change)}
        totals={<TotalAmount label={t(texts.total)} list={list} amount={list.data?.totals?.net} onAsk={requestTotals} />}
      />
      {state.payment === 0 ? null : <PaymentDrawer id={state.payment} onClose={() => change({ payment: 0 })} />}
    </>
  )
}
