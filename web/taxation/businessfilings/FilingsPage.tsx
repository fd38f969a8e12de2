import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { filingKindNames } from '#/api/taxation/businessfilings.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { filingKinds } from '#/domain/taxation/business-filing.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { canWorkIn, WrongMode } from '#/web/parts/WrongMode.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Filings, initialFilingFilters as ofList } from './Filings.tsx'
import { PeriodActions } from './PeriodActions.tsx'
import { allPastPeriods, currentPeriods } from './periods.ts'
import { texts } from './texts.ts'

const initialState = { pane: 'vat', period: '' } as const
const allowedValues = { pane: filingKinds } as const

/** 个体户报税: the filings of registered businesses by kind. An operator sees their own. */
export default function FilingsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  // Switching tabs clears the filters, because each kind has its own.
  const [, setPane] = useUrlState({ ...ofList, ...initialState })
  const isOwn = useUser()?.usertype === userType.operator
  const [periods] = useState(() => ({ quarters: currentPeriods('vat'), years: currentPeriods('annualReport') }))
  const kind = state.pane
  const offeredPeriods = kind === 'vat' || kind === 'incomeTax' ? periods.quarters : periods.years
  const period = state.period === allPastPeriods || offeredPeriods.includes(state.period) ? state.period : (offeredPeriods[1] ?? '')
  if (!isOwn && canWorkIn(settlementMode.generalContract)) return <WrongMode page="taxList" other="taxListWtdz" />
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxList)}
        note={t(isOwn ? texts.ownNote : texts.note)}
        actions={
          !isOwn && can('tax:edit') && period !== allPastPeriods ? <PeriodActions kind={kind} period={period} onOpen={(open) => setPane({ open })} /> : null
        }
      />
      <Tabs
        activeKey={kind}
        onChange={(pane) => setPane({ ...ofList, pane, period: '' } as never)}
        items={filingKinds.map((filingKind) => ({
          key: filingKind,
          label: t(filingKindNames[filingKind]),
          children: <Filings kind={filingKind} isOwn={isOwn} period={period} periods={offeredPeriods} onPeriod={(next) => change({ period: next })} />,
        }))}
        destroyOnHidden
      />
    </>
  )
}
