import { collectionFields as fields, objectionKindNames, objectionStateNames } from '#/api/money/collections.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { objectionStates } from '#/domain/money/collection.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { useListedRow } from '#/web/parts/useListedRow.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ObjectionActions, ObjectionCourse } from './ObjectionPanel.tsx'
import { type Objection, ObjectionTag } from './tags.tsx'
import { texts } from './texts.ts'

const initialState = { keyword: '', states: [], late: false, toDecide: false, objection: 0, ...firstPage } as const
const allowedValues = { states: objectionStates, size: pageSizes } as const

function useColumns(open: (id: number) => void): Column<Objection>[] {
  const t = useText()
  const isUnit = useUser()?.usertype === userType.unit
  return [
    { key: 'no', title: t(fields.paymentNo), width: 200, isAlways: true, pin: 'left', render: (row) => row.lineNo },
    { key: 'state', title: t(fields.state), width: 150, isAlways: true, render: (row) => <ObjectionTag state={row.state} isLate={row.isLate} /> },
    { key: 'due', title: t(fields.dueOn), width: 110, isAlways: true, render: (row) => row.dueOn },
    { key: 'kind', title: t(fields.kind), width: 110, isAlways: true, render: (row) => t(objectionKindNames[row.kind]) },
    moneyColumn('net', t(fields.net), 120),
    { key: 'operator', title: t(fields.operator), width: 100, render: (row) => row.operatorName },
    // A unit sees only objections to its own payments.
    ...(isUnit ? [] : [{ key: 'unit', title: t(fields.unit), width: 180, isCut: true, render: (row: Objection) => row.unitName }]),
    { key: 'raised', title: t(texts.raisedAt), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'statement', title: t(fields.statement), width: 240, isCut: true, render: (row) => row.statement },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.lineNo, onOpen: (row) => open(row.id) }),
  ]
}

/** Operators' objections to payments, for the units that answer and the centres that decide. */
export function Objections() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({
    keyword: state.keyword,
    states: [...state.states],
    ...(state.late ? { late: true } : {}),
    ...(state.toDecide ? { toDecide: true } : {}),
  })
  const list = useRead(api.collections.objections, { ...pageRequestOf(state), ...filter }, { follows: ['collections'] })
  const rows = list.data?.rows ?? []
  const listedObjection = useListedRow(list, state.objection, { call: api.collections.objections, alone: { objectionId: state.objection } })
  const conditions: FilterField<keyof typeof initialState>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.objectionHint) },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, objectionStates, objectionStateNames) },
    { kind: 'flag', name: 'late', label: t(texts.lateOnly) },
    ...(can('sk:decide') ? [{ kind: 'flag', name: 'toDecide', label: t(texts.toDecide) } as const] : []),
  ]
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialState} fields={conditions} />
      <DataTable
        id="objections"
        label={t(texts.objections)}
        columns={useColumns((objection) => change({ objection }))}
        rows={rows}
        source={list}
        empty={{ reason: t(texts.noObjections) }}
        onOpen={(row) => change({ objection: row.id })}
        openKey={state.objection || null}
        paging={pagingOf(state, list.data, change)}
      />
      {listedObjection ? (
        <DetailDrawer
          title={`${t(fields.objection)} · ${listedObjection.lineNo}`}
          onClose={() => change({ objection: 0 })}
          width={820}
          footer={<ObjectionActions objection={listedObjection} />}
        >
          <ObjectionCourse objection={listedObjection} />
        </DetailDrawer>
      ) : null}
    </>
  )
}
