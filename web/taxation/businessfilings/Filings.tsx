import { entityFields, taxKindNames } from '#/api/people/entities.texts.ts'
import { basisNames, declaringWayNames, filingFields as fields, filingLevelNames, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { type FilingKind, filingLevels, filingStates } from '#/domain/taxation/business-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { DueDay } from '#/web/taxation/periods/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { allPast } from './periods.ts'
import { FilingTag, LevelTag, PaymentTag, type Row } from './tags.tsx'
import { texts } from './texts.ts'

const FilingDrawer = onDemand(async () => (await import('./FilingDrawer.tsx')).FilingDrawer)

export const initial = { keyword: '', states: [], levels: [], unit: '', open: 0, ...firstPage } as const
const allowed = { states: filingStates, levels: filingLevels, size: pageSizes } as const

interface Props {
  readonly kind: FilingKind
  readonly isOwn: boolean
  readonly period: string
  readonly periods: readonly string[]
  readonly onPeriod: (period: string) => void
}

function useColumns(kind: FilingKind, open: (id: number) => void): Column<Row>[] {
  const say = useText()
  const money = (key: 'income' | 'exempt' | 'vat' | 'surcharge' | 'iit' | 'paid', title: string, width = 120): Column<Row> => ({
    key,
    title,
    width,
    align: 'right',
    render: (row) => <Money value={row[key]} />,
  })
  const level: Column<Row> = { key: 'level', title: say(fields.level), width: 120, isAlways: true, render: (row) => <LevelTag level={row.level} /> }
  const ofVat = [level, money('vat', say(fields.vat), 110), money('surcharge', say(fields.surcharge), 100), money('exempt', say(fields.exempt))]
  const basis: Column<Row> = { key: 'basis', title: say(fields.basis), width: 120, render: (row) => (row.basis === '' ? '—' : say(basisNames[row.basis])) }
  const ofIncome = [basis, money('iit', say(fields.iit))]
  return [
    { key: 'period', title: say(fields.period), width: 90, isAlways: true, pin: 'left', render: (row) => row.period },
    { key: 'name', title: say(fields.name), width: 190, isAlways: true, isCut: true, render: (row) => row.name },
    { key: 'state', title: say(fields.state), width: 110, isAlways: true, render: (row) => <FilingTag state={row.state} /> },
    { key: 'dueOn', title: say(fields.dueOn), width: 185, render: (row) => <DueDay period={row} /> },
    money('income', say(fields.gross)),
    ...(kind === 'vat' ? ofVat : kind === 'annualReport' ? [] : ofIncome),
    { key: 'operator', title: say(fields.operator), width: 100, render: (row) => row.operatorName },
    { key: 'taxKind', title: say(entityFields.taxKind), width: 110, render: (row) => say(taxKindNames[row.taxKind]) },
    ...(kind === 'annualReport'
      ? []
      : [money('paid', say(fields.paid)), { key: 'payment', title: say(fields.payment), width: 150, render: (row: Row) => <PaymentTag row={row} /> }]),
    { key: 'code', title: say(fields.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'way', title: say(fields.way), width: 100, render: (row) => (row.way ? say(declaringWayNames[row.way]) : '—') },
    {
      key: 'certificate',
      title: say(fields.certificate),
      width: 100,
      render: (row) =>
        row.certificateId ? (
          <PreviewButton size="small" fileId={row.certificateId}>
            {say(texts.view)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    openColumn({ title: say(texts.action), open: say(texts.open), nameOf: (row) => row.name, onOpen: (row) => open(row.id) }),
  ]
}

/** The filings of a kind: those of a period at a centre, or all filings of an operator. */
export function Filings({ kind, isOwn, period, periods, onPeriod }: Props) {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const filter = {
    kind,
    ...(isOwn ? {} : period === allPast ? { isOver: true } : { period }),
    ...setConditions({
      keyword: state.keyword,
      states: [...state.states],
      levels: [...state.levels],
      unitId: state.unit === '' ? undefined : Number(state.unit),
    }),
  }
  const list = useRead(api.businessfilings.list, { ...pageRequestOf(state), ...filter })
  const payers = useRead(api.businessfilings.payers, { period }, { isEnabled: !isOwn && period !== allPast })
  const conditions: FilterField<keyof typeof initial>[] = [
    { kind: 'text', name: 'keyword', label: say(texts.keyword), width: 240 },
    { kind: 'choices', name: 'states', label: say(fields.state), choices: filingStates.map((value) => ({ value, label: say(filingStateNames[value]) })) },
    { kind: 'choice', name: 'unit', label: say(texts.unit), choices: (payers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) },
    ...(kind === 'vat'
      ? [
          {
            kind: 'choices' as const,
            name: 'levels' as const,
            label: say(fields.level),
            choices: filingLevels.map((value) => ({ value, label: say(filingLevelNames[value]) })),
          },
        ]
      : []),
  ]
  return (
    <>
      {isOwn ? null : (
        <div className="k-stack">
          <Segmented
            aria-label={say(texts.period)}
            value={period}
            onChange={onPeriod}
            options={[...periods.map((value) => ({ value, label: value })), { value: allPast, label: say(texts.past) }]}
          />
          <FilterBar state={state} onChange={change} initial={initial} fields={conditions} />
        </div>
      )}
      <DataTable
        id={`business-filings-${kind}`}
        label={say(fields.kind)}
        columns={useColumns(kind, (open) => change({ open }))}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(isOwn ? texts.noneOwn : texts.none) }}
        tools={<DownloadButton file={() => api.businessfilings.exportList(filter)}>{say(texts.list)}</DownloadButton>}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
      />
      {state.open === 0 ? null : <FilingDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </>
  )
}
