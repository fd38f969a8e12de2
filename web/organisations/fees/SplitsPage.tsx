import { useState } from 'react'
import { effectStatusNames, feeFields, roleNames, scopeNames, splitMethodNames } from '#/api/organisations/fees.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { effectStatuses } from '#/domain/organisations/fee.ts'
import { splitRoles } from '#/domain/organisations/split.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { anyId, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { percent, type Rule } from './forms.ts'
import { PlanStatus, usePartyName } from './tags.tsx'
import { texts } from './texts.ts'

const SplitDrawer = onDemand(
  async () => (await import('./SplitDrawer.tsx')).SplitDrawer,
  ({ id }) => id !== 0,
)
const SplitDialog = onDemand(async () => (await import('./SplitDialog.tsx')).SplitDialog)
const TrialDialog = onDemand(async () => (await import('./Trial.tsx')).TrialDialog)

const initial = { centreId: '', role: '', mode: '', stand: '', state: '', page: 1, size: 20, open: 0, pane: 'now' } as const
const allowed = { centreId: anyId, role: splitRoles, mode: [1, 2], stand: effectStatuses, state: ['pending'], size: pageSizes } as const

function useColumns(rows: readonly Rule[]): Column<Rule>[] {
  const say = useText()
  const partyName = usePartyName()
  // Rules are sorted by centre and unit, so each name is shown only on its first row.
  const before = new Map(rows.map((row, at) => [row.id, rows[at - 1]]))
  const isNewCentre = (row: Rule) => before.get(row.id)?.centreId !== row.centreId
  const isNewUnit = (row: Rule) => isNewCentre(row) || before.get(row.id)?.unitId !== row.unitId
  return [
    {
      key: 'centre',
      title: say(feeFields.centre),
      width: 160,
      isAlways: true,
      pin: 'left',
      render: (row) => <span className={isNewCentre(row) ? 'k-strong' : 'k-muted'}>{row.centreName}</span>,
    },
    {
      key: 'unit',
      title: say(feeFields.unit),
      width: 200,
      isCut: true,
      render: (row) => <span className={isNewUnit(row) ? '' : 'k-muted'}>{row.unitName || say(scopeNames.allUnits)}</span>,
    },
    { key: 'role', title: say(feeFields.role), width: 130, isAlways: true, render: (row) => say(roleNames[row.role]) },
    { key: 'party', title: say(feeFields.party), width: 170, isCut: true, render: (row) => partyName(row) },
    { key: 'stand', title: say(feeFields.stand), width: 120, isAlways: true, render: (row) => <PlanStatus stand={row.stand} state={row.state} /> },
    { key: 'method', title: say(feeFields.splitMethod), width: 100, render: (row) => say(splitMethodNames[row.method]) },
    { key: 'floor', title: say(feeFields.floor), width: 110, align: 'right', render: (row) => (row.method === 'difference' ? percent(row.ratePpm) : '—') },
    { key: 'ratio', title: say(feeFields.ratio), width: 110, align: 'right', render: (row) => (row.method === 'ratio' ? percent(row.ratePpm) : '—') },
    {
      key: 'mode',
      title: say(feeFields.mode),
      width: 130,
      render: (row) => (row.mode === null ? say(scopeNames.bothModes) : say(modeNames[row.mode] ?? feeFields.mode)),
    },
    { key: 'from', title: say(feeFields.from), width: 120, render: (row) => row.effectiveFrom },
    { key: 'until', title: say(feeFields.until), width: 120, render: (row) => row.effectiveTo ?? say(scopeNames.openEnd) },
  ]
}

function useFields(): FilterField<'centreId' | 'role' | 'mode' | 'stand' | 'state'>[] {
  const say = useText()
  const choices = useRead(api.fees.splitChoices, {})
  return [
    {
      kind: 'choice',
      name: 'centreId',
      label: say(feeFields.centre),
      width: 180,
      choices: (choices.data?.centres ?? []).map((centre) => ({ value: String(centre.id), label: centre.name })),
    },
    { kind: 'choice', name: 'role', label: say(feeFields.role), choices: splitRoles.map((value) => ({ value, label: say(roleNames[value]) })) },
    { kind: 'choice', name: 'mode', label: say(feeFields.mode), choices: Object.entries(modeNames).map(([value, text]) => ({ value, label: say(text) })) },
    { kind: 'choice', name: 'stand', label: say(feeFields.stand), choices: effectStatuses.map((value) => ({ value, label: say(effectStatusNames[value]) })) },
    { kind: 'choice', name: 'state', label: say(texts.pending), choices: [{ value: 'pending', label: say(texts.pending) }] },
  ]
}

/** 分成设置: the fee splits, by centre. */
export default function SplitsPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [dialog, ask] = useState<'create' | 'trial' | null>(null)
  const filter = setConditions({ centreId: state.centreId, role: state.role, mode: state.mode, stand: state.stand, state: state.state })
  const list = useRead(api.fees.splits, { ...filter, page: state.page, size: state.size })
  const rows = list.data?.rows ?? []
  return (
    <>
      <PageHeader
        title={say(pageTitles.ysetgade)}
        actions={
          <span className="k-row">
            <Button onClick={() => ask('trial')}>{say(texts.trial)}</Button>
            {can('split:edit') ? (
              <Button type="primary" onClick={() => ask('create')}>
                {say(texts.addRule)}
              </Button>
            ) : null}
          </span>
        }
      />
      <FilterBar state={state} onChange={change} initial={initial} fields={useFields()} />
      <DataTable
        id="split-rules"
        label={say(pageTitles.ysetgade)}
        columns={useColumns(rows)}
        rows={rows}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(Object.keys(filter).length === 0 ? texts.firstRule : texts.noRules) }}
        tools={<DownloadButton file={() => api.fees.exportSplits(filter)}>{say(texts.export)}</DownloadButton>}
        onOpen={(row) => change({ open: row.id, pane: row.state === 'pending' ? 'history' : 'now' })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <SplitDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {dialog === 'create' ? <SplitDialog rule={null} title={say(texts.addRule)} onClose={() => ask(null)} /> : null}
      {dialog === 'trial' ? <TrialDialog onClose={() => ask(null)} /> : null}
    </>
  )
}
