import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { ContractsImport, IncomeImport } from '#/web/onboarding/imports/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Balances } from './Balances.tsx'
import { EarlierLists } from './EarlierLists.tsx'
import { texts } from './texts.ts'

const OpeningDialog = onDemand(async () => (await import('./OpeningDialog.tsx')).OpeningDialog)

const initialState = { pane: 'income' } as const
const allowedValues = { pane: ['contracts', 'balances'] } as const

/** 期初接入: imports from an older system, for a platform or a centre. */
export default function OpeningDataPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isNew, setNew] = useState(false)
  // Earlier income and contracts are visible to users who may prepare or confirm them.
  const canPrepare = can('opening:edit')
  const canConfirm = canPrepare || can('opening:check')
  const visiblePanes = { income: canConfirm, contracts: canConfirm, balances: true }
  const pane = visiblePanes[state.pane] ? state.pane : 'balances'
  const panes = [
    ...(canConfirm ? [{ key: 'income', label: t(texts.income), children: <EarlierLists kind="income" /> }] : []),
    ...(canConfirm ? [{ key: 'contracts', label: t(texts.contracts), children: <EarlierLists kind="contracts" /> }] : []),
    { key: 'balances', label: t(texts.balances), children: <Balances /> },
  ]
  const actions = {
    income: <IncomeImport />,
    contracts: <ContractsImport />,
    balances: (
      <Button type="primary" onClick={() => setNew(true)}>
        {t(texts.upload)}
      </Button>
    ),
  }
  return (
    <>
      <PageHeader title={t(pageTitles.openingList)} actions={canPrepare ? actions[pane] : null} />
      <Tabs activeKey={pane} onChange={(key) => change({ pane: allowedValues.pane.find((each) => each === key) ?? 'income' })} items={panes} destroyOnHidden />
      {isNew ? <OpeningDialog onClose={() => setNew(false)} /> : null}
    </>
  )
}
