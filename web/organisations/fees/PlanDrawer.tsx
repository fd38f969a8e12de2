import { useState } from 'react'
import { Link } from 'react-router'
import { feeFields, feeMethodNames, progressionNames } from '#/api/organisations/fees.texts.ts'
import { basisNames, unitFields } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { PlanDecision } from './DecisionDialogs.tsx'
import type { PlanDetail, PlanVersion } from './forms.ts'
import { Actions, PlanStatus, TierTable } from './tags.tsx'
import { texts } from './texts.ts'

const PlanDialog = onDemand(async () => (await import('./fee-dialogs.ts')).PlanDialog)
const PlanDecisionDialog = onDemand(async () => (await import('./DecisionDialogs.tsx')).PlanDecisionDialog)
const EndDialog = onDemand(async () => (await import('./DecisionDialogs.tsx')).EndDialog)
const TrialDialog = onDemand(async () => (await import('./fee-dialogs.ts')).TrialDialog)

type PlanUse = OutputOf<typeof api.fees.planUnits>['rows'][number]

function CurrentPlan({ plan }: { readonly plan: PlanDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(feeFields.mode), value: t(modeNames[plan.mode] ?? texts.unit) },
          { label: t(feeFields.stand), value: <PlanStatus stand={plan.stand} /> },
          { label: t(feeFields.method), value: t(feeMethodNames[plan.method]) },
          { label: t(feeFields.isProgressive), value: plan.method === 'fixed' ? '' : t(progressionNames[plan.isProgressive ? 'progressive' : 'whole']) },
          { label: t(feeFields.basis), value: t(basisNames[plan.basis]) },
          { label: t(feeFields.minimum), value: <Money value={plan.minimum} /> },
          { label: t(feeFields.version), value: t(texts.version, { no: plan.versionNo }) },
          { label: t(feeFields.from), value: plan.effectiveFrom },
          { label: t(feeFields.until), value: plan.endedOn },
          { label: t(feeFields.units), value: plan.unitCount },
        ]}
      />
      <TierTable tiers={plan.tiers} />
    </div>
  )
}

function VersionCard({ version, onVerdict }: { readonly version: PlanVersion; readonly onVerdict: (decision: PlanDecision) => void }) {
  const t = useText()
  const { withdrawal } = version
  const isWithdrawalOpen = withdrawal !== null && withdrawal.confirmedAt === null
  const decisionButton = (decision: PlanDecision, reason: string) => (
    <ActionButton size="small" reason={reason} onPress={() => onVerdict(decision)}>
      {t(texts[decision])}
    </ActionButton>
  )
  return (
    <li className="k-card">
      <h2 className="k-row k-spread">
        <span>
          {t(texts.version, { no: version.no })} · {version.effectiveFrom}
          {version.until ? ` – ${version.until}` : ''}
        </span>
        <PlanStatus stand={version.stand} state={version.state} />
      </h2>
      <Actions of={version} />
      {withdrawal ? (
        <Alert
          type={isWithdrawalOpen ? 'warning' : 'info'}
          title={[
            t(texts.withdrawalAsked, { name: withdrawal.askedBy, at: formatDateTime(withdrawal.askedAt), reason: withdrawal.reason }),
            withdrawal.confirmedAt ? t(texts.withdrawalConfirmed, { name: withdrawal.confirmedBy, at: formatDateTime(withdrawal.confirmedAt) }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ) : null}
      {version.changes.length > 0 ? (
        <ChangeTable changes={version.changes.map((change) => ({ ...change, key: change.field, label: t(feeFields[change.field]) }))} />
      ) : (
        <TierTable tiers={version.tiers} />
      )}
      <div className="k-row">
        {version.state === 'pending' ? decisionButton('approve', version.may.decide) : null}
        {version.state === 'pending' ? decisionButton('reject', version.may.decide) : null}
        {version.state === 'pending' ? decisionButton('withdraw', version.may.withdraw) : null}
        {version.stand === 'later' && !withdrawal ? decisionButton('askWithdrawal', version.may.withdraw) : null}
        {isWithdrawalOpen ? decisionButton('confirmWithdrawal', version.may.decide) : null}
        {isWithdrawalOpen ? decisionButton('keepVersion', '') : null}
      </div>
    </li>
  )
}

function PlanUsers({ planId }: { readonly planId: number }) {
  const t = useText()
  const [state, change] = useUrlState({ usedPage: 1, usedSize: 20 }, { usedSize: pageSizes })
  const list = useRead(api.fees.planUnits, { planId, page: state.usedPage, size: state.usedSize })
  const columns: Column<PlanUse>[] = [
    {
      key: 'name',
      title: t(unitFields.name),
      width: 230,
      render: (row) => (can('ptbiliEdit') ? <Link to={`${pages.ptbiliEdit.path}?open=${row.settingId}`}>{row.unitName}</Link> : row.unitName),
    },
    { key: 'code', title: t(unitFields.code), width: 180, render: (row) => row.unitCode },
    { key: 'centre', title: t(unitFields.centre), width: 140, render: (row) => row.centreName },
    {
      key: 'from',
      title: t(feeFields.stand),
      width: 140,
      render: (row) =>
        row.from === null ? <StatusTag tone="green">{t(texts.now)}</StatusTag> : <StatusTag tone="blue">{t(texts.fromDay, { day: row.from })}</StatusTag>,
    },
  ]
  return (
    <DataTable
      id="plan-units"
      label={t(texts.users)}
      columns={columns}
      rowKey={(row) => `${row.settingId}${row.from ?? ''}`}
      source={list}
      empty={{ reason: t(texts.noUsers) }}
      paging={{ page: state.usedPage, size: state.usedSize, count: list.data?.count ?? 0, onChange: (usedPage, usedSize) => change({ usedPage, usedSize }) }}
      isPlain
    />
  )
}

type OpenDialog = { readonly what: 'revise' | 'end' | 'trial' } | { readonly what: PlanDecision; readonly version: PlanVersion }

interface PlanDrawerProps {
  /** Id of the plan; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One plan: its rates, versions, units, and the dialogs that change it. */
export function PlanDrawer({ id, pane, onPane, onClose }: PlanDrawerProps) {
  const t = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const plan = useRead(api.fees.plan, { planId: id }, { isEnabled: id !== 0 })
  const current = id !== 0 && plan.data?.id === id ? plan.data : undefined
  const query = { ...plan, data: current }
  const closeDialog = () => ask(null)
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={current?.name ?? ''}
        onClose={onClose}
        width={820}
        actions={
          current ? (
            <span className="k-row">
              <Button size="small" onClick={() => ask({ what: 'trial' })}>
                {t(texts.trial)}
              </Button>
              {can('fee:edit') ? (
                <>
                  <ActionButton size="small" reason={current.may.revise} onPress={() => ask({ what: 'revise' })}>
                    {t(texts.revise)}
                  </ActionButton>
                  <ActionButton size="small" danger reason={current.may.end} onPress={() => ask({ what: 'end' })}>
                    {t(texts.end)}
                  </ActionButton>
                </>
              ) : null}
            </span>
          ) : null
        }
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'now', label: t(texts.facts), content: <QueryContent query={query}>{(detail) => <CurrentPlan plan={detail} />}</QueryContent> },
          {
            key: 'history',
            label: t(texts.history),
            content: (
              <QueryContent query={query}>
                {(detail) => (
                  <ul className="f-versions">
                    {detail.versions.map((version) => (
                      <VersionCard key={version.id} version={version} onVerdict={(what) => ask({ what, version })} />
                    ))}
                  </ul>
                )}
              </QueryContent>
            ),
          },
          { key: 'units', label: t(texts.users), content: id === 0 ? null : <PlanUsers planId={id} /> },
        ]}
      />
      {dialog?.what === 'trial' && current ? <TrialDialog plan={current.id} onClose={closeDialog} /> : null}
      {dialog?.what === 'revise' && current ? <PlanDialog plan={current} onClose={closeDialog} /> : null}
      {dialog?.what === 'end' && current ? <EndDialog of={{ plan: current }} onClose={closeDialog} /> : null}
      {dialog && 'version' in dialog ? <PlanDecisionDialog decision={dialog.what} version={dialog.version} onClose={closeDialog} /> : null}
    </>
  )
}
