import { useState } from 'react'
import { Link } from 'react-router'
import { feeFields, feeMethodNames, progressionNames } from '#/api/organisations/fees.texts.ts'
import { basisNames, unitFields } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
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
import type { PlanDetail, PlanVersion } from './forms.ts'
import { Actions, PlanStatus, Steps } from './tags.tsx'
import { texts } from './texts.ts'
import type { Verdict } from './Verdict.tsx'

const PlanDialog = onDemand(async () => (await import('./PlanDialog.tsx')).PlanDialog)
const PlanVerdict = onDemand(async () => (await import('./Verdict.tsx')).PlanVerdict)
const EndDialog = onDemand(async () => (await import('./Verdict.tsx')).EndDialog)
const TrialDialog = onDemand(async () => (await import('./Trial.tsx')).TrialDialog)

type PlanUse = OutputOf<typeof api.fees.planUnits>['rows'][number]

function Now({ plan }: { readonly plan: PlanDetail }) {
  const say = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(feeFields.mode), value: say(modeNames[plan.mode] ?? texts.unit) },
          { label: say(feeFields.stand), value: <PlanStatus stand={plan.stand} /> },
          { label: say(feeFields.method), value: say(feeMethodNames[plan.method]) },
          { label: say(feeFields.isProgressive), value: plan.method === 'fixed' ? '' : say(progressionNames[plan.isProgressive ? 'progressive' : 'whole']) },
          { label: say(feeFields.basis), value: say(basisNames[plan.basis]) },
          { label: say(feeFields.minimum), value: <Money value={plan.minimum} /> },
          { label: say(feeFields.version), value: say(texts.version, { no: plan.versionNo }) },
          { label: say(feeFields.from), value: plan.effectiveFrom },
          { label: say(feeFields.until), value: plan.endedOn },
          { label: say(feeFields.units), value: plan.unitCount },
        ]}
      />
      <Steps tiers={plan.tiers} />
    </div>
  )
}

function VersionCard({ version, onVerdict }: { readonly version: PlanVersion; readonly onVerdict: (verdict: Verdict) => void }) {
  const say = useText()
  const act = (verdict: Verdict, reason: string) => (
    <ActionButton size="small" reason={reason} onPress={() => onVerdict(verdict)}>
      {say(texts[verdict])}
    </ActionButton>
  )
  return (
    <li className="k-card">
      <h2 className="k-row k-spread">
        <span>
          {say(texts.version, { no: version.no })} · {version.effectiveFrom}
          {version.until ? ` – ${version.until}` : ''}
        </span>
        <PlanStatus stand={version.stand} state={version.state} />
      </h2>
      <Actions of={version} />
      {version.changes.length > 0 ? (
        <ChangeTable changes={version.changes.map((change) => ({ ...change, key: change.field, label: say(feeFields[change.field]) }))} />
      ) : (
        <Steps tiers={version.tiers} />
      )}
      <div className="k-row">
        {version.state === 'pending' ? act('approve', version.may.decide) : null}
        {version.state === 'pending' ? act('reject', version.may.decide) : null}
        {version.state === 'pending' || version.stand === 'later' ? act('withdraw', version.may.withdraw) : null}
      </div>
    </li>
  )
}

function Users({ planId }: { readonly planId: number }) {
  const say = useText()
  const [state, change] = useUrlState({ usedPage: 1, usedSize: 20 }, { usedSize: pageSizes })
  const list = useRead(api.fees.planUnits, { planId, page: state.usedPage, size: state.usedSize })
  const columns: Column<PlanUse>[] = [
    {
      key: 'name',
      title: say(unitFields.name),
      width: 230,
      render: (row) => (can('ptbiliEdit') ? <Link to={`${pages.ptbiliEdit.path}?open=${row.settingId}`}>{row.unitName}</Link> : row.unitName),
    },
    { key: 'code', title: say(unitFields.code), width: 180, render: (row) => row.unitCode },
    { key: 'centre', title: say(unitFields.centre), width: 140, render: (row) => row.centreName },
    {
      key: 'from',
      title: say(feeFields.stand),
      width: 140,
      render: (row) =>
        row.from === null ? <StatusTag tone="green">{say(texts.now)}</StatusTag> : <StatusTag tone="blue">{say(texts.fromDay, { day: row.from })}</StatusTag>,
    },
  ]
  return (
    <DataTable
      id="plan-units"
      label={say(texts.users)}
      columns={columns}
      rows={list.data?.rows ?? []}
      rowKey={(row) => `${row.settingId}${row.from ?? ''}`}
      source={list}
      empty={{ reason: say(texts.noUsers) }}
      paging={{ page: state.usedPage, size: state.usedSize, count: list.data?.count ?? 0, onChange: (usedPage, usedSize) => change({ usedPage, usedSize }) }}
      isPlain
    />
  )
}

type OpenDialog = { readonly what: 'revise' | 'end' | 'trial' } | { readonly what: Verdict; readonly version: PlanVersion }

interface PlanDrawerProps {
  /** 0 for none. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One plan: its rates, versions, units, and the dialogs that change it. */
export function PlanDrawer({ id, pane, onPane, onClose }: PlanDrawerProps) {
  const say = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const plan = useRead(api.fees.plan, { planId: id }, { isEnabled: id !== 0 })
  const found = id !== 0 && plan.data?.id === id ? plan.data : undefined
  const query = { ...plan, data: found }
  const shut = () => ask(null)
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={found?.name ?? ''}
        onClose={onClose}
        width={820}
        actions={
          found ? (
            <span className="k-row">
              <Button size="small" onClick={() => ask({ what: 'trial' })}>
                {say(texts.trial)}
              </Button>
              {can('fee:edit') ? (
                <>
                  <ActionButton size="small" reason={found.may.revise} onPress={() => ask({ what: 'revise' })}>
                    {say(texts.revise)}
                  </ActionButton>
                  <ActionButton size="small" danger reason={found.may.end} onPress={() => ask({ what: 'end' })}>
                    {say(texts.end)}
                  </ActionButton>
                </>
              ) : null}
            </span>
          ) : null
        }
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'now', label: say(texts.facts), content: <QueryContent query={query}>{(detail) => <Now plan={detail} />}</QueryContent> },
          {
            key: 'history',
            label: say(texts.history),
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
          { key: 'units', label: say(texts.users), content: id === 0 ? null : <Users planId={id} /> },
        ]}
      />
      {dialog?.what === 'trial' && found ? <TrialDialog plan={found.id} onClose={shut} /> : null}
      {dialog?.what === 'revise' && found ? <PlanDialog plan={found} onClose={shut} /> : null}
      {dialog?.what === 'end' && found ? <EndDialog of={{ plan: found }} onClose={shut} /> : null}
      {dialog && 'version' in dialog ? <PlanVerdict verdict={dialog.what} version={dialog.version} onClose={shut} /> : null}
    </>
  )
}
