import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { applicationStateNames, invoiceFields as fields, invoiceKindNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { shareFields } from '#/api/taxation/period-shares.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { invoiceApplicationStates, invoiceKinds, redCodes } from '#/domain/taxation/invoice.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { canWorkIn, WrongMode } from '#/web/parts/WrongMode.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { TotalsOnRequest, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BulkApproveButton } from './BulkApproveButton.tsx'
import { useApplicationColumns, useLineColumns, useRedColumns } from './columns.tsx'
import { Figures } from './Figures.tsx'
import { RemainingQuota } from './IssuingOrders.tsx'
import { texts } from './texts.ts'
import { UnitFilter } from './UnitFilter.tsx'

const Shares = onDemand(async () => (await import('#/web/taxation/periods/public.tsx')).Shares)
const InvoiceDrawer = onDemand(async () => (await import('./InvoiceDrawer.tsx')).InvoiceDrawer)
const ApplyDialog = onDemand(async () => (await import('./ApplyDialog.tsx')).ApplyDialog)
const ImportDialog = onDemand(async () => (await import('./ImportDialog.tsx')).ImportDialog)

const applicationFilters = { keyword: '', states: [], kind: '', from: '', to: '', unitId: 0, batchNo: '', open: 0, ...firstPage } as const
const redFilters = { keyword: '', codes: [], isOpen: false, open: 0, ...firstPage } as const
const lineFilters = { open: 0, ...firstPage } as const
const allowedValues = { states: invoiceApplicationStates, kind: invoiceKinds, size: pageSizes } as const
const allowedRedFilters = { codes: redCodes, size: pageSizes } as const
const panes = ['applications', 'free', 'returned', 'reds', 'shares'] as const
const initialState = { pane: 'applications', apply: 0 } as const

function useInvoiceFilterFields(unitId: number, onUnit: (unitId: number) => void): FilterField<keyof typeof applicationFilters>[] {
  const t = useText()
  const unit: FilterField<keyof typeof applicationFilters> = {
    kind: 'own',
    name: 'unitId',
    width: 250,
    label: t(fields.unit),
    render: () => <UnitFilter mode={settlementMode.generalContract} unitId={unitId} onUnit={onUnit} />,
  }
  const usertype = useUser()?.usertype
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 260 },
    ...(usertype === userType.centre || usertype === userType.platform ? [unit] : []),
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, invoiceApplicationStates, applicationStateNames) },
    { kind: 'choice', name: 'kind', label: t(fields.kind), choices: choicesOf(t, invoiceKinds, invoiceKindNames) },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
    { kind: 'text', name: 'batchNo', label: t(fields.batch) },
  ]
}

function Applications() {
  const t = useText()
  const [state, change] = useUrlState(applicationFilters, allowedValues)
  const [keys, choose] = useState<readonly number[]>([])
  const { keyword, kind, from, to, unitId, batchNo } = state
  const filter = setConditions({ keyword, states: [...state.states], kind, from, to, unitId: unitId || undefined, batchNo })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.invoices.list, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['invoices'] })
  const rows = list.data?.rows ?? []
  const totals = list.data?.totals
  return (
    <>
      <FilterBar state={state} onChange={change} initial={applicationFilters} fields={useInvoiceFilterFields(unitId, (id) => change({ unitId: id }))} />
      <DataTable
        id="invoices"
        label={t(texts.applications)}
        columns={useApplicationColumns((open) => change({ open }))}
        rows={rows}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={<ExportButton file={() => api.invoices.exportList(filter)} />}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
        {...(can('fp:check') && {
          selection: {
            keys,
            onChange: (next: readonly (string | number)[]) => choose(next.map(Number)),
            isBlocked: (row: (typeof rows)[number]) => row.state !== 'pending',
            actions: <BulkApproveButton ids={keys} onDone={choose} />,
          },
        })}
        totals={
          list.data ? (
            <span>
              {t(texts.total)} {totals ? <Money value={totals.amount} isStrong /> : <TotalsOnRequest onAsk={requestTotals} isBusy={list.isFetching} />}
              {totals ? (
                <>
                  {' '}
                  · {t(fields.tax)} <Money value={totals.tax} />
                </>
              ) : null}
            </span>
          ) : null
        }
      />
      {state.open === 0 ? null : <InvoiceDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

/** Payments that can be invoiced, or whose invoices must be reversed. */
function Lines({ show }: { readonly show: 'free' | 'returned' }) {
  const t = useText()
  const [state, change] = useUrlState(lineFilters, { size: pageSizes } as const)
  const list = useRead(api.invoices.lines, { show, ...pageRequestOf(state) })
  return (
    <>
      <DataTable
        id={`invoice-${show}`}
        label={t(texts[show])}
        columns={useLineColumns(show === 'returned' ? { open: (open) => change({ open }) } : {})}
        source={list}
        empty={{ reason: t(show === 'returned' ? texts.noReturned : texts.noLines) }}
        tools={<ExportButton file={() => api.invoices.exportLines({ show })} />}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <InvoiceDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

function RedInvoices() {
  const t = useText()
  const [state, change] = useUrlState(redFilters, allowedRedFilters)
  const filter = setConditions({ keyword: state.keyword, codes: [...state.codes], isOpen: state.isOpen || undefined })
  const list = useRead(api.invoices.reds, { ...pageRequestOf(state), ...filter }, { follows: ['invoices'] })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={redFilters}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.redHint), width: 250 },
          { kind: 'choices', name: 'codes', label: t(fields.code), choices: choicesOf(t, redCodes, redCodeNames) },
          { kind: 'flag', name: 'isOpen', label: t(texts.redIsOpen) },
        ]}
      />
      <DataTable
        id="red-letters"
        label={t(texts.reds)}
        columns={useRedColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.noReds) }}
        tools={<ExportButton file={() => api.invoices.exportReds(filter)} />}
        onOpen={(row) => change({ open: row.invoicingId })}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <InvoiceDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

interface HeaderProps {
  readonly mayApply: boolean
  readonly ask: (what: 'apply' | 'import') => void
}

function HeaderActions({ mayApply, ask }: HeaderProps) {
  const t = useText()
  const list = useSubmit(api.invoices.listToIssue, { onDone: ({ fileId }) => void downloadFile(fileId), done: t(texts.listed) })
  return (
    <>
      {can('fp:issue') ? (
        <>
          <Button loading={list.isBusy} onClick={() => void list.submit({})}>
            {t(texts.listToIssue)}
          </Button>
          <Button type="primary" onClick={() => ask('import')}>
            {t(texts.importResults)}
          </Button>
        </>
      ) : null}
      {mayApply ? (
        <Button type="primary" onClick={() => ask('apply')}>
          {t(texts.apply)}
        </Button>
      ) : null}
    </>
  )
}

/** 总包发票: payments to invoice, applications with their invoices, and reversals. */
export default function InvoicesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { pane: panes })
  // Switching tabs clears the filters, because each list has its own.
  const [, setPane] = useUrlState({ ...applicationFilters, ...redFilters, ...initialState })
  const [dialog, ask] = useState<'apply' | 'import' | null>(null)
  // Only a unit can apply. A super account has the key but no unit.
  const canApply = useUser()?.usertype === userType.unit && can('fp:apply')
  const close = () => {
    ask(null)
    if (state.apply) change({ apply: 0 })
  }
  if (canWorkIn(settlementMode.individualBusiness)) return <WrongMode page="fpListDz" other="fpListGth" />
  return (
    <>
      <PageHeader title={t(pageTitles.fpListDz)} actions={<HeaderActions mayApply={canApply} ask={ask} />} />
      <Figures />
      {can('fp:issue') ? <RemainingQuota /> : null}
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => setPane({ ...applicationFilters, ...redFilters, pane } as never)}
        items={[
          { key: 'applications', label: t(texts.applications), children: <Applications /> },
          { key: 'free', label: t(texts.free), children: <Lines show="free" /> },
          { key: 'returned', label: t(texts.returned), children: <Lines show="returned" /> },
          { key: 'reds', label: t(texts.reds), children: <RedInvoices /> },
          { key: 'shares', label: t(shareFields.title), children: <Shares /> },
        ]}
        destroyOnHidden
      />
      {canApply && (dialog === 'apply' || state.apply > 0) ? <ApplyDialog batchId={state.apply} onClose={close} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
    </>
  )
}
