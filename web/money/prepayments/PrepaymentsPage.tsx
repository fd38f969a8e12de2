import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useEarlyLoad } from '#/web/ui/useEarlyLoad.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ClaimDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { PrepaymentAccounts } from './PrepaymentAccounts.tsx'
import { Topups } from './Topups.tsx'
import { texts } from './texts.ts'

// Most visits open one tab, so the others load on demand.
const Credits = onDemand(async () => (await import('./Credits.tsx')).Credits)
const Movements = onDemand(async () => (await import('./Movements.tsx')).Movements)
const Refunds = onDemand(async () => (await import('./Refunds.tsx')).Refunds)
const Adjustments = onDemand(async () => (await import('./Adjustments.tsx')).Adjustments)
const Statements = onDemand(async () => (await import('./Statements.tsx')).Statements)
const loadTopupDialog = () => import('./TopupDialog.tsx')
const TopupDialog = onDemand(async () => (await loadTopupDialog()).TopupDialog)

const initialState = { pane: 'topups', create: false } as const
const allowedValues = { pane: ['history', 'refunds', 'statements', 'adjustments', 'credits', 'accounts'] } as const

/** 预付款管理: prepayment accounts, top-ups, account history and, for the centre, bank credits. */
export default function PrepaymentsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isClaiming, setClaiming] = useState(false)
  useEarlyLoad(loadTopupDialog, can('cz:apply'))
  // A unit sees its balance first. Staff with many accounts see pending work first.
  const isOwn = useUser()?.usertype === userType.unit
  const panes = [
    { key: 'topups', label: t(texts.topups), children: <Topups /> },
    { key: 'history', label: t(texts.history), children: <Movements /> },
    { key: 'refunds', label: t(moneyTexts.refunds), children: <Refunds /> },
    { key: 'statements', label: t(moneyTexts.statements), children: <Statements /> },
    ...(can('adjustment:edit') || can('adjustment:check') ? [{ key: 'adjustments', label: t(moneyTexts.adjustments), children: <Adjustments /> }] : []),
    ...(can('cz:confirm') ? [{ key: 'credits', label: t(texts.credits), children: <Credits /> }] : []),
    ...(isOwn ? [] : [{ key: 'accounts', label: t(texts.accounts), children: <PrepaymentAccounts /> }]),
  ]
  // A link may name a tab that this user does not have.
  const pane = panes.some(({ key }) => key === state.pane) ? state.pane : initialState.pane
  return (
    <>
      <PageHeader
        title={t(pageTitles.yufukuan)}
        actions={
          can('cz:apply') ? (
            <>
              <Button onClick={() => setClaiming(true)}>{t(moneyTexts.claim)}</Button>
              <Button type="primary" onClick={() => change({ create: true })}>
                {t(texts.submit)}
              </Button>
            </>
          ) : null
        }
      />
      {isOwn ? <PrepaymentAccounts /> : null}
      <Tabs activeKey={pane} onChange={(pane) => change({ pane })} items={panes} destroyOnHidden />
      {isClaiming ? <ClaimDialog onClose={() => setClaiming(false)} /> : null}
      {state.create && can('cz:apply') ? <TopupDialog onClose={() => change({ create: false })} /> : null}
    </>
  )
}
