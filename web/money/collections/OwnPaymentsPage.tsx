import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { PlusOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Claims } from './Claims.tsx'
import { Received } from './Received.tsx'
import { texts } from './texts.ts'

const Calculators = onDemand(async () => (await import('#/web/money/calculators/public.tsx')).Calculators)
const ClaimDialog = onDemand(async () => (await import('./ClaimDialog.tsx')).ClaimDialog)

const initialState = { pane: 'payments', create: false, open: 0, payment: 0 } as const
const allowedValues = { pane: ['claims', 'calculators'] } as const

/** 业务列表: the operator's own payments, claims and tax calculators. */
export default function OwnPaymentsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const panes = [
    { key: 'payments', label: t(texts.payments), children: <Received /> },
    { key: 'claims', label: t(texts.claims), children: <Claims onPayment={(payment) => change({ pane: 'payments', payment, open: 0 })} /> },
    { key: 'calculators', label: t(texts.calculators), children: <Calculators /> },
  ]
  return (
    <>
      <PageHeader
        title={t(pageTitles.zfSkYzList)}
        actions={
          <Button type="primary" icon={<Icon of={PlusOutlined} />} onClick={() => change({ create: true })}>
            {t(texts.claim)}
          </Button>
        }
      />
      <Tabs activeKey={state.pane} onChange={(pane) => change({ pane })} items={panes} destroyOnHidden />
      {state.create ? <ClaimDialog onClose={() => change({ create: false })} onMade={(open) => change({ pane: 'claims', open, create: false })} /> : null}
    </>
  )
}
