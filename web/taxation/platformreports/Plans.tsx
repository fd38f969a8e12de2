import { planStateNames } from '#/api/taxation/platformreports.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { planTexts } from './plan-texts.ts'
import { Rules } from './Rules.tsx'
import { texts } from './texts.ts'

export type ReporterPlans = OutputOf<typeof api.platformreports.plans>
type Plan = ReporterPlans['plans'][number]

const PlanTag = stateTag(planStateNames, { proposed: 'gold', confirmed: 'green', rejected: 'red', withdrawn: 'grey' })

function RejectDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.platformreports.decidePlan, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(planTexts.reject)}
      onClose={onClose}
      confirmText={t(planTexts.reject)}
      onConfirm={({ reason }) => void decide.submit({ reporterPlanId: plan.id, isConfirmed: false, answer: reason })}
      submission={decide}
      reason={{ label: t(planTexts.answer), least: 2 }}
    >
      <p className="k-note">{t(planTexts.rejectNote)}</p>
    </ReasonDialog>
  )
}

/** The caller's actions on a proposal. A disabled one gives the reason. */
function Actions({ plan, onDone }: { readonly plan: Plan; readonly onDone: () => void }) {
  const t = useText()
  const decide = useSubmit(api.platformreports.decidePlan, { onDone })
  const withdraw = useSubmit(api.platformreports.withdrawPlan, { onDone })
  const { open: reject } = useOverlay<Plan>((rejected, close) => (
    <RejectDialog
      plan={rejected}
      onClose={() => {
        close()
        onDone()
      }}
    />
  ))
  return (
    <div className="k-row">
      {plan.may.withdraw === '' ? (
        <ActionButton isBusy={withdraw.isBusy} onPress={() => withdraw.submit({ reporterPlanId: plan.id })}>
          {t(planTexts.withdraw)}
        </ActionButton>
      ) : null}
      {plan.may.decide === '' ? (
        <>
          <ActionButton onPress={() => reject(plan)}>{t(planTexts.reject)}</ActionButton>
          <ActionButton type="primary" isBusy={decide.isBusy} onPress={() => decide.submit({ reporterPlanId: plan.id, isConfirmed: true })}>
            {t(planTexts.confirm)}
          </ActionButton>
        </>
      ) : (
        <span className="k-note">{plan.may.decide}</span>
      )}
    </div>
  )
}

function PlanDrawer({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const t = useText()
  const isOpen = plan.state === 'proposed' && (can('report:edit') || can('report:check'))
  return (
    <DetailDrawer
      title={t(planTexts.from, { quarter: plan.firstQuarter })}
      onClose={onClose}
      width={720}
      footer={isOpen ? <Actions plan={plan} onDone={onClose} /> : undefined}
    >
      <Facts
        columns={2}
        rows={[
          { label: t(texts.state), value: <PlanTag state={plan.state} /> },
          { label: t(planTexts.platformName), value: plan.platformName },
          { label: t(planTexts.holder), value: plan.holderName, isWide: true },
          { label: t(planTexts.holderCode), value: plan.holderCode },
          { label: t(planTexts.licenceNo), value: plan.licenceNo || '—' },
          { label: t(planTexts.taxOffice), value: plan.taxOffice, isWide: true },
          { label: t(planTexts.centres), value: plan.centreNames.join(' / ') || t(planTexts.eachCentre), isWide: true },
          { label: t(planTexts.rules), value: <Rules rules={plan.rules} />, isWide: true },
          { label: t(planTexts.reason), value: plan.reason, isWide: true },
          { label: t(planTexts.proposed), value: `${plan.proposedBy} · ${formatDateTimeSeconds(plan.proposedAt)}`, isWide: true },
          ...(plan.decidedAt ? [{ label: t(planTexts.decided), value: `${plan.decidedBy} · ${formatDateTimeSeconds(plan.decidedAt)}`, isWide: true }] : []),
          ...(plan.answer ? [{ label: t(planTexts.answer), value: plan.answer, isWide: true }] : []),
        ]}
      />
    </DetailDrawer>
  )
}

/** The reporting companies by quarter, and the rules for income that need not be reported. */
export function PlanTable() {
  const t = useText()
  const list = useRead(api.platformreports.plans, {})
  const { open } = useOverlay<Plan>((plan, close) => <PlanDrawer plan={plan} onClose={close} />)
  const columns: Column<Plan>[] = [
    { key: 'from', title: t(planTexts.firstQuarter), width: 120, isAlways: true, pin: 'left', render: (row) => row.firstQuarter },
    {
      key: 'state',
      title: t(texts.state),
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <PlanTag state={row.state} />
          {row.isInForce ? <span className="k-note">{t(planTexts.inForce)}</span> : null}
        </span>
      ),
    },
    { key: 'holder', title: t(planTexts.holder), width: 220, isCut: true, render: (row) => row.holderName },
    { key: 'centres', title: t(planTexts.centres), width: 260, isCut: true, render: (row) => row.centreNames.join(' / ') || t(planTexts.eachCentre) },
    { key: 'rules', title: t(planTexts.rules), width: 90, align: 'right', render: (row) => row.rules.length },
    { key: 'by', title: t(planTexts.proposed), width: 120, render: (row) => row.proposedBy },
    { key: 'decided', title: t(planTexts.decided), width: 120, render: (row) => row.decidedBy || '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 90,
      isAlways: true,
      pin: 'right',
      render: (row) => (
        <Button size="small" type="link" aria-label={`${t(texts.open)} ${row.firstQuarter}`} onClick={() => open(row)}>
          {t(texts.open)}
        </Button>
      ),
    },
  ]
  return (
    <div className="k-stack">
      {list.data?.plans.every(({ isInForce }) => !isInForce) ? (
        <div>
          <p className="k-note">{t(planTexts.none)}</p>
          <Rules rules={list.data.rules} />
        </div>
      ) : null}
      <DataTable
        id="reporter-plans"
        label={t(planTexts.plans)}
        columns={columns}
        rows={list.data?.plans ?? []}
        source={list}
        empty={{ reason: t(planTexts.noPlans) }}
      />
    </div>
  )
}
