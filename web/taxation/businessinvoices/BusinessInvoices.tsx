import { useState } from 'react'
import { businessInvoiceFields as fieldTexts, issuerNames } from '#/api/taxation/businessinvoices.texts.ts'
import { applicationStateNames, invoiceFields as fields, invoiceKindNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { invoiceIssuers } from '#/domain/taxation/business-invoice.ts'
import { invoiceApplicationStates, invoiceKinds, redCodes } from '#/domain/taxation/invoice.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { BulkApproveButton, UnitFilter, useLineColumns, useRedColumns } from '#/web/taxation/invoices/public.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { TotalsOnRequest, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BusinessDrawer } from './BusinessInvoiceDrawer.tsx'
import { useInvoiceColumns } from './columns.tsx'
import { texts } from './texts.ts'

const mode = settlementMode.individualBusiness

export const initialInvoiceFilters = { keyword: '', states: [], issuer: '', kind: '', from: '', to: '', unitId: 0, batchNo: '', open: 0, ...firstPage } as const
export const initialRedFilters = { keyword: '', codes: [], isOpen: false, open: 0, ...firstPage } as const
const lineFilters = { open: 0, ...firstPage } as const
const allowedValues = { states: invoiceApplicationStates, issuer: invoiceIssuers, kind: invoiceKinds, size: pageSizes } as const
const allowedRedFilters = { codes: redCodes, size: pageSizes } as const

function useInvoiceFilterFields(unitId: number, onUnit: (unitId: number) => void): FilterField<keyof typeof initialInvoiceFilters>[] {
  const t = useText()
  const usertype = useUser()?.usertype
  const unit: FilterField<keyof typeof initialInvoiceFilters> = {
    kind: 'own',
    name: 'unitId',
    width: 250,
    label: t(fields.unit),
    render: () => <UnitFilter mode={mode} unitId={unitId} onUnit={onUnit} />,
  }
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 260 },
    ...(usertype === userType.centre || usertype === userType.platform ? [unit] : []),
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, invoiceApplicationStates, applicationStateNames) },
    { kind: 'choice', name: 'issuer', label: t(fieldTexts.issuer), choices: choicesOf(t, invoiceIssuers, issuerNames) },
    { kind: 'choice', name: 'kind', label: t(fields.kind), choices: choicesOf(t, invoiceKinds, invoiceKindNames) },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
    { kind: 'text', name: 'batchNo', label: t(fields.batch) },
  ]
}

/** Invoices of businesses and of the centre's fee. */
export function Invoices() {
  const t = useText()
  const [state, change] = useUrlState(initialInvoiceFilters, allowedValues)
  const [keys, choose] = useState<readonly number[]>([])
  const { keyword, issuer, kind, from, to, batchNo, unitId } = state
  const filter = setConditions({ keyword, states: [...state.states], issuer, kind, from, to, batchNo, unitId: unitId || undefined })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.businessinvoices.list, { ...pageRequestOf(state), ...filter, isWhole }, { follows: ['invoices'] })
  const rows = list.data?.rows ?? []
  const totals = list.data?.totals
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialInvoiceFilters} fields={useInvoiceFilterFields(unitId, (id) => change({ unitId: id }))} />
      <DataTable
        id="business-invoices"
        label={t(texts.invoices)}
        columns={useInvoiceColumns((open) => change({ open }))}
        rows={rows}
        source={list}
        empty={{ title: t(texts.none), reason: can('fp:issue') ? t(texts.noneForCentre) : '' }}
        tools={<ExportButton file={() => api.businessinvoices.exportList(filter)} />}
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
            </span>
          ) : null
        }
      />
      {state.open === 0 ? null : <BusinessDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

/** Payments without an invoice, or payments returned after their invoice. */
export function Payments({ show }: { readonly show: 'free' | 'returned' }) {
  const t = useText()
  const [state, change] = useUrlState(lineFilters, { size: pageSizes } as const)
  const list = useRead(api.invoices.lines, { show, mode, ...pageRequestOf(state) })
  return (
    <>
      <DataTable
        id={`business-invoice-${show}`}
        label={t(texts[show])}
        columns={useLineColumns(show === 'returned' ? { open: (open) => change({ open }) } : {})}
        source={list}
        empty={{ reason: t(show === 'returned' ? texts.noReturned : texts.nothingFree) }}
        tools={<ExportButton file={() => api.invoices.exportLines({ show, mode })} />}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <BusinessDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}

/** The red-letter confirmations of invoices in mode 1. */
export function RedInvoices() {
  const t = useText()
  const [state, change] = useUrlState(initialRedFilters, allowedRedFilters)
  const filter = setConditions({ keyword: state.keyword, codes: [...state.codes], isOpen: state.isOpen || undefined })
  const list = useRead(api.invoices.reds, { ...pageRequestOf(state), ...filter, mode }, { follows: ['invoices'] })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialRedFilters}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.redHint) },
          { kind: 'choices', name: 'codes', label: t(fields.code), choices: choicesOf(t, redCodes, redCodeNames) },
          { kind: 'flag', name: 'isOpen', label: t(texts.redIsOpen) },
        ]}
      />
      <DataTable
        id="business-red-letters"
        label={t(texts.reds)}
        columns={useRedColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.noReds) }}
        tools={<ExportButton file={() => api.invoices.exportReds({ ...filter, mode })} />}
        onOpen={(row) => change({ open: row.invoicingId })}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <BusinessDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}
