import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { billPartyNames, billStateNames, commissionFields as fields } from '#/api/money/commissions.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { billParties, billStates, pendingBillSteps } from '#/domain/money/commission.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { TotalAmount, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { useIsPartner } from './columns.tsx'
import { BillTag } from './tags.tsx'
import { texts } from './texts.ts'

const BillDrawer = onDemand(async () => (await import('./BillDrawer.tsx')).BillDrawer)
const IssueDialog = onDemand(async () => (await import('./BillDialogs.tsx')).IssueDialog)

type Row = OutputOf<typeof api.commissions.list>['rows'][number]

const initialState = { keyword: '', month: '', states: [], party: '', waits: '', open: 0, ...firstPage } as const
/** The number of months that the filter offers. Older bills are found by number. */
const monthCount = 24

const parseMonth = (text: string) => (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)
const allowedValues = { month: parseMonth, states: billStates, party: billParties, waits: pendingBillSteps, size: pageSizes } as const

function useColumns(open: (id: number) => void): Column<Row>[] {
  const t = useText()
  const isPartner = useIsPartner()
  const payeeColumns: Column<Row>[] = [
    { key: 'party', title: t(fields.party), width: 200, isCut: true, render: (row) => row.partyName },
    { key: 'type', title: t(fields.partyType), width: 120, render: (row) => t(billPartyNames[row.partyType]) },
  ]
  return [
    { key: 'no', title: t(fields.no), width: 210, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'month', title: t(fields.month), width: 100, isAlways: true, render: (row) => row.month },
    { key: 'state', title: t(fields.state), width: 150, isAlways: true, render: (row) => <BillTag bill={row} /> },
    moneyColumn('amount', t(fields.amount), 140, { isAlways: true, isStrong: true }),
    ...(isPartner ? [] : payeeColumns),
    { key: 'units', title: t(fields.units), width: 90, align: 'right', render: (row) => row.unitCount },
    moneyColumn('base', t(fields.base), 170),
    { key: 'rate', title: t(fields.rate), width: 110, align: 'right', render: (row) => `${formatPpm(row.ratePpm)}%` },
    moneyColumn('accrued', t(fields.accrued), 140),
    moneyColumn('reversed', t(fields.reversed), 130),
    moneyColumn('adjusted', t(fields.adjusted), 120),
    { key: 'invoice', title: t(fields.invoice), width: 190, render: (row) => row.invoiceNo || '—' },
    { key: 'paidOn', title: t(fields.paidOn), width: 120, render: (row) => row.paidOn ?? '—' },
    { key: 'mode', title: t(fields.mode), width: 130, render: (row) => t(contractModeNames[row.mode]) },
    { key: 'centre', title: t(fields.centre), width: 180, isCut: true, render: (row) => row.centreName },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

function useFilterFields(): FilterField<keyof typeof initialState>[] {
  const t = useText()
  const isPartner = useIsPartner()
  const offeredSteps = pendingBillSteps.filter(
    (pendingBillStep) => pendingBillStep === 'toConfirm' || (pendingBillStep === 'toPay' ? can('commission:edit') : can('commission:check')),
  )
  const last = shiftMonth(monthOf(new Date(nowMs())), -1)
  const months = Array.from({ length: monthCount }, (_, back) => shiftMonth(last, -back))
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(isPartner ? fields.no : texts.billHint) },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, billStates, billStateNames) },
    { kind: 'choice', name: 'month', label: t(fields.month), choices: months.map((value) => ({ value, label: value })) },
    ...(isPartner ? [] : [{ kind: 'choice', name: 'party', label: t(fields.partyType), choices: choicesOf(t, billParties, billPartyNames) } as const]),
    { kind: 'choice', name: 'waits', label: t(texts.waits), choices: choicesOf(t, offeredSteps, texts) },
  ]
}

/** 合作伙伴收入: the monthly commission bills, for their payees and for the staff who process and pay them. */
export default function BillsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isIssuing, setIssuing] = useState(false)
  const filter = setConditions({ keyword: state.keyword, month: state.month, states: [...state.states], party: state.party, waits: state.waits })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.commissions.list, { ...pageRequestOf(state), ...filter, isWhole })
  return (
    <>
      <PageHeader
        title={t(pageTitles.hzhbBjbusiness)}
        actions={can('commission:edit') ? <Button onClick={() => setIssuing(true)}>{t(texts.issue)}</Button> : null}
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields()} />
      <DataTable
        id="commission-bills"
        label={t(texts.bills)}
        columns={useColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.noBills) }}
        tools={<ExportButton file={() => api.commissions.exportList(filter)} />}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
        totals={<TotalAmount label={t(texts.total)} list={list} amount={list.data?.totals?.amount} onAsk={requestTotals} />}
      />
      {state.open === 0 ? null : <BillDrawer id={state.open} onClose={() => change({ open: 0 })} />}
      {isIssuing ? <IssueDialog onClose={() => setIssuing(false)} /> : null}
    </>
  )
}
