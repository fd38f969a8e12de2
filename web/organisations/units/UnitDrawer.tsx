import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { amountNames, paidAmountNames } from '#/api/amounts.texts.ts'
import { taxpayerKindNames, unitFields } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { RelatedPeople } from '#/web/organisations/relations/public.tsx'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { ChangeLog } from '#/web/parts/trail/ChangeLog.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Assignments } from './Assignments.tsx'
import { IdentityChange } from './IdentityChange.tsx'
import { BizKindName, ContractStatus, CooperationTag, type UnitDetail, type UnitPlace, UnitStatus, usePlaceName } from './tags.tsx'
import { texts } from './texts.ts'
import { Accounts, Batches, Contracts, Movements, Operators } from './UnitPanes.tsx'
import type { UnitActions } from './useActions.tsx'
import './units.css'

const MonthChart = onDemand(async () => (await import('#/web/parts/money/MonthChart.tsx')).MonthChart)

function PlaceCard({ unit, place, onToggle }: { readonly unit: UnitDetail; readonly place: UnitPlace; readonly onToggle: () => void }) {
  const t = useText()
  const placeName = usePlaceName()
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        <span>{placeName(place)}</span>
        {unit.status === accountStatus.closed ? null : <CooperationTag place={place} />}
      </h2>
      <Facts
        columns={2}
        rows={[
          { label: t(unitFields.plan), value: place.planName },
          { label: t(unitFields.contract), value: <ContractStatus state={place.contract} /> },
          { label: t(unitFields.available), value: <Money value={place.available} /> },
          { label: t(unitFields.frozen), value: <Money value={place.frozen} /> },
          { label: t(unitFields.memo), value: place.memo, isWide: true },
        ]}
      />
      <div className="k-row">
        {can('ptbiliEdit') ? <Link to={`${pages.ptbiliEdit.path}?unitId=${unit.id}&open=${place.settingId}`}>{t(texts.settings)}</Link> : null}
        {can('unit:edit') && unit.status !== accountStatus.closed ? (
          <Button size="small" onClick={onToggle}>
            {t(place.isActive ? texts.pausePlace : texts.resumePlace)}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

type Role = UnitDetail['ahead'][number]['role']

interface BasicsProps {
  readonly unit: UnitDetail
  readonly months: Parameters<typeof MonthChart>[0]['query']
  readonly actions: UnitActions
}

function Basics({ unit, months, actions }: BasicsProps) {
  const t = useText()
  const title = unit.titles.find((each) => each.isDefault) ?? unit.titles[0]
  const roleLabel = (role: Role) =>
    unit.ahead
      .filter((each) => each.role === role)
      .reduce(
        (now, { from, partyName }) => t(texts.planned, { now, from, next: partyName || t(texts.nobody) }),
        unit[role]?.name ?? (unit.ahead.some((each) => each.role === role) ? t(texts.nobody) : ''),
      )
  const invoice = title
    ? [{ label: t(texts.title), value: [title.name, title.taxNo, title.bank, title.accountNo].filter(Boolean).join(' · '), isWide: true }]
    : []
  return (
    <div className="k-stack">
      {unit.identityChange ? <IdentityChange key={unit.identityChange.id} proposal={unit.identityChange} /> : null}
      <Facts
        columns={2}
        rows={[
          { label: t(unitFields.code), value: unit.code },
          { label: t(unitFields.creditCode), value: unit.creditCode },
          { label: t(unitFields.status), value: <UnitStatus unit={unit} /> },
          ...(unit.statusReason ? [{ label: t(texts.reason), value: unit.statusReason }] : []),
          { label: t(unitFields.bizKind), value: <BizKindName kind={unit.bizKind} /> },
          { label: t(unitFields.taxpayerKind), value: t(taxpayerKindNames[unit.taxpayerKind]) },
          { label: t(unitFields.industry), value: unit.industry },
          { label: t(unitFields.legalPerson), value: unit.legalPerson },
          { label: t(unitFields.contactName), value: unit.contactName },
          { label: t(unitFields.contactMobile), value: <Masked value={unit.contactMobile} /> },
          { label: t(unitFields.email), value: unit.email },
          { label: t(unitFields.marketer), value: roleLabel('marketer') },
          { label: t(unitFields.salesman), value: roleLabel('salesman') },
          { label: t(unitFields.partner), value: roleLabel('partner') },
          { label: t(paidAmountNames.month), value: <MoneyLink value={unit.monthNet} path={unit.monthNetPath} /> },
          { label: t(unitFields.created), value: formatDateTime(unit.createdAt) },
          { label: t(unitFields.address), value: unit.address, isWide: true },
          { label: t(unitFields.description), value: unit.description, isWide: true },
          ...invoice,
        ]}
      />
      <div className="n-chart">
        <MonthChart title={t(texts.paid)} amount={t(amountNames.net)} query={months} empty={{ title: texts.noPaid, reason: texts.noPaidMore }} />
      </div>
      {unit.places.map((place) => (
        <PlaceCard key={place.settingId} unit={unit} place={place} onToggle={() => actions.place(unit, place)} />
      ))}
      {unit.morePlaces > 0 ? <p className="k-note">{t(texts.morePlaces, { count: unit.morePlaces })}</p> : null}
    </div>
  )
}

interface UnitDrawerProps {
  /** Id of the unit; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly actions: UnitActions
}

/** One unit: data, places, contracts, funds, batches, operators, accounts and log. */
export function UnitDrawer({ id, pane, onPane, onClose, actions }: UnitDrawerProps) {
  const t = useText()
  const unit = useRead(api.units.get, { id }, { isEnabled: id !== 0 })
  const months = useRead(api.units.paidMonths, { id }, { isEnabled: id !== 0 && pane === 'facts', keepLast: false })
  const current = id !== 0 && unit.data?.id === id ? unit.data : undefined
  const whenOpen = (content: ReactNode) => (id === 0 ? null : content)
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={current ? `${current.name} · ${current.code}` : ''}
      onClose={onClose}
      width={980}
      actions={current ? actions.menu?.(current) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        {
          key: 'facts',
          label: t(texts.facts),
          content: <QueryContent query={{ ...unit, data: current }}>{(detail) => <Basics unit={detail} months={months} actions={actions} />}</QueryContent>,
        },
        { key: 'contracts', label: t(texts.contracts), content: whenOpen(<Contracts id={id} />) },
        ...(can('yufukuan') ? [{ key: 'movements', label: t(texts.movements), content: whenOpen(<Movements id={id} />) }] : []),
        ...(can('zfPtListpt') ? [{ key: 'batches', label: t(texts.batches), content: whenOpen(<Batches id={id} />) }] : []),
        { key: 'operators', label: t(texts.operators), content: whenOpen(<Operators id={id} />) },
        { key: 'team', label: t(texts.team), content: whenOpen(<Assignments id={id} />) },
        { key: 'related', label: t(texts.related), content: whenOpen(<RelatedPeople unitId={id} />) },
        ...(can('PtUserList') || can('userYzSfList') ? [{ key: 'accounts', label: t(texts.accounts), content: whenOpen(<Accounts id={id} />) }] : []),
        {
          key: 'changes',
          label: t(texts.changes),
          content: whenOpen(<ChangeLog id="unit-changes" label={t(texts.changes)} call={api.units.changes} of={{ id }} />),
        },
      ]}
    />
  )
}
