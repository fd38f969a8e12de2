import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paidAmountNames } from '#/api/amounts.texts.ts'
import { bizKindNames, cooperationNames, unitFields, unitProposalNames, unitStatusNames } from '#/api/organisations/units.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { unitProposals } from '#/domain/organisations/unit.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { PageExtras } from '#/web/shell/PageExtras.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { TotalsOnRequest, useTotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { anyId, keyOf, parseYesNo, periodRules, setConditions, type UrlState, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { normalizeYuan } from '#/web/ui/yuan.ts'
import { belowRange, belowYuanOf } from './filter.ts'
import { BizKindName, ContractStatus, CooperationTag, listDistinct, type Unit, type UnitChoices, UnitStatus, usePlaceName } from './tags.tsx'
import { texts } from './texts.ts'
import { type UnitActions, useUnitActions } from './useActions.tsx'
import './units.css'

const UnitDrawer = onDemand(
  async () => (await import('./UnitDrawer.tsx')).UnitDrawer,
  ({ id }) => id !== 0,
)

const initialState = {
  keyword: '',
  centreId: '',
  mode: '',
  status: '',
  isActive: '',
  bizKind: '',
  feePlanId: '',
  marketerId: '',
  salesmanId: '',
  partnerId: '',
  carerId: '',
  from: '',
  to: '',
  below: '',
  forMe: '',
  ...firstPage,
  open: 0,
  pane: 'facts',
} as const
const allowedValues = {
  centreId: anyId,
  mode: [1, 2],
  status: keyOf(unitStatusNames),
  isActive: yesNoChoices,
  bizKind: keyOf(bizKindNames),
  forMe: unitProposals,
  feePlanId: anyId,
  marketerId: anyId,
  salesmanId: anyId,
  partnerId: anyId,
  carerId: anyId,
  size: pageSizes,
  ...periodRules,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

function filterOf(state: State) {
  return setConditions({
    centreId: state.centreId,
    feePlanId: state.feePlanId,
    marketerId: state.marketerId,
    salesmanId: state.salesmanId,
    partnerId: state.partnerId,
    carerId: state.carerId,
    keyword: state.keyword,
    mode: state.mode,
    status: state.status,
    isActive: parseYesNo(state.isActive),
    bizKind: state.bizKind,
    from: state.from,
    to: state.to,
    belowYuan: belowYuanOf(state.below),
    forMe: state.forMe,
  })
}

function useColumns(menu: UnitActions['menu']): Column<Unit>[] {
  const t = useText()
  const placeName = usePlaceName()
  const [search] = useSearchParams()
  // Keeps the parameters of the list, so that going back from the unit's movements restores the list.
  const movementsPath = (unit: Unit) => {
    const params = new URLSearchParams(search)
    params.set('open', String(unit.id))
    params.set('pane', 'movements')
    return can('yufukuan') ? `?${params}` : null
  }
  const placeNamesOf = (unit: Unit) => {
    const more = unit.morePlaces > 0 ? [t(texts.morePlaces, { count: unit.morePlaces })] : []
    return joinList([...new Set(unit.places.map(placeName)), ...more]) || '—'
  }
  return [
    { key: 'code', title: t(unitFields.code), width: 190, isAlways: true, pin: 'left', render: (row) => row.code },
    { key: 'name', title: t(unitFields.name), width: 220, isCut: true, render: (row) => row.name },
    { key: 'status', title: t(unitFields.status), width: 100, render: (row) => <UnitStatus unit={row} /> },
    {
      key: 'available',
      title: t(unitFields.available),
      width: 140,
      align: 'right',
      render: (row) => <MoneyLink value={row.available} path={movementsPath(row)} />,
    },
    { key: 'frozen', title: t(unitFields.frozen), width: 130, align: 'right', render: (row) => <MoneyLink value={row.frozen} path={movementsPath(row)} /> },
    {
      key: 'monthNet',
      title: t(unitFields.monthNet),
      width: 140,
      align: 'right',
      render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} />,
    },
    { key: 'operators', title: t(unitFields.operators), width: 100, align: 'right', render: (row) => row.operatorCount },
    { key: 'places', title: t(texts.places), width: 230, isCut: true, render: placeNamesOf },
    {
      key: 'cooperation',
      title: t(unitFields.cooperation),
      width: 110,
      render: (row) => (row.status === accountStatus.closed ? null : <CooperationTag place={{ isActive: row.places.some((place) => place.isActive) }} />),
    },
    { key: 'plan', title: t(unitFields.plan), width: 170, isCut: true, render: (row) => listDistinct(row.places.map((place) => place.planName)) || '—' },
    { key: 'contract', title: t(unitFields.contract), width: 100, render: (row) => <ContractStatus state={row.places[0]?.contract ?? 'none'} /> },
    { key: 'bizKind', title: t(unitFields.bizKind), width: 100, render: (row) => <BizKindName kind={row.bizKind} /> },
    { key: 'marketer', title: t(unitFields.marketer), width: 100, render: (row) => row.marketer?.name ?? '—' },
    { key: 'salesman', title: t(unitFields.salesman), width: 100, render: (row) => row.salesman?.name ?? '—' },
    { key: 'partner', title: t(unitFields.partner), width: 180, isCut: true, render: (row) => row.partner?.name ?? '—' },
    { key: 'creditCode', title: t(unitFields.creditCode), width: 190, isHiddenAtFirst: true, render: (row) => row.creditCode },
    { key: 'industry', title: t(unitFields.industry), width: 130, isHiddenAtFirst: true, render: (row) => row.industry },
    { key: 'created', title: t(unitFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
    ...(menu ? [{ key: 'action', title: t(texts.action), width: 190, pin: 'right' as const, isAlways: true, render: menu }] : []),
  ]
}

function useFilterFields(choices: UnitChoices | undefined, belowProblem: string) {
  const t = useText()
  const language = useLanguage()
  const optionsOf = (rows: readonly { id: number; name: string }[] = []) =>
    [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({ value: String(row.id), label: row.name }))
  const activityChoices = [
    { value: 'yes', label: t(cooperationNames.active) },
    { value: 'no', label: t(cooperationNames.paused) },
  ]
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 240 },
    { kind: 'choice', name: 'status', label: t(unitFields.status), choices: allChoicesOf(t, unitStatusNames) },
    { kind: 'choice', name: 'centreId', label: t(unitFields.centre), choices: optionsOf(choices?.centres) },
    { kind: 'choice', name: 'mode', label: t(unitFields.mode), choices: allChoicesOf(t, modeNames) },
    { kind: 'choice', name: 'isActive', label: t(unitFields.cooperation), choices: activityChoices },
    { kind: 'choice', name: 'salesmanId', label: t(unitFields.salesman), choices: optionsOf(choices?.salesmen) },
    { kind: 'choice', name: 'marketerId', label: t(unitFields.marketer), choices: optionsOf(choices?.marketers) },
    { kind: 'choice', name: 'carerId', label: t(texts.carer), choices: optionsOf([...(choices?.salesmen ?? []), ...(choices?.marketers ?? [])]) },
    { kind: 'choice', name: 'partnerId', label: t(unitFields.partner), choices: optionsOf(choices?.partners) },
    { kind: 'choice', name: 'feePlanId', label: t(unitFields.plan), choices: optionsOf(choices?.plans) },
    { kind: 'choice', name: 'bizKind', label: t(unitFields.bizKind), choices: allChoicesOf(t, bizKindNames) },
    { kind: 'text', name: 'below', label: t(texts.below), width: 140, parse: (text: string) => normalizeYuan(text, language), problem: belowProblem },
    ...(can('unit:edit') ? [{ kind: 'choice', name: 'forMe', label: t(texts.forMe), choices: allChoicesOf(t, unitProposalNames) } as const] : []),
    { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
  ] as const
}

type UnitSums = NonNullable<OutputOf<typeof api.units.list>['totals']>

function Totals({ totals }: { readonly totals: UnitSums }) {
  const t = useText()
  return (
    <span>
      {t(texts.total)}: {t(unitFields.available)}{' '}
      <b>
        <Money value={totals.available} />
      </b>{' '}
      · {t(unitFields.frozen)}{' '}
      <b>
        <Money value={totals.frozen} />
      </b>{' '}
      · {t(paidAmountNames.month)}{' '}
      <b>
        <Money value={totals.monthNet} />
      </b>
    </span>
  )
}

/** 单位列表: the units of the platform, of a centre, or of a salesperson. */
export default function UnitsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [picked, pick] = useState<readonly number[]>([])
  const choices = useRead(api.units.choices, {})
  const filter = filterOf(state)
  const [isWhole, requestTotals] = useTotalsOnRequest(filter)
  const problem = Number.isNaN(filter.belowYuan) ? t(texts.belowWrong, belowRange) : ''
  const list = useRead(api.units.list, { ...filter, ...pageRequestOf(state), isWhole }, { isEnabled: problem === '' })
  const actions = useUnitActions(choices, () => pick([]))
  const canEdit = can('unit:edit')
  const totals = list.data?.totals
  return (
    <>
      <PageHeader
        title={t(pageTitles.userDwList)}
        actions={
          canEdit ? (
            <>
              <PageExtras />
              <Button type="primary" onClick={actions.create}>
                {t(texts.add)}
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(choices.data, problem)} shown={4} />
      <DataTable
        id="units"
        label={t(pageTitles.userDwList)}
        columns={useColumns(actions.menu)}
        source={list}
        blocked={problem}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={<ExportButton reason={problem || ((list.data?.count ?? 0) === 0 ? t(texts.none) : '')} file={() => api.units.export(filter)} />}
        {...(canEdit
          ? {
              selection: {
                keys: picked,
                onChange: (keys: (number | string)[]) => pick(keys.map(Number)),
                isBlocked: (row: Unit) => row.may.assign !== '',
                actions: <Button onClick={() => actions.assign(picked)}>{t(texts.assignMany)}</Button>,
              },
            }
          : {})}
        paging={pagingOf(state, list.data, change)}
        totals={totals ? <Totals totals={totals} /> : list.data ? <TotalsOnRequest onAsk={requestTotals} isBusy={list.isFetching} /> : null}
      />
      <UnitDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} actions={actions} />
      {actions.dialog}
    </>
  )
}
