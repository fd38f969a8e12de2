import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entityFields, entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { entityStates } from '#/domain/people/entity.ts'
import { levyMethods, taxKinds } from '#/domain/people/obligation.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { EntityPane } from './EntityPane.tsx'
import { operatorPath } from './paths.ts'
import { type EntityRow, EntityState, ReportState } from './StateTags.tsx'
import { texts } from './texts.ts'

const initialState = { keyword: '', states: [], taxKind: '', levy: '', isLate: false, isForMe: false, open: 0 } as const
const allowedValues = { states: entityStates, taxKind: taxKinds, levy: levyMethods } as const
type State = UrlState<typeof initialState, typeof allowedValues>

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    states: [...state.states],
    taxKind: state.taxKind,
    levy: state.levy,
    isLate: state.isLate || undefined,
    isForMe: state.isForMe || undefined,
  })
}

function useColumns(): Column<EntityRow>[] {
  const t = useText()
  return [
    { key: 'name', title: t(entityFields.name), width: 230, isAlways: true, pin: 'left', isCut: true, render: (row) => row.name },
    { key: 'state', title: t(entityFields.state), width: 120, render: (row) => <EntityState state={row.state} /> },
    { key: 'operator', title: t(entityFields.operator), width: 110, render: (row) => <Link to={operatorPath(row)}>{row.operatorName}</Link> },
    { key: 'code', title: t(entityFields.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'industry', title: t(entityFields.industry), width: 130, isCut: true, render: (row) => row.industry || '—' },
    {
      key: 'licence',
      title: t(entityFields.licence),
      width: 110,
      render: (row) => (row.licenceFileId ? <PreviewButton size="small" type="link" fileId={row.licenceFileId} /> : '—'),
    },
    { key: 'taxKind', title: t(entityFields.taxKind), width: 110, render: (row) => (row.taxKind ? t(taxKindNames[row.taxKind]) : '—') },
    { key: 'levy', title: t(entityFields.levy), width: 110, render: (row) => (row.levy ? t(levyNames[row.levy]) : '—') },
    {
      key: 'levyRate',
      title: t(entityFields.levyRate),
      width: 110,
      render: (row) => (row.levy === 'deemed' ? `${formatPpm(row.levyRatePpm)}%` : '—'),
    },
    { key: 'report', title: t(entityFields.report), width: 130, render: (row) => <ReportState row={row} /> },
    { key: 'nextDue', title: t(entityFields.nextDue), width: 120, render: (row) => row.nextDue ?? '—' },
    { key: 'centre', title: t(entityFields.centre), width: 170, isCut: true, render: (row) => row.centreName },
    { key: 'created', title: t(entityFields.created), width: 150, render: (row) => formatDateTime(row.createdAt) },
  ]
}

/** 个体户台账: every business of the centre, in any state. */
export function EntitiesView({ title, actions }: { readonly title: string; readonly actions: ReactNode }) {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = filterOf(state)
  const list = useCursorRead(api.entities.list, { ...filter, size: 50 })
  const listedRow = useOpenRow(list.rows, (row) => row.id === state.open)
  // A link may name a business that is not on the first page.
  const linkedEntity = useRead(api.entities.get, { entityId: state.open }, { isEnabled: state.open !== 0 && !listedRow && !list.isPending, keepLast: false })
  const open = listedRow ?? (state.open === 0 ? undefined : linkedEntity.data)
  return (
    <>
      <PageHeader title={title} actions={actions} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        shown={4}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 300 },
          { kind: 'choices', name: 'states', label: t(entityFields.state), choices: choicesOf(t, entityStates, entityStateNames) },
          { kind: 'choice', name: 'taxKind', label: t(entityFields.taxKind), choices: allChoicesOf(t, taxKindNames) },
          { kind: 'choice', name: 'levy', label: t(entityFields.levy), choices: allChoicesOf(t, levyNames) },
          { kind: 'flag', name: 'isLate', label: t(texts.late) },
          { kind: 'flag', name: 'isForMe', label: t(texts.taxChangesForMe) },
        ]}
      />
      <DataTable
        id="entities"
        label={t(texts.entities)}
        columns={useColumns()}
        rows={list.rows}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={<ExportButton reason={list.rows.length === 0 ? t(texts.none) : ''} file={() => api.entities.export(filter)} />}
        more={{ hasMore: list.hasMore, onMore: list.more, isLoading: list.isLoadingMore, count: list.first?.count ?? undefined }}
      />
      <DetailDrawer isOpen={state.open !== 0} title={open ? `${open.operatorName} · ${open.operatorCode}` : ''} onClose={() => change({ open: 0 })} width={860}>
        {open ? <EntityPane operatorId={open.operatorId} /> : null}
      </DetailDrawer>
    </>
  )
}
