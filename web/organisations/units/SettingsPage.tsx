import { useState } from 'react'
import { bearerNames, cooperationNames, termFieldNames, unitFields } from '#/api/organisations/units.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryDialog } from '#/web/ui/QueryDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { anyId, parseYesNo, setConditions, type UrlState, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { CooperationTag, formatRates, type UnitChoices } from './tags.tsx'
import { texts } from './texts.ts'

const SettingDrawer = onDemand(
  async () => (await import('./SettingDrawer.tsx')).SettingDrawer,
  ({ id }) => id !== 0,
)

const AddPlaceDialog = onDemand(async () => (await import('./unit-dialogs.ts')).AddPlaceDialog)

type Setting = OutputOf<typeof api.units.settings>['rows'][number]

const initialState = {
  keyword: '',
  centreId: '',
  mode: '',
  feePlanId: '',
  isActive: '',
  waiting: '',
  unitId: 0,
  page: 1,
  size: 20,
  open: 0,
  pane: 'now',
} as const
const allowedValues = {
  centreId: anyId,
  mode: [1, 2],
  feePlanId: anyId,
  isActive: yesNoChoices,
  waiting: ['pending', 'forMe', 'scheduled'],
  size: pageSizes,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    unitId: state.unitId || undefined,
    centreId: state.centreId,
    mode: state.mode,
    feePlanId: state.feePlanId,
    isActive: parseYesNo(state.isActive),
    waiting: state.waiting,
  })
}

/** Pending changes: awaiting a second person's approval, or a date. */
function PendingChanges({ setting }: { readonly setting: Setting }) {
  const t = useText()
  if (!setting.hasPending && setting.nextFrom === null) return <span className="k-muted">—</span>
  return (
    <span className="k-row">
      {setting.hasPending ? <StatusTag tone="gold">{t(texts.pending)}</StatusTag> : null}
      {setting.nextFrom ? <StatusTag tone="blue">{t(texts.scheduledFrom, { day: setting.nextFrom })}</StatusTag> : null}
    </span>
  )
}

function useColumns(): Column<Setting>[] {
  const t = useText()
  return [
    { key: 'unit', title: t(unitFields.name), width: 230, isAlways: true, isCut: true, pin: 'left', render: (row) => row.unitName },
    { key: 'code', title: t(unitFields.code), width: 190, isHiddenAtFirst: true, render: (row) => row.unitCode },
    { key: 'centre', title: t(unitFields.centre), width: 140, render: (row) => row.centreName },
    { key: 'mode', title: t(unitFields.mode), width: 130, render: (row) => t(modeNames[row.mode] ?? texts.places) },
    { key: 'cooperation', title: t(unitFields.cooperation), width: 110, render: (row) => <CooperationTag place={row} /> },
    { key: 'plan', title: t(termFieldNames.feePlanId), width: 190, isCut: true, render: (row) => row.planName },
    { key: 'rate', title: t(texts.rate), width: 120, render: (row) => formatRates(row) },
    { key: 'feeBearer', title: t(termFieldNames.feeBearer), width: 120, render: (row) => t(bearerNames[row.feeBearer]) },
    { key: 'taxBearer', title: t(termFieldNames.taxBearer), width: 120, render: (row) => t(bearerNames[row.taxBearer]) },
    { key: 'dual', title: t(termFieldNames.dualControl), width: 100, render: (row) => t(row.dualControl ? texts.on : texts.off) },
    { key: 'single', title: t(termFieldNames.singleLimit), width: 140, align: 'right', render: (row) => <Money value={row.singleLimit} /> },
    { key: 'month', title: t(termFieldNames.monthLimit), width: 150, align: 'right', render: (row) => <Money value={row.monthLimit} /> },
    { key: 'version', title: t(texts.versionNo), width: 80, align: 'right', render: (row) => row.versionNo },
    { key: 'waiting', title: t(texts.waiting), width: 210, render: (row) => <PendingChanges setting={row} /> },
  ]
}

function useFilterFields(choices: UnitChoices | undefined): FilterField<keyof State>[] {
  const t = useText()
  const optionsOf = (rows: readonly { id: number; name: string }[] = []) => rows.map((row) => ({ value: String(row.id), label: row.name }))
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 240 },
    {
      kind: 'choice',
      name: 'waiting',
      label: t(texts.waiting),
      choices: [
        { value: 'pending', label: t(texts.pending) },
        { value: 'forMe', label: t(texts.forMe) },
        { value: 'scheduled', label: t(texts.scheduled) },
      ],
    },
    { kind: 'choice', name: 'centreId', label: t(unitFields.centre), choices: optionsOf(choices?.centres) },
    { kind: 'choice', name: 'mode', label: t(unitFields.mode), choices: allChoicesOf(t, modeNames) },
    { kind: 'choice', name: 'feePlanId', label: t(unitFields.plan), choices: optionsOf(choices?.plans) },
    {
      kind: 'choice',
      name: 'isActive',
      label: t(unitFields.cooperation),
      choices: [
        { value: 'yes', label: t(cooperationNames.active) },
        { value: 'no', label: t(cooperationNames.paused) },
      ],
    },
  ]
}

/** 客户平台设置: the terms of each unit by centre and mode. */
export default function SettingsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isOpening, setOpening] = useState(false)
  const choices = useRead(api.units.choices, {})
  const list = useRead(api.units.settings, { ...filterOf(state), page: state.page, size: state.size })
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t(pageTitles.ptbiliEdit)}
        actions={
          <Button type="primary" onClick={() => setOpening(true)}>
            {t(texts.openPlace)}
          </Button>
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} shown={5} fields={useFilterFields(choices.data)} />
      <DataTable
        id="settings"
        label={t(pageTitles.ptbiliEdit)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noSettings) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        toolbar={
          state.unitId ? (
            <Button size="small" onClick={() => change({ unitId: 0 })}>
              {t(texts.allUnits)}
            </Button>
          ) : null
        }
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <SettingDrawer id={state.open} pane={state.pane} choices={choices} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} />
      {isOpening ? (
        <QueryDialog query={choices} title={t(texts.openPlace)} onClose={() => setOpening(false)}>
          {(answer) => <AddPlaceDialog choices={answer} unitId={state.unitId} onClose={() => setOpening(false)} />}
        </QueryDialog>
      ) : null}
    </>
  )
}
