import { otherSaleFields as fields, otherSaleStateNames, otherSaleTexts as words } from '#/api/money/othersales.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { otherSaleStates } from '#/domain/money/other-sales.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { SalesDeclaration } from './DecideDialog.tsx'
import { SaleTag } from './SaleTag.tsx'
import { texts } from './texts.ts'

const DecideDialog = onDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog)

const initialState = { keyword: '', states: [], isForMe: false, ...firstPage } as const
const allowedValues = { states: otherSaleStates, size: pageSizes } as const

function useColumns(decide: (sale: SalesDeclaration) => void): Column<SalesDeclaration>[] {
  const t = useText()
  return [
    { key: 'operator', title: t(fields.operator), width: 120, isAlways: true, pin: 'left', render: (row) => row.operatorName },
    { key: 'month', title: t(fields.month), width: 100, isAlways: true, render: (row) => row.month },
    {
      key: 'gross',
      title: t(fields.gross),
      width: 170,
      align: 'right',
      isAlways: true,
      render: (row) => (row.gross === 0 ? t(texts.none) : <Money value={row.gross} isStrong />),
    },
    { key: 'payers', title: t(fields.payers), width: 190, isCut: true, render: (row) => row.payers || '—' },
    { key: 'state', title: t(fields.state), width: 140, isAlways: true, render: (row) => <SaleTag state={row.state} /> },
    { key: 'version', title: t(fields.version), width: 80, align: 'right', render: (row) => row.version },
    {
      key: 'source',
      title: t(fields.source),
      width: 110,
      render: (row) => (row.isEntered ? <StatusTag tone="purple">{t(words.byCentre)}</StatusTag> : t(words.byOperator)),
    },
    {
      key: 'file',
      title: t(texts.evidence),
      width: 100,
      render: (row) => (row.fileId ? <PreviewButton type="link" size="small" fileId={row.fileId} /> : '—'),
    },
    { key: 'created', title: t(fields.createdAt), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'by', title: t(fields.decidedBy), width: 110, render: (row) => row.decidedBy || '—' },
    { key: 'answer', title: t(fields.answer), width: 180, isCut: true, render: (row) => row.answer || '—' },
    { key: 'centre', title: t(fields.centre), width: 190, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    {
      key: 'action',
      title: t(texts.action),
      width: 90,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => decide(row)}>
          {t(texts.decide)}
        </ActionButton>
      ),
    },
  ]
}

/** The declarations of the operators in the reader's scope. */
export function DeclaredSales() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const { open: decide } = useOverlay<SalesDeclaration>((sale, close) => <DecideDialog sale={sale} onClose={close} />)
  const filter = setConditions({ keyword: state.keyword, states: [...state.states], ...(state.isForMe && { isForMe: true }) })
  const list = useRead(api.othersales.list, { ...pageRequestOf(state), ...filter })
  const filters: FilterField<keyof typeof initialState>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, otherSaleStates, otherSaleStateNames) },
    { kind: 'flag', name: 'isForMe', label: t(texts.isForMe) },
  ]
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialState} fields={filters} />
      <DataTable
        id="other-sales"
        label={t(words.list)}
        columns={useColumns(decide)}
        source={list}
        empty={{ reason: t(texts.empty) }}
        tools={<ExportButton file={() => api.othersales.exportList(filter)} />}
        paging={pagingOf(state, list.data, change)}
      />
    </>
  )
}
