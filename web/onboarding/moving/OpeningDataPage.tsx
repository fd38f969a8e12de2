import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { ImportContracts, ImportIncome } from '#/web/onboarding/imports/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Balances } from './Balances.tsx'
import { EarlierLists } from './EarlierLists.tsx'
import { texts } from './texts.ts'

const OpeningDialog = onDemand(async () => (await import('./OpeningDialog.tsx')).OpeningDialog)

const initial = { pane: 'income' } as const
const allowed = { pane: ['contracts', 'balances'] } as const

/** 期初接入: imports from an older system, for a platform or a centre. */
export default function OpeningDataPage() {
  const t = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [isNew, setNew] = useState(false)
  // Lists of people are visible only to users who may prepare them.
  const isKeeper = can('opening:edit')
  const mayConfirm = isKeeper || can('opening:check')
  const visiblePanes = { income: isKeeper, contracts: mayConfirm, balances: true }
  const pane = visiblePanes[state.pane] ? state.pane : 'balances'
  const panes = [
    ...(isKeeper ? [{ key: 'income', label: t(texts.income), children: <EarlierLists kind="income" /> }] : []),
    ...(mayConfirm ? [{ key: 'contracts', label: t(texts.contracts), children: <EarlierLists kind="contracts" /> }] : []),
    { key: 'balances', label: t(texts.balances), children: <Balances /> },
  ]
  const actions = {
    income: <ImportIncome />,
    contracts: <ImportContracts />,
    balances: (
      <Button type="primary" onClick={() => setNew(true)}>
        {t(texts.upload)}
      </Button>
    ),
  }
  return (
    <>
      <PageHeader title={t(pageTitles.openingList)} actions={isKeeper ? actions[pane] : null} />
      <Tabs activeKey={pane} onChange={(key) => change({ pane: allowed.pane.find((each) => each === key) ?? 'income' })} items={panes} destroyOnHidden />
      {isNew ? <OpeningDialog onClose={() => setNew(false)} /> : null}
    </>
  )
}
