import { useNavigate } from 'react-router'
import { openingFields } from '#/api/onboarding/moving.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ImportTag, importPath } from '#/web/onboarding/imports/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Sheet = OutputOf<typeof api.imports.list>['rows'][number]

const kinds = {
  income: { id: 'earlier-income', label: texts.income, note: texts.incomeNote, none: texts.noIncome, count: texts.counted },
  contracts: { id: 'earlier-contracts', label: texts.contracts, note: texts.contractsNote, none: texts.noContracts, count: texts.taken },
} as const

const initialState = { isForMe: false, page: 1, size: 20 } as const

/** Lists from an older system. Each has its own page, where it is checked and imported. */
export function EarlierLists({ kind }: { readonly kind: keyof typeof kinds }) {
  const t = useText()
  const navigate = useNavigate()
  const kindTexts = kinds[kind]
  const [state, change] = useUrlState(initialState, { size: pageSizes })
  const list = useRead(api.imports.list, { kind, isForMe: state.isForMe || undefined, page: state.page, size: state.size })
  const open = (sheet: Sheet) => void navigate(importPath(kind, sheet.id))
  const columns: Column<Sheet>[] = [
    { key: 'file', title: t(texts.file), width: 260, isAlways: true, isCut: true, pin: 'left', render: (row) => row.fileName },
    { key: 'state', title: t(openingFields.state), width: 120, isAlways: true, render: (row) => <ImportTag sheet={row} /> },
    { key: 'centre', title: t(openingFields.centre), width: 200, isCut: true, render: (row) => row.centreName },
    { key: 'rows', title: t(texts.rows), width: 90, align: 'right', render: (row) => row.rowCount },
    { key: 'counted', title: t(kindTexts.count), width: 90, align: 'right', render: (row) => (row.state === 'undone' ? 0 : row.createdCount) },
    { key: 'by', title: t(texts.by), width: 120, render: (row) => row.createdBy },
    { key: 'at', title: t(texts.at), width: 160, render: (row) => formatDateTime(row.createdAt) },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.fileName, onOpen: open }),
  ]
  return (
    <div className="k-stack">
      <p className="k-note">{t(kindTexts.note)}</p>
      <FilterBar state={state} onChange={change} initial={initialState} fields={[{ kind: 'flag', name: 'isForMe', label: t(texts.forMe) }]} />
      <DataTable
        id={kindTexts.id}
        label={t(kindTexts.label)}
        columns={columns}
        source={list}
        empty={{ reason: t(kindTexts.none) }}
        onOpen={open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
    </div>
  )
}
