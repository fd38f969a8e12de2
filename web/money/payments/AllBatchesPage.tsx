import { type ComponentProps, lazy, Suspense } from 'react'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { batchSorts, batchStates, batchTabs } from '#/domain/money/batch.ts'
import { paymentInvoiceStatuses } from '#/domain/money/collection.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen } from '#/web/kernel/session.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, formatResultCount, pageRequestOf } from '#/web/ui/paging.ts'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions, type UrlState, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BatchTable } from './BatchTable.tsx'
import { ChannelConsole } from './ChannelConsole.tsx'
import { failureField, failureFilters, invoiceField, shortField } from './filters.ts'
import { reportTexts } from './report-texts.ts'
import { texts } from './texts.ts'

// Few users confirm results, so the tab loads separately from the list of batches.
const Reports = lazy(async () => ({ default: (await import('./Reports.tsx')).Reports }))

function ReportsTab(props: ComponentProps<typeof Reports>) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Reports {...props} />
    </Suspense>
  )
}

const tabs = ['all', ...batchTabs] as const
const initialState = {
  tab: 'all',
  keyword: '',
  states: [],
  mode: '',
  from: '',
  to: '',
  trouble: '',
  short: '',
  invoice: '',
  sort: 'newest',
  unitId: 0,
  centreId: 0,
  ...firstPage,
} as const
const allowedValues = {
  tab: [...tabs, 'reports', 'console'],
  states: batchStates,
  mode: [1, 2],
  trouble: failureFilters,
  short: yesNoChoices,
  invoice: paymentInvoiceStatuses,
  sort: batchSorts,
  size: pageSizes,
  ...periodRules,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

function useBatches(state: State, isEnabled: boolean) {
  const conditions = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    trouble: state.trouble,
    short: state.short,
    invoice: state.invoice,
    unitId: state.unitId || undefined,
    centreId: state.centreId || undefined,
    mode: state.mode,
    from: state.from,
    to: state.to,
  })
  const filter = { tab: state.tab === 'console' || state.tab === 'reports' ? 'all' : state.tab, ...conditions } as const
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.payments.list, { ...pageRequestOf(state), ...filter, sort: state.sort, isWhole }, { isEnabled, follows: ['batches'] })
  const counts = useRead(api.payments.counts, conditions, { follows: ['batches'] })
  return { list, sumUp: requestTotals, counts: counts.data, file: () => api.payments.export({ ...filter, sort: state.sort }) }
}

/** Returns the tabs. Differences link to reconciliation, so that tab needs its permission. */
const visibleTabs = () => tabs.filter((key) => key !== 'differing' || canOpen('zfdzList'))

/** 业务管理: every batch in scope, for the centre and the platform, with the payment console. */
export default function AllBatchesPage() {
  const t = useText()
  const currentLanguage = useLanguage()
  const [state, change] = useUrlState(initialState, allowedValues)
  const hasConsole = can('payZfPt')
  const isConsoleTab = hasConsole && state.tab === 'console'
  const hasReports = can('zf:offline')
  const isReportsTab = hasReports && state.tab === 'reports'
  const { list, sumUp, counts, file } = useBatches(state, !isConsoleTab && !isReportsTab)
  const [row] = list.data?.rows ?? []
  const placeFields = usePlaceFields(state, change, { unit: row?.unitName, centre: row?.centreName })
  const labelOf = (key: (typeof tabs)[number]) => {
    const count = key === 'all' ? 0 : (counts?.[key] ?? 0)
    return count === 0 ? t(texts[key]) : `${t(texts[key])} ${formatResultCount(count, currentLanguage)}`
  }
  const items = [
    ...visibleTabs().map((key) => ({ key, label: labelOf(key) })),
    ...(hasReports ? [{ key: 'reports', label: t(reportTexts.tab) }] : []),
    ...(hasConsole ? [{ key: 'console', label: t(texts.console) }] : []),
  ]
  return (
    <>
      <PageHeader title={t(pageTitles.zfPtListpt)} />
      <Tabs activeKey={state.tab} items={items} onChange={(tab) => change({ tab })} />
      {isConsoleTab ? (
        <ChannelConsole />
      ) : isReportsTab ? (
        <ReportsTab place={state} onPlace={change} />
      ) : (
        <>
          <FilterBar
            state={state}
            onChange={change}
            initial={initialState}
            fields={[
              { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHintDesk), width: 240 },
              { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, batchStates, batchStateNames) },
              ...placeFields,
              {
                kind: 'choice',
                name: 'mode',
                label: t(texts.mode),
                choices: [1, 2].map((mode) => ({ value: String(mode), label: t(modeNames[mode] ?? texts.mode) })),
              },
              { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
              failureField(t),
              shortField(t),
              invoiceField(t),
            ]}
          />
          <BatchTable
            id="manage-payments"
            label={t(pageTitles.zfPtListpt)}
            list={list}
            place={state}
            onPlace={change}
            onSum={sumUp}
            file={file}
            empty={{ reason: t(texts.none) }}
          />
        </>
      )}
    </>
  )
}
