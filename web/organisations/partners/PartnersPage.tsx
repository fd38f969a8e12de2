import { useState } from 'react'
import { Link } from 'react-router'
import { paidAmountNames } from '#/api/amounts.texts.ts'
import { agreementStatusNames, partnerFields, partnerKindNames, partnerStateNames } from '#/api/organisations/partners.texts.ts'
import { unitStatusNames } from '#/api/organisations/units.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { agreementStatuses, partnerStates } from '#/domain/organisations/partner.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen } from '#/web/kernel/session.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const SetActiveDialog = onDemand(async () => (await import('./PartnerDialog.tsx')).SetActiveDialog)
const MonthChart = onDemand(async () => (await import('#/web/parts/money/MonthChart.tsx')).MonthChart)
const PartnerDialog = onDemand(async () => (await import('./PartnerDialog.tsx')).PartnerDialog)

type Partner = OutputOf<typeof api.partners.list>['rows'][number]
type PartnerUnit = OutputOf<typeof api.partners.units>['rows'][number]

const initialState = { keyword: '', kind: '', standing: '', agreement: '', page: 1, size: 20, open: 0, pane: 'facts', broughtPage: 1, broughtSize: 20 } as const
const allowedValues = { kind: keyOf(partnerKindNames), standing: partnerStates, agreement: agreementStatuses, size: pageSizes } as const

const stateTones = { ready: 'green', signing: 'blue', lacking: 'gold', disabled: 'grey' } as const

function PartnerStatus({ partner }: { readonly partner: Partner }) {
  const t = useText()
  return (
    <StatusTag tone={stateTones[partner.standing]} title={partner.statusReason}>
      {t(partnerStateNames[partner.standing])}
    </StatusTag>
  )
}

const AgreementState = stateTag(agreementStatusNames, {
  none: 'gold',
  signing: 'blue',
  early: 'gold',
  current: 'green',
  over: 'red',
  terminated: 'grey',
  refused: 'red',
  expired: 'grey',
  revoked: 'grey',
})

/** The number of the agreement, linked to the contract if the user may open it. */
function AgreementNo({ agreement }: Pick<Partner, 'agreement'>) {
  if (agreement.contractId === null) return '—'
  return can('htList') ? <Link to={`${pages.htList.path}?open=${agreement.contractId}`}>{agreement.no}</Link> : agreement.no
}

const agreementPeriod = ({ from, to }: Partner['agreement']) => (from === null ? '—' : `${from} — ${to}`)

function Units({ id }: { readonly id: number }) {
  const t = useText()
  const [state, change] = useUrlState({ broughtPage: 1, broughtSize: 20 }, { broughtSize: pageSizes })
  const list = useRead(api.partners.units, { id, page: state.broughtPage, size: state.broughtSize })
  const columns: Column<PartnerUnit>[] = [
    {
      key: 'name',
      title: t(partnerFields.name),
      width: 230,
      render: (row) => (can('userDwList') ? <Link to={`${pages.userDwList.path}?open=${row.id}`}>{row.name}</Link> : row.name),
    },
    { key: 'code', title: t(partnerFields.code), width: 190, render: (row) => row.code },
    { key: 'status', title: t(partnerFields.status), width: 100, render: (row) => t(unitStatusNames[row.status as keyof typeof unitStatusNames]) },
    { key: 'paid', title: t(paidAmountNames.column), width: 150, align: 'right', render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} /> },
    { key: 'created', title: t(partnerFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
  ]
  return (
    <DataTable
      id="partner-units"
      label={t(texts.units)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noUnits) }}
      paging={{
        page: state.broughtPage,
        size: state.broughtSize,
        count: list.data?.count ?? 0,
        onChange: (broughtPage, broughtSize) => change({ broughtPage, broughtSize }),
      }}
      isPlain
    />
  )
}

/** The partner's commission by month, for users who may open a commission page. */
function Commission({ id }: { readonly id: number }) {
  const t = useText()
  const months = useRead(api.commissions.months, { partnerId: id }, { keepLast: false })
  const empty = { title: texts.noCommission, reason: texts.noCommissionMore }
  return <MonthChart title={t(texts.commission)} amount={t(texts.commissionAmount)} query={months} empty={empty} />
}

function Basics({ partner }: { readonly partner: Partner }) {
  const t = useText()
  return (
    <div className="k-stack">
      <OpenChanges changes={partner.changes} />
      <Facts
        columns={2}
        rows={[
          { label: t(partnerFields.code), value: partner.code },
          { label: t(partnerFields.kind), value: t(partnerKindNames[partner.kind]) },
          { label: t(partnerFields.status), value: <PartnerStatus partner={partner} /> },
          { label: t(partnerFields.agreement), value: <AgreementState state={partner.agreement.stand} /> },
          { label: t(partnerFields.agreementNo), value: <AgreementNo agreement={partner.agreement} /> },
          { label: t(partnerFields.agreementDays), value: agreementPeriod(partner.agreement) },
          { label: t(partnerFields.signingCentre), value: partner.agreement.centreName || '—' },
          partner.kind === 'enterprise'
            ? { label: t(partnerFields.creditCode), value: partner.creditCode }
            : { label: t(partnerFields.idNumber), value: partner.idNumber ? <Masked value={partner.idNumber} /> : '' },
          { label: t(partnerFields.contactName), value: partner.contactName },
          { label: t(partnerFields.contactMobile), value: partner.contactMobile ? <Masked value={partner.contactMobile} /> : '' },
          { label: t(partnerFields.area), value: partner.area },
          { label: t(partnerFields.accountUsers), value: partner.accountUsers },
          { label: t(partnerFields.accountName), value: partner.accountName },
          { label: t(partnerFields.accountBank), value: partner.accountBank },
          { label: t(partnerFields.accountNo), value: partner.accountNo ? <Masked value={partner.accountNo} /> : '' },
          { label: t(paidAmountNames.ofUnits), value: <MoneyLink value={partner.monthNet} path={partner.monthNetPath} /> },
          { label: t(partnerFields.created), value: formatDateTime(partner.createdAt) },
          { label: t(partnerFields.introduction), value: partner.introduction, isWide: true },
        ]}
      />
      {canOpen('hzhbBrders') || canOpen('hzhbBjbusiness') ? <Commission id={partner.id} /> : null}
    </div>
  )
}

function useColumns(): Column<Partner>[] {
  const t = useText()
  return [
    { key: 'code', title: t(partnerFields.code), width: 190, isAlways: true, pin: 'left', render: (row) => row.code },
    { key: 'name', title: t(partnerFields.name), width: 220, isCut: true, render: (row) => row.name },
    { key: 'kind', title: t(partnerFields.kind), width: 90, render: (row) => t(partnerKindNames[row.kind]) },
    { key: 'status', title: t(partnerFields.status), width: 100, render: (row) => <PartnerStatus partner={row} /> },
    { key: 'agreement', title: t(partnerFields.agreement), width: 110, render: (row) => <AgreementState state={row.agreement.stand} /> },
    { key: 'units', title: t(partnerFields.unitCount), width: 110, align: 'right', render: (row) => row.unitCount },
    {
      key: 'paid',
      title: t(partnerFields.monthNet),
      width: 160,
      align: 'right',
      render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} />,
    },
    { key: 'contact', title: t(partnerFields.contactName), width: 110, render: (row) => row.contactName || '—' },
    { key: 'mobile', title: t(partnerFields.contactMobile), width: 130, render: (row) => (row.contactMobile ? <Masked value={row.contactMobile} /> : '—') },
    { key: 'area', title: t(partnerFields.area), width: 130, isCut: true, render: (row) => row.area || '—' },
    { key: 'agreementDays', title: t(partnerFields.agreementDays), width: 200, isHiddenAtFirst: true, render: (row) => agreementPeriod(row.agreement) },
    { key: 'agreementCentre', title: t(partnerFields.signingCentre), width: 140, isHiddenAtFirst: true, render: (row) => row.agreement.centreName || '—' },
    { key: 'created', title: t(partnerFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
  ]
}

function filterFields(t: ReturnType<typeof useText>): FilterField<'keyword' | 'kind' | 'standing' | 'agreement'>[] {
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 240 },
    { kind: 'choice', name: 'kind', label: t(partnerFields.kind), choices: choicesOf(t, ['enterprise', 'person'] as const, partnerKindNames) },
    { kind: 'choice', name: 'standing', label: t(partnerFields.status), choices: choicesOf(t, partnerStates, partnerStateNames) },
    { kind: 'choice', name: 'agreement', label: t(partnerFields.agreement), choices: choicesOf(t, agreementStatuses, agreementStatusNames) },
  ]
}

function Actions({ partner, onAsk }: { readonly partner: OutputOf<typeof api.partners.get>; readonly onAsk: (what: 'edit' | 'active') => void }) {
  const t = useText()
  return (
    <span className="k-row">
      {can('htList') ? <Link to={`${pages.htList.path}?kind=partner&keyword=${encodeURIComponent(partner.name)}`}>{t(texts.agreements)}</Link> : null}
      <ActionButton size="small" reason={partner.may.edit} onPress={() => onAsk('edit')}>
        {t(texts.edit)}
      </ActionButton>
      <ActionButton size="small" danger={partner.isActive} reason={partner.may.setActive} onPress={() => onAsk('active')}>
        {t(partner.isActive ? texts.disable : texts.enable)}
      </ActionButton>
    </span>
  )
}

/** 合作伙伴管理: the partners, their units and this month's results. */
export default function PartnersPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<'create' | 'edit' | 'active' | null>(null)
  const filter = setConditions({
    keyword: state.keyword,
    kind: state.kind,
    standing: state.standing,
    agreement: state.agreement,
  })
  const list = useRead(api.partners.list, { ...filter, page: state.page, size: state.size }, { follows: ['contracts'] })
  const openPartner = useRead(api.partners.get, { id: state.open }, { isEnabled: state.open !== 0, follows: ['contracts'] })
  const current = state.open !== 0 && openPartner.data?.id === state.open ? openPartner.data : undefined
  return (
    <>
      <PageHeader
        title={t(pageTitles.partnerList)}
        actions={
          can('partner:edit') ? (
            <Button type="primary" onClick={() => ask('create')}>
              {t(texts.add)}
            </Button>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={filterFields(t)} />
      <DataTable
        id="partners"
        label={t(pageTitles.partnerList)}
        columns={useColumns()}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <DetailDrawer
        isOpen={state.open !== 0}
        title={current ? `${current.name} · ${current.code}` : ''}
        onClose={() => change({ open: 0 })}
        actions={current ? <Actions partner={current} onAsk={ask} /> : null}
        pane={state.pane}
        onPane={(pane) => change({ pane })}
        panes={[
          {
            key: 'facts',
            label: t(texts.facts),
            content: <QueryContent query={{ ...openPartner, data: current }}>{(detail) => <Basics partner={detail} />}</QueryContent>,
          },
          { key: 'units', label: t(texts.units), content: state.open === 0 ? null : <Units id={state.open} /> },
        ]}
      />
      {dialog === 'create' ? <PartnerDialog partner={null} onClose={() => ask(null)} /> : null}
      {dialog === 'edit' && current ? <PartnerDialog partner={current} onClose={() => ask(null)} /> : null}
      {dialog === 'active' && current ? <SetActiveDialog partner={current} onClose={() => ask(null)} /> : null}
    </>
  )
}
