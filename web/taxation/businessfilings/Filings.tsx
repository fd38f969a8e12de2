import { entityFields, taxKindNames } from '#/api/people/entities.texts.ts'
import { basisNames, declarationMethodNames, filingFields as fields, filingLevelNames, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { type FilingKind, filingLevels, filingStates } from '#/domain/taxation/business-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { DueDay } from '#/web/taxation/periods/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { allPastPeriods } from './periods.ts'
import { type FilingRow, FilingTag, LevelTag, PaymentTag } from './tags.tsx'
import { texts } from './texts.ts'

const FilingDrawer = onDemand(async () => (await import('./FilingDrawer.tsx')).FilingDrawer)

export const initialFilingFilters = { keyword: '', states: [], levels: [], unit: '', open: 0, ...firstPage } as const
const allowedValues = { states: filingStates, levels: filingLevels, size: pageSizes } as const

interface Props {
  readonly kind: FilingKind
  readonly isOwn: boolean
  readonly period: string
  readonly periods: readonly string[]
  readonly onPeriod: (period: string) => void
}

function useColumns(kind: FilingKind, open: (id: number) => void): Column<FilingRow>[] {
  const t = useText()
  const levelColumn: Column<FilingRow> = { key: 'level', title: t(fields.level), width: 120, isAlways: true, render: (row) => <LevelTag level={row.level} /> }
  const vatColumns = [
    levelColumn,
    moneyColumn('vat', t(fields.vat), 110),
    moneyColumn('surcharge', t(fields.surcharge), 100),
    moneyColumn('exempt', t(fields.exempt), 120),
  ]
  const basisColumn: Column<FilingRow> = {
    key: 'basis',
    title: t(fields.basis),
    width: 120,
    render: (row) => (row.basis === '' ? '—' : t(basisNames[row.basis])),
  }
  const incomeColumns = [basisColumn, moneyColumn('iit', t(fields.iit), 120)]
  return [
    { key: 'period', title: t(fields.period), width: 90, isAlways: true, pin: 'left', render: (row) => row.period },
    { key: 'name', title: t(fields.name), width: 190, isAlways: true, isCut: true, render: (row) => row.name },
    { key: 'state', title: t(fields.state), width: 110, isAlways: true, render: (row) => <FilingTag state={row.state} isOutdated={row.isOutdated} /> },
    { key: 'dueOn', title: t(fields.dueOn), width: 185, render: (row) => <DueDay period={row} /> },
    moneyColumn('income', t(fields.gross), 120),
    ...(kind === 'vat' ? vatColumns : kind === 'annualReport' ? [] : incomeColumns),
    { key: 'operator', title: t(fields.operator), width: 100, render: (row) => row.operatorName },
    { key: 'taxKind', title: t(entityFields.taxKind), width: 110, render: (row) => t(taxKindNames[row.taxKind]) },
    ...(kind === 'annualReport'
      ? []
      : [
          moneyColumn('paid', t(fields.paid), 120),
          { key: 'payment', title: t(fields.payment), width: 150, render: (row: FilingRow) => <PaymentTag row={row} /> },
        ]),
    { key: 'code', title: t(fields.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'way', title: t(fields.way), width: 100, render: (row) => (row.way ? t(declarationMethodNames[row.way]) : '—') },
    {
      key: 'certificate',
      title: t(fields.certificate),
      width: 100,
      render: (row) =>
        row.certificateId ? (
          <PreviewButton size="small" fileId={row.certificateId}>
            {t(texts.view)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.name, onOpen: (row) => open(row.id) }),
  ]
}

/** The filings of a kind: those of a period at a centre, or all filings of an operator. */
export function Filings({ kind, isOwn, period, periods, onPeriod }: Props) {
  const t = useText()
  const [state, change] = useUrlState(initialFilingFilters, allowedValues)
  const filter = {
    kind,
    ...(isOwn ? {} : period === allPastPeriods ? { isOver: true } : { period }),
    ...setConditions({
      keyword: state.keyword,
      states: [...state.states],
      levels: [...state.levels],
      unitId: state.unit === '' ? undefined : Number(state.unit),
    }),
  }
  const list = useRead(api.businessfilings.list, { ...pageRequestOf(state), ...filter })
  const payers = useRead(api.businessfilings.payers, { period }, { isEnabled: !isOwn && period !== allPastPeriods })
  const conditions: FilterField<keyof typeof initialFilingFilters>[] = [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), width: 240 },
    { kind: 'choices', name: 'states', label: t(fields.state), choices: choicesOf(t, filingStates, filingStateNames) },
    { kind: 'choice', name: 'unit', label: t(texts.unit), choices: (payers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) },
    ...(kind === 'vat'
      ? [{ kind: 'choices' as const, name: 'levels' as const, label: t(fields.level), choices: choicesOf(t, filingLevels, filingLevelNames) }]
      : []),
  ]
  return (
    <>
      {isOwn ? null : (
        <div className="k-stack">
          <Segmented
            aria-label={t(texts.period)}
            value={period}
            onChange={onPeriod}
            options={[...periods.map((value) => ({ value, label: value })), { value: allPastPeriods, label: t(texts.past) }]}
          />
          <FilterBar state={state} onChange={change} initial={initialFilingFilters} fields={conditions} />
        </div>
      )}
      <DataTable
        id={`business-filings-${kind}`}
        label={t(fields.kind)}
        columns={useColumns(kind, (open) => change({ open }))}
        source={list}
        empty={{ reason: t(isOwn ? texts.noneOwn : texts.none) }}
        tools={<DownloadButton file={() => api.businessfilings.exportList(filter)}>{t(texts.list)}</DownloadButton>}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <FilingDrawer id={state.open} onClose={() => change({ open: 0 })} onOpen={(open) => change({ open })} />}
    </>
  )
}
