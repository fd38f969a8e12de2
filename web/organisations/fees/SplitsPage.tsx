import { useState } from 'react'
import { effectStatusNames, feeFields, roleNames, scopeNames, splitMethodNames } from '#/api/organisations/fees.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { effectStatuses } from '#/domain/organisations/fee.ts'
import { splitRoles } from '#/domain/organisations/split.ts'
import { api } from '#/web/kernel/api.ts'
import { allChoicesOf, choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { anyId, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { percentText, type SplitRuleRow } from './forms.ts'
import { PlanStatus, usePartyName } from './tags.tsx'
import { texts } from './texts.ts'

const SplitDrawer = onDemand(
  async () => (await import('./SplitDrawer.tsx')).SplitDrawer,
  ({ id }) => id !== 0,
)
const SplitDialog = onDemand(async () => (await import('./fee-dialogs.ts')).SplitDialog)
const TrialDialog = onDemand(async () => (await import('./fee-dialogs.ts')).TrialDialog)

const initialState = { centreId: '', role: '', mode: '', stand: '', state: '', isForMe: false, page: 1, size: 20, open: 0, pane: 'now' } as const
const allowedValues = { centreId: anyId, role: splitRoles, mode: [1, 2], stand: effectStatuses, state: ['pending'], size: pageSizes } as const

function useColumns(rows: readonly SplitRuleRow[]): Column<SplitRuleRow>[] {
  const t = useText()
  const partyName = usePartyName()
  // Rules are sorted by centre and unit, so each name is shown only on its first row.
  const previousRules = new Map(rows.map((row, at) => [row.id, rows[at - 1]]))
  const startsCentre = (row: SplitRuleRow) => previousRules.get(row.id)?.centreId !== row.centreId
  const startsUnit = (row: SplitRuleRow) => startsCentre(row) || previousRules.get(row.id)?.unitId !== row.unitId
  return [
    {
      key: 'centre',
      title: t(feeFields.centre),
      width: 160,
      isAlways: true,
      pin: 'left',
      render: (row) => <span className={startsCentre(row) ? 'k-strong' : 'k-muted'}>{row.centreName}</span>,
    },
    {
      key: 'unit',
      title: t(feeFields.unit),
      width: 200,
      isCut: true,
      render: (row) => <span className={startsUnit(row) ? '' : 'k-muted'}>{row.unitName || t(scopeNames.allUnits)}</span>,
    },
    { key: 'role', title: t(feeFields.role), width: 130, isAlways: true, render: (row) => t(roleNames[row.role]) },
    { key: 'party', title: t(feeFields.party), width: 170, isCut: true, render: (row) => partyName(row) },
    { key: 'stand', title: t(feeFields.stand), width: 120, isAlways: true, render: (row) => <PlanStatus stand={row.stand} state={row.state} /> },
    { key: 'method', title: t(feeFields.splitMethod), width: 100, render: (row) => t(splitMethodNames[row.method]) },
    { key: 'floor', title: t(feeFields.floor), width: 110, align: 'right', render: (row) => (row.method === 'difference' ? percentText(row.ratePpm) : '—') },
    { key: 'ratio', title: t(feeFields.ratio), width: 110, align: 'right', render: (row) => (row.method === 'ratio' ? percentText(row.ratePpm) : '—') },
    {
      key: 'mode',
      title: t(feeFields.mode),
      width: 130,
      render: (row) => (row.mode === null ? t(scopeNames.bothModes) : t(modeNames[row.mode] ?? feeFields.mode)),
    },
    { key: 'from', title: t(feeFields.from), width: 120, render: (row) => row.effectiveFrom },
    { key: 'until', title: t(feeFields.until), width: 120, render: (row) => row.effectiveTo ?? t(scopeNames.openEnd) },
  ]
}

function useFilterFields(): FilterField<'centreId' | 'role' | 'mode' | 'stand' | 'state' | 'isForMe'>[] {
  const t = useText()
  const choices = useRead(api.fees.splitChoices, {})
  return [
    {
      kind: 'choice',
      name: 'centreId',
      label: t(feeFields.centre),
      width: 180,
      choices: (choices.data?.centres ?? []).map((centre) => ({ value: String(centre.id), label: centre.name })),
    },
    { kind: 'choice', name: 'role', label: t(feeFields.role), choices: choicesOf(t, splitRoles, roleNames) },
    { kind: 'choice', name: 'mode', label: t(feeFields.mode), choices: allChoicesOf(t, modeNames) },
    { kind: 'choice', name: 'stand', label: t(feeFields.stand), choices: choicesOf(t, effectStatuses, effectStatusNames) },
    { kind: 'choice', name: 'state', label: t(texts.pending), choices: [{ value: 'pending', label: t(texts.pending) }] },
    { kind: 'flag', name: 'isForMe', label: t(texts.forMe) },
  ]
}

/** 分成设置: the fee splits, by centre. */
export default function SplitsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<'create' | 'trial' | null>(null)
  const filter = setConditions({
    centreId: state.centreId,
    role: state.role,
    mode: state.mode,
    stand: state.stand,
    state: state.state,
    isForMe: state.isForMe || undefined,
  })
  const list = useRead(api.fees.splits, { ...filter, page: state.page, size: state.size })
  const rows = list.data?.rows ?? []
  return (
    <>
      <PageHeader
        title={t(pageTitles.ysetgade)}
        actions={
          <span className="k-row">
            <Button onClick={() => ask('trial')}>{t(texts.trial)}</Button>
            {can('split:edit') ? (
              <Button type="primary" onClick={() => ask('create')}>
                {t(texts.addRule)}
              </Button>
            ) : null}
          </span>
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields()} />
      <DataTable
        id="split-rules"
        label={t(pageTitles.ysetgade)}
        columns={useColumns(rows)}
        rows={rows}
        source={list}
        empty={{ reason: t(Object.keys(filter).length === 0 ? texts.firstRule : texts.noRules) }}
        tools={<ExportButton file={() => api.fees.exportSplits(filter)} />}
        onOpen={(row) => change({ open: row.id, pane: row.state === 'pending' ? 'history' : 'now' })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <SplitDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {dialog === 'create' ? <SplitDialog rule={null} title={t(texts.addRule)} onClose={() => ask(null)} /> : null}
      {dialog === 'trial' ? <TrialDialog onClose={() => ask(null)} /> : null}
    </>
  )
}
