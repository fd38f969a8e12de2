import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { ImportIncome } from '#/web/onboarding/imports/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Balances } from './Balances.tsx'
import { EarlierIncome } from './EarlierIncome.tsx'
import { texts } from './texts.ts'

const OpeningDialog = onDemand(async () => (await import('./OpeningDialog.tsx')).OpeningDialog)

const initial = { pane: 'income' } as const
const allowed = { pane: ['balances'] } as const

/** 期初接入: what a platform or centre brings from an older system. */
export default function MovingPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [isNew, setNew] = useState(false)
  // Without the right to prepare there is nothing to be seen of lists of people.
  const isKeeper = can('opening:edit')
  const pane = isKeeper ? state.pane : 'balances'
  const panes = [
    ...(isKeeper ? [{ key: 'income', label: say(texts.income), children: <EarlierIncome /> }] : []),
    { key: 'balances', label: say(texts.balances), children: <Balances /> },
  ]
  const action =
    pane === 'income' ? (
      <ImportIncome />
    ) : (
      <Button type="primary" onClick={() => setNew(true)}>
        {say(texts.upload)}
      </Button>
    )
  return (
    <>
      <PageHeader title={say(pageTitles.openingList)} actions={isKeeper ? action : null} />
      <Tabs activeKey={pane} onChange={(key) => change({ pane: key === 'balances' ? 'balances' : 'income' })} items={panes} destroyOnHidden />
      {isNew ? <OpeningDialog onClose={() => setNew(false)} /> : null}
    </>
  )
}
