import { batchStateNames } from '#/api/money/payments.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { batchSorts, batchStates } from '#/domain/money/batch.ts'
import { paymentInvoiceStatuses } from '#/domain/money/collection.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { PlusOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf } from '#/web/ui/paging.ts'
import { useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { periodRules, setConditions, yesNoChoices } from '#/web/ui/url-state.ts'
import { useEarlyLoad } from '#/web/ui/useEarlyLoad.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BatchTable } from './BatchTable.tsx'
import { failureField, failureFilters, invoiceField, shortField } from './filters.ts'
import { texts } from './texts.ts'

const loadNewBatchDialog = () => import('./NewBatchDialog.tsx')
const NewBatchDialog = onDemand(async () => (await loadNewBatchDialog()).NewBatchDialog)

const initialState = { keyword: '', states: [], from: '', to: '', trouble: '', short: '', invoice: '', sort: 'newest', create: false, ...firstPage } as const
const allowedValues = {
  states: batchStates,
  trouble: failureFilters,
  short: yesNoChoices,
  invoice: paymentInvoiceStatuses,
  sort: batchSorts,
  size: pageSizes,
  ...periodRules,
} as const

/** 平台经营者业务: the unit's batches. */
export default function PaymentsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  useEarlyLoad(loadNewBatchDialog, can('zf:make'))
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    from: state.from,
    to: state.to,
    trouble: state.trouble,
    short: state.short,
    invoice: state.invoice,
  })
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const list = useRead(api.payments.list, { ...pageRequestOf(state), ...filter, sort: state.sort, isWhole }, { follows: ['batches'] })
  const isFiltered =
    state.keyword !== '' ||
    state.states.length > 0 ||
    state.from !== '' ||
    state.to !== '' ||
    state.trouble !== '' ||
    state.short !== '' ||
    state.invoice !== ''
  const add = can('zf:make') ? (
    <Button type="primary" icon={<Icon of={PlusOutlined} />} onClick={() => change({ create: true })}>
      {t(texts.newBatch)}
    </Button>
  ) : null
  return (
    <>
      <PageHeader title={t(pageTitles.zfPtList)} actions={add} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 200 },
          { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, batchStates, batchStateNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
          failureField(t),
          shortField(t),
          invoiceField(t),
        ]}
      />
      <BatchTable
        id="payments"
        label={t(pageTitles.zfPtList)}
        list={list}
        place={state}
        onPlace={change}
        onSum={requestTotals}
        file={() => api.payments.export({ ...filter, sort: state.sort })}
        empty={{ reason: t(isFiltered ? texts.none : texts.noneYet) }}
      />
      {state.create && can('zf:make') ? <NewBatchDialog onClose={() => change({ create: false })} /> : null}
    </>
  )
}
