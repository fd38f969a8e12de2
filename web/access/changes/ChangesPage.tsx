import { changeKindNames, changeStateNames } from '#/api/access/changes.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { changeStates } from '#/domain/access/guarded.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList as listed } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useListedRow } from '#/web/parts/useListedRow.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type Change, ChangeTag } from './change.ts'
import { texts } from './texts.ts'

const ChangeDrawer = onDemand(async () => (await import('./ChangeDrawer.tsx')).ChangeDrawer)

const initialState = { page: 1, size: 20, open: 0, state: '', isForMe: false } as const
const allowedValues = { size: pageSizes, state: ['', ...changeStates] } as const

function useColumns(onOpen: (change: Change) => void): Column<Change>[] {
  const t = useText()
  return [
    { key: 'kind', title: t(texts.kind), width: 110, isAlways: true, pin: 'left', render: (row) => t(changeKindNames[row.kind]) },
    { key: 'name', title: t(texts.name), width: 160, isAlways: true, isCut: true, render: (row) => row.name },
    { key: 'centre', title: t(texts.centre), width: 150, isCut: true, render: (row) => row.centreName },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      isAlways: true,
      render: (row) => <ChangeTag state={row.state} />,
    },
    { key: 'differences', title: t(texts.differences), width: 230, isCut: true, render: (row) => listed(row.differences.map(({ field }) => field)) },
    { key: 'reason', title: t(texts.reason), width: 200, isCut: true, render: (row) => row.reason },
    { key: 'by', title: t(texts.proposedBy), width: 110, render: (row) => row.proposedBy },
    { key: 'at', title: t(texts.proposedAt), width: 150, render: (row) => formatDateTime(row.proposedAt) },
    { key: 'decider', title: t(texts.decidedBy), width: 110, render: (row) => row.decidedBy || '—' },
    { key: 'effective', title: t(texts.effectiveAt), width: 150, render: (row) => formatDateTime(row.effectiveAt) || '—' },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.name, onOpen }),
  ]
}

/** 敏感变更: changes of master data that affects payments, and their decisions. */
export default function ChangesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const list = useRead(
    api.changes.list,
    { page: state.page, size: state.size, ...(state.state === '' ? {} : { state: state.state }), ...(state.isForMe ? { isForMe: true } : {}) },
    // Users who decide receive a message for each proposal.
    { follows: ['messages'] },
  )
  const open = (row: Change) => change({ open: row.id })
  const listedChange = useListedRow(list, state.open, { call: api.changes.list, alone: { changeId: state.open } })
  return (
    <>
      <PageHeader title={t(pageTitles.changeList)} note={t(texts.note)} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'choice', name: 'state', label: t(texts.state), choices: choicesOf(t, changeStates, changeStateNames) },
          { kind: 'flag', name: 'isForMe', label: t(texts.forMe) },
        ]}
      />
      <DataTable
        id="guarded-changes"
        label={t(pageTitles.changeList)}
        columns={useColumns(open)}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={open}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {listedChange ? <ChangeDrawer change={listedChange} onClose={() => change({ open: 0 })} /> : null}
    </>
  )
}
