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
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { planTexts } from './plan-texts.ts'
import { Rules } from './Rules.tsx'
import { texts } from './texts.ts'

export type Plans = OutputOf<typeof api.platformreports.plans>
type Plan = Plans['plans'][number]

const tones: Readonly<Record<Plan['state'], StatusTone>> = { proposed: 'gold', confirmed: 'green', rejected: 'red', withdrawn: 'grey' }

function RejectDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const say = useText()
  const decide = useSubmit(api.platformreports.decidePlan, { onDone: onClose })
  return (
    <ReasonDialog
      title={say(planTexts.reject)}
      onClose={onClose}
      confirmText={say(planTexts.reject)}
      onConfirm={({ reason }) => void decide.submit({ reporterPlanId: plan.id, isConfirmed: false, answer: reason })}
      isBusy={decide.isBusy}
      failure={decide.failure}
      reason={{ label: say(planTexts.answer), least: 2 }}
    >
      <p className="k-note">{say(planTexts.rejectNote)}</p>
    </ReasonDialog>
  )
}

/** The caller's actions on a proposal. A disabled one gives the reason. */
function Actions({ plan, onDone }: { readonly plan: Plan; readonly onDone: () => void }) {
  const say = useText()
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
          {say(planTexts.withdraw)}
        </ActionButton>
      ) : null}
      {plan.may.decide === '' ? (
        <>
          <ActionButton onPress={() => reject(plan)}>{say(planTexts.reject)}</ActionButton>
          <ActionButton type="primary" isBusy={decide.isBusy} onPress={() => decide.submit({ reporterPlanId: plan.id, isConfirmed: true })}>
            {say(planTexts.confirm)}
          </ActionButton>
        </>
      ) : (
        <span className="k-note">{plan.may.decide}</span>
      )}
    </div>
  )
}

function PlanDrawer({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const say = useText()
  const isOpen = plan.state === 'proposed' && (can('report:edit') || can('report:check'))
  return (
    <DetailDrawer
      isOpen
      title={say(planTexts.from, { quarter: plan.firstQuarter })}
      onClose={onClose}
      width={720}
      footer={isOpen ? <Actions plan={plan} onDone={onClose} /> : undefined}
    >
      <Facts
        columns={2}
        rows={[
          { label: say(texts.state), value: <StatusTag tone={tones[plan.state]}>{say(planStateNames[plan.state])}</StatusTag> },
          { label: say(planTexts.platformName), value: plan.platformName },
          { label: say(planTexts.holder), value: plan.holderName, isWide: true },
          { label: say(planTexts.holderCode), value: plan.holderCode },
          { label: say(planTexts.licenceNo), value: plan.licenceNo || '—' },
          { label: say(planTexts.taxOffice), value: plan.taxOffice, isWide: true },
          { label: say(planTexts.centres), value: plan.centreNames.join(' / ') || say(planTexts.eachCentre), isWide: true },
          { label: say(planTexts.rules), value: <Rules rules={plan.rules} />, isWide: true },
          { label: say(planTexts.reason), value: plan.reason, isWide: true },
          { label: say(planTexts.proposed), value: `${plan.proposedBy} · ${formatDateTimeSeconds(plan.proposedAt)}`, isWide: true },
          ...(plan.decidedAt ? [{ label: say(planTexts.decided), value: `${plan.decidedBy} · ${formatDateTimeSeconds(plan.decidedAt)}`, isWide: true }] : []),
          ...(plan.answer ? [{ label: say(planTexts.answer), value: plan.answer, isWide: true }] : []),
        ]}
      />
    </DetailDrawer>
  )
}

/** The reporting companies by quarter, and the rules for income that need not be reported. */
export function PlanTable() {
  const say = useText()
  const list = useRead(api.platformreports.plans, {})
  const { open } = useOverlay<Plan>((shown, close) => <PlanDrawer plan={shown} onClose={close} />)
  const columns: Column<Plan>[] = [
    { key: 'from', title: say(planTexts.firstQuarter), width: 120, isAlways: true, pin: 'left', render: (row) => row.firstQuarter },
    {
      key: 'state',
      title: say(texts.state),
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <StatusTag tone={tones[row.state]}>{say(planStateNames[row.state])}</StatusTag>
          {row.isInForce ? <span className="k-note">{say(planTexts.inForce)}</span> : null}
        </span>
      ),
    },
    { key: 'holder', title: say(planTexts.holder), width: 220, isCut: true, render: (row) => row.holderName },
    { key: 'centres', title: say(planTexts.centres), width: 260, isCut: true, render: (row) => row.centreNames.join(' / ') || say(planTexts.eachCentre) },
    { key: 'rules', title: say(planTexts.rules), width: 90, align: 'right', render: (row) => row.rules.length },
    { key: 'by', title: say(planTexts.proposed), width: 120, render: (row) => row.proposedBy },
    { key: 'decided', title: say(planTexts.decided), width: 120, render: (row) => row.decidedBy || '—' },
    {
      key: 'action',
      title: say(texts.action),
      width: 90,
      isAlways: true,
      pin: 'right',
      render: (row) => (
        <Button size="small" type="link" aria-label={`${say(texts.open)} ${row.firstQuarter}`} onClick={() => open(row)}>
          {say(texts.open)}
        </Button>
      ),
    },
  ]
  return (
    <div className="k-stack">
      {list.data?.plans.every(({ isInForce }) => !isInForce) ? (
        <div>
          <p className="k-note">{say(planTexts.none)}</p>
          <Rules rules={list.data.rules} />
        </div>
      ) : null}
      <DataTable
        id="reporter-plans"
        label={say(planTexts.plans)}
        columns={columns}
        rows={list.data?.plans ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(planTexts.noPlans) }}
      />
    </div>
  )
}
