import { journalKindNames } from '#/api/money/ledger.texts.ts'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead } from '#/web/kernel/query.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Movement, movementColumns } from '#/web/parts/money/movements.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { keyOf, periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const initialState = { pane: 'history', unitId: 0, kind: '', from: '', to: '' } as const
const kinds = ['topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'opening', 'suspense'] as const

/** 资金流水: each movement with both balances after it. */
export function Movements() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { kind: keyOf(journalKindNames), ...periodRules })
  const filter = setConditions({ unitId: state.unitId || undefined, kind: state.kind, from: state.from, to: state.to })
  const list = useCursorRead(api.prepayments.history, { ...filter, size: 50 })
  const places = usePlaceFields({ unitId: state.unitId, centreId: 0 }, change, { unit: state.unitId ? list.rows[0]?.unitName : undefined })
  const unit: Column<Movement> = { key: 'unit', title: t(prepaymentFields.unit), width: 210, isCut: true, render: (row) => row.unitName }
  const [time, kind, ...rest] = movementColumns(t)
  const memoColumn: Column<Movement> = { key: 'memo', title: t(prepaymentFields.memo), width: 200, isCut: true, render: (row) => row.memo || '—' }
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'choice', name: 'kind', label: t(texts.kind), choices: choicesOf(t, kinds, journalKindNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
          ...places.flatMap((field) => (field.name === 'unitId' ? [{ ...field, name: field.name }] : [])),
        ]}
      />
      <DataTable
        id="movements"
        label={t(texts.history)}
        columns={[time, kind, unit, ...rest, memoColumn].filter((column) => column !== undefined)}
        rows={list.rows}
        rowKey={(row) => row.journalId}
        source={list}
        empty={{ reason: t(texts.noHistory) }}
        tools={<ExportButton file={() => api.prepayments.exportHistory(filter)} />}
        more={{ hasMore: list.hasMore, onMore: list.more, isLoading: list.isLoadingMore }}
      />
    </>
  )
}
