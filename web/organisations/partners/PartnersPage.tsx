import { useState } from 'react'
import { Link } from 'react-router'
import { arrivedNames } from '#/api/amounts.texts.ts'
import { agreementStatusNames, partnerFields, partnerKindNames, partnerStateNames } from '#/api/organisations/partners.texts.ts'
import { unitStatusNames } from '#/api/organisations/units.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { type AgreementStatus, agreementStatuses, partnerStates } from '#/domain/organisations/partner.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
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
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const SetActiveDialog = onDemand(async () => (await import('./PartnerDialog.tsx')).SetActiveDialog)
const PartnerDialog = onDemand(async () => (await import('./PartnerDialog.tsx')).PartnerDialog)

type Partner = OutputOf<typeof api.partners.list>['rows'][number]
type BroughtUnit = OutputOf<typeof api.partners.units>['rows'][number]

const initial = { keyword: '', kind: '', standing: '', agreement: '', page: 1, size: 20, open: 0, pane: 'facts', broughtPage: 1, broughtSize: 20 } as const
const allowed = { kind: keyOf(partnerKindNames), standing: partnerStates, agreement: agreementStatuses, size: pageSizes } as const

const stateTones = { ready: 'green', signing: 'blue', lacking: 'gold', disabled: 'grey' } as const
const agreementTones = {
  none: 'gold',
  signing: 'blue',
  early: 'gold',
  current: 'green',
  over: 'red',
  terminated: 'grey',
  refused: 'red',
  expired: 'grey',
  revoked: 'grey',
} as const satisfies Record<AgreementStatus, StatusTone>

function PlanStatus({ partner }: { readonly partner: Partner }) {
  const say = useText()
  return (
    <StatusTag tone={stateTones[partner.standing]} title={partner.statusReason}>
      {say(partnerStateNames[partner.standing])}
    </StatusTag>
  )
}

function Agreement({ stand }: Pick<Partner['agreement'], 'stand'>) {
  const say = useText()
  return <StatusTag tone={agreementTones[stand]}>{say(agreementStatusNames[stand])}</StatusTag>
}

/** The number of the agreement, linked to the contract if the user may open it. */
function AgreementNo({ agreement }: Pick<Partner, 'agreement'>) {
  if (agreement.contractId === null) return '—'
  return can('htList') ? <Link to={`${pages.htList.path}?open=${agreement.contractId}`}>{agreement.no}</Link> : agreement.no
}

const daysOf = ({ from, to }: Partner['agreement']) => (from === null ? '—' : `${from} — ${to}`)

function Units({ id }: { readonly id: number }) {
  const say = useText()
  const [state, change] = useUrlState({ broughtPage: 1, broughtSize: 20 }, { broughtSize: pageSizes })
  const list = useRead(api.partners.units, { id, page: state.broughtPage, size: state.broughtSize })
  const columns: Column<BroughtUnit>[] = [
    {
      key: 'name',
      title: say(partnerFields.name),
      width: 230,
      render: (row) => (can('userDwList') ? <Link to={`${pages.userDwList.path}?open=${row.id}`}>{row.name}</Link> : row.name),
    },
    { key: 'code', title: say(partnerFields.code), width: 190, render: (row) => row.code },
    { key: 'status', title: say(partnerFields.status), width: 100, render: (row) => say(unitStatusNames[row.status as keyof typeof unitStatusNames]) },
    { key: 'paid', title: say(arrivedNames.column), width: 150, align: 'right', render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} /> },
    { key: 'created', title: say(partnerFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
  ]
  return (
    <DataTable
      id="partner-units"
      label={say(texts.units)}
      columns={columns}
      rows={list.data?.rows ?? []}
      rowKey={(row) => row.id}
      source={list}
      empty={{ reason: say(texts.noUnits) }}
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

function Basics({ partner }: { readonly partner: Partner }) {
  const say = useText()
  return (
    <div className="k-stack">
      <OpenChanges changes={partner.changes} />
      <Facts
        columns={2}
        rows={[
          { label: say(partnerFields.code), value: partner.code },
          { label: say(partnerFields.kind), value: say(partnerKindNames[partner.kind]) },
          { label: say(partnerFields.status), value: <PlanStatus partner={partner} /> },
          { label: say(partnerFields.agreement), value: <Agreement stand={partner.agreement.stand} /> },
          { label: say(partnerFields.agreementNo), value: <AgreementNo agreement={partner.agreement} /> },
          { label: say(partnerFields.agreementDays), value: daysOf(partner.agreement) },
          { label: say(partnerFields.signingCentre), value: partner.agreement.centreName || '—' },
          partner.kind === 'enterprise'
            ? { label: say(partnerFields.creditCode), value: partner.creditCode }
            : { label: say(partnerFields.idNumber), value: partner.idNumber ? <Masked value={partner.idNumber} /> : '' },
          { label: say(partnerFields.contactName), value: partner.contactName },
          { label: say(partnerFields.contactMobile), value: partner.contactMobile ? <Masked value={partner.contactMobile} /> : '' },
          { label: say(partnerFields.area), value: partner.area },
          { label: say(partnerFields.accountUsers), value: partner.accountUsers },
          { label: say(partnerFields.accountName), value: partner.accountName },
          { label: say(partnerFields.accountBank), value: partner.accountBank },
          { label: say(partnerFields.accountNo), value: partner.accountNo ? <Masked value={partner.accountNo} /> : '' },
          { label: say(arrivedNames.ofUnits), value: <MoneyLink value={partner.monthNet} path={partner.monthNetPath} /> },
          { label: say(partnerFields.created), value: formatDateTime(partner.createdAt) },
          { label: say(partnerFields.introduction), value: partner.introduction, isWide: true },
        ]}
      />
    </div>
  )
}

function useColumns(): Column<Partner>[] {
  const say = useText()
  return [
    { key: 'code', title: say(partnerFields.code), width: 190, isAlways: true, pin: 'left', render: (row) => row.code },
    { key: 'name', title: say(partnerFields.name), width: 220, isCut: true, render: (row) => row.name },
    { key: 'kind', title: say(partnerFields.kind), width: 90, render: (row) => say(partnerKindNames[row.kind]) },
    { key: 'status', title: say(partnerFields.status), width: 100, render: (row) => <PlanStatus partner={row} /> },
    { key: 'agreement', title: say(partnerFields.agreement), width: 110, render: (row) => <Agreement stand={row.agreement.stand} /> },
    { key: 'units', title: say(partnerFields.unitCount), width: 110, align: 'right', render: (row) => row.unitCount },
    {
      key: 'paid',
      title: say(partnerFields.monthNet),
      width: 160,
      align: 'right',
      render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} />,
    },
    { key: 'contact', title: say(partnerFields.contactName), width: 110, render: (row) => row.contactName || '—' },
    { key: 'mobile', title: say(partnerFields.contactMobile), width: 130, render: (row) => (row.contactMobile ? <Masked value={row.contactMobile} /> : '—') },
    { key: 'area', title: say(partnerFields.area), width: 130, isCut: true, render: (row) => row.area || '—' },
    { key: 'agreementDays', title: say(partnerFields.agreementDays), width: 200, isHiddenAtFirst: true, render: (row) => daysOf(row.agreement) },
    { key: 'agreementCentre', title: say(partnerFields.signingCentre), width: 140, isHiddenAtFirst: true, render: (row) => row.agreement.centreName || '—' },
    { key: 'created', title: say(partnerFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
  ]
}

function filterFields(say: ReturnType<typeof useText>): FilterField<'keyword' | 'kind' | 'standing' | 'agreement'>[] {
  return [
    { kind: 'text', name: 'keyword', label: say(texts.keyword), placeholder: say(texts.keywordHint), width: 240 },
    {
      kind: 'choice',
      name: 'kind',
      label: say(partnerFields.kind),
      choices: (['enterprise', 'person'] as const).map((value) => ({ value, label: say(partnerKindNames[value]) })),
    },
    {
      kind: 'choice',
      name: 'standing',
      label: say(partnerFields.status),
      choices: partnerStates.map((value) => ({ value, label: say(partnerStateNames[value]) })),
    },
    {
      kind: 'choice',
      name: 'agreement',
      label: say(partnerFields.agreement),
      choices: agreementStatuses.map((value) => ({ value, label: say(agreementStatusNames[value]) })),
    },
  ]
}

function Actions({ partner, onAsk }: { readonly partner: OutputOf<typeof api.partners.get>; readonly onAsk: (what: 'edit' | 'active') => void }) {
  const say = useText()
  return (
    <span className="k-row">
      {can('htList') ? <Link to={`${pages.htList.path}?kind=partner&keyword=${encodeURIComponent(partner.name)}`}>{say(texts.agreements)}</Link> : null}
      <ActionButton size="small" reason={partner.may.edit} onPress={() => onAsk('edit')}>
        {say(texts.edit)}
      </ActionButton>
      <ActionButton size="small" danger={partner.isActive} reason={partner.may.setActive} onPress={() => onAsk('active')}>
        {say(partner.isActive ? texts.disable : texts.enable)}
      </ActionButton>
    </span>
  )
}

/** 合作伙伴管理: the partners, their units and this month's results. */
export default function PartnersPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [dialog, ask] = useState<'create' | 'edit' | 'active' | null>(null)
  const filter = setConditions({
    keyword: state.keyword,
    kind: state.kind,
    standing: state.standing,
    agreement: state.agreement,
  })
  const list = useRead(api.partners.list, { ...filter, page: state.page, size: state.size }, { follows: ['contracts'] })
  const one = useRead(api.partners.get, { id: state.open }, { isEnabled: state.open !== 0, follows: ['contracts'] })
  const found = state.open !== 0 && one.data?.id === state.open ? one.data : undefined
  return (
    <>
      <PageHeader
        title={say(pageTitles.partnerList)}
        actions={
          can('partner:edit') ? (
            <Button type="primary" onClick={() => ask('create')}>
              {say(texts.add)}
            </Button>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initial} fields={filterFields(say)} />
      <DataTable
        id="partners"
        label={say(pageTitles.partnerList)}
        columns={useColumns()}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <DetailDrawer
        isOpen={state.open !== 0}
        title={found ? `${found.name} · ${found.code}` : ''}
        onClose={() => change({ open: 0 })}
        actions={found ? <Actions partner={found} onAsk={ask} /> : null}
        pane={state.pane}
        onPane={(pane) => change({ pane })}
        panes={[
          {
            key: 'facts',
            label: say(texts.facts),
            content: <QueryContent query={{ ...one, data: found }}>{(detail) => <Basics partner={detail} />}</QueryContent>,
          },
          { key: 'units', label: say(texts.units), content: state.open === 0 ? null : <Units id={state.open} /> },
        ]}
      />
      {dialog === 'create' ? <PartnerDialog partner={null} onClose={() => ask(null)} /> : null}
      {dialog === 'edit' && found ? <PartnerDialog partner={found} onClose={() => ask(null)} /> : null}
      {dialog === 'active' && found ? <SetActiveDialog partner={found} onClose={() => ask(null)} /> : null}
    </>
  )
}
