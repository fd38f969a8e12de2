import { useState } from 'react'
import { effectStatusNames, feeFields, feeMethodNames, progressionNames } from '#/api/organisations/fees.texts.ts'
import { basisNames } from '#/api/organisations/units.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { effectStatuses, feeMethods } from '#/domain/organisations/fee.ts'
import { api } from '#/web/kernel/api.ts'
import { allChoicesOf, choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useCreateLink } from '#/web/ui/useCreateLink.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { FeePlanRow } from './forms.ts'
import { formatRates, PlanStatus } from './tags.tsx'
import { texts } from './texts.ts'

const PlanDrawer = onDemand(
  async () => (await import('./PlanDrawer.tsx')).PlanDrawer,
  ({ id }) => id !== 0,
)
const PlanDialog = onDemand(async () => (await import('./fee-dialogs.ts')).PlanDialog)
const TrialDialog = onDemand(async () => (await import('./fee-dialogs.ts')).TrialDialog)

const initialState = { keyword: '', mode: '', method: '', stand: '', isForMe: false, page: 1, size: 20, open: 0, pane: 'now' } as const
const allowedValues = { mode: [1, 2], method: feeMethods, stand: effectStatuses, size: pageSizes } as const

function useColumns(): Column<FeePlanRow>[] {
  const t = useText()
  return [
    { key: 'name', title: t(feeFields.name), width: 210, isAlways: true, isCut: true, pin: 'left', render: (row) => row.name },
    { key: 'mode', title: t(feeFields.mode), width: 130, render: (row) => t(modeNames[row.mode] ?? feeFields.mode) },
    {
      key: 'stand',
      title: t(feeFields.stand),
      width: 200,
      render: (row) => (
        <span className="k-row">
          <PlanStatus stand={row.stand} />
          {row.hasPending ? <StatusTag tone="gold">{t(texts.pending)}</StatusTag> : null}
          {row.nextFrom ? <StatusTag tone="blue">{t(texts.fromDay, { day: row.nextFrom })}</StatusTag> : null}
        </span>
      ),
    },
    { key: 'method', title: t(feeFields.method), width: 90, render: (row) => t(feeMethodNames[row.method]) },
    {
      key: 'progression',
      title: t(feeFields.isProgressive),
      width: 120,
      render: (row) => (row.method === 'fixed' ? '—' : t(progressionNames[row.isProgressive ? 'progressive' : 'whole'])),
    },
    { key: 'rate', title: t(feeFields.tiers), width: 130, align: 'right', render: (row) => formatRates(row.tiers) },
    { key: 'basis', title: t(feeFields.basis), width: 120, render: (row) => t(basisNames[row.basis]) },
    moneyColumn('minimum', t(feeFields.minimum), 120),
    { key: 'units', title: t(feeFields.units), width: 110, align: 'right', render: (row) => row.unitCount },
    { key: 'version', title: t(feeFields.version), width: 80, align: 'right', isHiddenAtFirst: true, render: (row) => row.versionNo },
    { key: 'from', title: t(feeFields.from), width: 120, render: (row) => row.effectiveFrom },
  ]
}

function useFilterFields(): FilterField<'keyword' | 'mode' | 'method' | 'stand' | 'isForMe'>[] {
  const t = useText()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), width: 220 },
    { kind: 'choice', name: 'mode', label: t(feeFields.mode), choices: allChoicesOf(t, modeNames) },
    { kind: 'choice', name: 'method', label: t(feeFields.method), choices: choicesOf(t, feeMethods, feeMethodNames) },
    { kind: 'choice', name: 'stand', label: t(feeFields.stand), choices: choicesOf(t, effectStatuses, effectStatusNames) },
    { kind: 'flag', name: 'isForMe', label: t(texts.forMe) },
  ]
}

/** 收费比例: the price list of the platform. */
export default function FeePlansPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<'create' | 'trial' | null>(null)
  useCreateLink(can('fee:edit'), () => ask('create'))
  const filter = setConditions({
    keyword: state.keyword,
    mode: state.mode,
    method: state.method,
    stand: state.stand,
    isForMe: state.isForMe || undefined,
  })
  const list = useRead(api.fees.plans, { ...filter, page: state.page, size: state.size })
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t(pageTitles.shoufeiblList)}
        actions={
          <span className="k-row">
            <Button onClick={() => ask('trial')}>{t(texts.trial)}</Button>
            {can('fee:edit') ? (
              <Button type="primary" onClick={() => ask('create')}>
                {t(texts.addPlan)}
              </Button>
            ) : null}
          </span>
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields()} />
      <DataTable
        id="fee-plans"
        label={t(pageTitles.shoufeiblList)}
        columns={columns}
        source={list}
        empty={{ reason: t(Object.keys(filter).length === 0 ? texts.firstPlan : texts.noPlans) }}
        tools={<ExportButton file={() => api.fees.exportPlans(filter)} />}
        onOpen={(row) => change({ open: row.id, pane: row.hasPending ? 'history' : 'now' })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <PlanDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {dialog === 'create' ? <PlanDialog plan={null} onClose={() => ask(null)} /> : null}
      {dialog === 'trial' ? <TrialDialog onClose={() => ask(null)} /> : null}
    </>
  )
}
