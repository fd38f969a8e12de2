import { dayStateNames, commissionFields as fields } from '#/api/money/commissions.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { commissionDayStates } from '#/domain/money/commission.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { useEarnedColumns } from './columns.tsx'
import { EarnedTotals } from './EarnedTotals.tsx'
import { texts } from './texts.ts'

const initialState = { keyword: '', states: [], from: '', to: '', unitId: 0, ...firstPage } as const
const allowedValues = { states: commissionDayStates, size: pageSizes, ...periodRules } as const

/** 合作伙伴订单: commission by batch, unit and day. Payees are never shown. */
export default function EarnedCommissionPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], from: state.from, to: state.to, unitId: state.unitId || undefined })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.commissions.days, { ...pageRequestOf(state), ...filter, isWhole })
  const placeFields = usePlaceFields({ unitId: state.unitId, centreId: 0 }, ({ unitId = 0 }) => change({ unitId }), { unit: list.data?.rows[0]?.unitName })
  return (
    <>
      <PageHeader title={t(pageTitles.hzhbBrders)} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.dayHint) },
          { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, commissionDayStates, dayStateNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
          ...placeFields.map((field) => ({ ...field, name: 'unitId' as const })),
        ]}
      />
      <DataTable
        id="commission-days"
        label={t(pageTitles.hzhbBrders)}
        columns={useEarnedColumns(false)}
        source={list}
        empty={{ reason: t(texts.noDays) }}
        tools={<ExportButton file={() => api.commissions.exportDays(filter)} />}
        paging={pagingOf(state, list.data, change)}
        totals={list.data ? <EarnedTotals totals={list.data.totals} onAsk={requestTotals} isBusy={list.isFetching} /> : null}
      />
    </>
  )
}
