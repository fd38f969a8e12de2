import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { arrivedNames } from '#/api/amounts.texts.ts'
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
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Assignments } from './Assignments.tsx'
import { BizKind, ContractStatus, Cooperation, type Place, type UnitDetail, UnitStatus, usePlaceName } from './tags.tsx'
import { texts } from './texts.ts'
import { Accounts, Batches, Contracts, Movements, Operators } from './UnitPanes.tsx'
import type { Actions } from './useActions.tsx'

function PlaceCard({ unit, place, onToggle }: { readonly unit: UnitDetail; readonly place: Place; readonly onToggle: () => void }) {
  const say = useText()
  const placeName = usePlaceName()
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        <span>{placeName(place)}</span>
        <Cooperation place={place} />
      </h2>
      <Facts
        columns={2}
        rows={[
          { label: say(unitFields.plan), value: place.planName },
          { label: say(unitFields.contract), value: <ContractStatus stand={place.contract} /> },
          { label: say(unitFields.available), value: <Money value={place.available} /> },
          { label: say(unitFields.frozen), value: <Money value={place.frozen} /> },
          { label: say(unitFields.memo), value: place.memo, isWide: true },
        ]}
      />
      <div className="k-row">
        {can('ptbiliEdit') ? <Link to={`${pages.ptbiliEdit.path}?unitId=${unit.id}&open=${place.settingId}`}>{say(texts.settings)}</Link> : null}
        {can('unit:edit') && unit.status !== accountStatus.closed ? (
          <Button size="small" onClick={onToggle}>
            {say(place.isActive ? texts.pausePlace : texts.resumePlace)}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

type Role = UnitDetail['ahead'][number]['role']

function Basics({ unit, actions }: { readonly unit: UnitDetail; readonly actions: Actions }) {
  const say = useText()
  const title = unit.titles.find((each) => each.isDefault) ?? unit.titles[0]
  const held = (role: Role) =>
    unit.ahead
      .filter((each) => each.role === role)
      .reduce(
        (now, { from, partyName }) => say(texts.planned, { now, from, next: partyName || say(texts.nobody) }),
        unit[role]?.name ?? (unit.ahead.some((each) => each.role === role) ? say(texts.nobody) : ''),
      )
  const invoice = title
    ? [{ label: say(texts.title), value: [title.name, title.taxNo, title.bank, title.accountNo].filter(Boolean).join(' · '), isWide: true }]
    : []
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(unitFields.code), value: unit.code },
          { label: say(unitFields.creditCode), value: unit.creditCode },
          { label: say(unitFields.status), value: <UnitStatus unit={unit} /> },
          ...(unit.statusReason ? [{ label: say(texts.reason), value: unit.statusReason }] : []),
          { label: say(unitFields.bizKind), value: <BizKind kind={unit.bizKind} /> },
          { label: say(unitFields.taxpayerKind), value: say(taxpayerKindNames[unit.taxpayerKind]) },
          { label: say(unitFields.industry), value: unit.industry },
          { label: say(unitFields.legalPerson), value: unit.legalPerson },
          { label: say(unitFields.contactName), value: unit.contactName },
          { label: say(unitFields.contactMobile), value: <Masked value={unit.contactMobile} /> },
          { label: say(unitFields.email), value: unit.email },
          { label: say(unitFields.marketer), value: held('marketer') },
          { label: say(unitFields.salesman), value: held('salesman') },
          { label: say(unitFields.partner), value: held('partner') },
          { label: say(arrivedNames.month), value: <MoneyLink value={unit.monthNet} path={unit.monthNetPath} /> },
          { label: say(unitFields.created), value: formatDateTime(unit.createdAt) },
          { label: say(unitFields.address), value: unit.address, isWide: true },
          { label: say(unitFields.description), value: unit.description, isWide: true },
          ...invoice,
        ]}
      />
      {unit.places.map((place) => (
        <PlaceCard key={place.settingId} unit={unit} place={place} onToggle={() => actions.place(unit, place)} />
      ))}
      {unit.morePlaces > 0 ? <p className="k-note">{say(texts.morePlaces, { count: unit.morePlaces })}</p> : null}
    </div>
  )
}

interface UnitDrawerProps {
  /** 0 for none. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly actions: Actions
}

/** One unit: data, places, contracts, funds, batches, operators, accounts and log. */
export function UnitDrawer({ id, pane, onPane, onClose, actions }: UnitDrawerProps) {
  const say = useText()
  const unit = useRead(api.units.get, { id }, { isEnabled: id !== 0 })
  const found = id !== 0 && unit.data?.id === id ? unit.data : undefined
  const some = (content: ReactNode) => (id === 0 ? null : content)
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={found ? `${found.name} · ${found.code}` : ''}
      onClose={onClose}
      width={980}
      actions={found ? actions.menu?.(found) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        {
          key: 'facts',
          label: say(texts.facts),
          content: <QueryContent query={{ ...unit, data: found }}>{(detail) => <Basics unit={detail} actions={actions} />}</QueryContent>,
        },
        { key: 'contracts', label: say(texts.contracts), content: some(<Contracts id={id} />) },
        ...(can('yufukuan') ? [{ key: 'movements', label: say(texts.movements), content: some(<Movements id={id} />) }] : []),
        ...(can('zfPtListpt') ? [{ key: 'batches', label: say(texts.batches), content: some(<Batches id={id} />) }] : []),
        { key: 'operators', label: say(texts.operators), content: some(<Operators id={id} />) },
        { key: 'team', label: say(texts.team), content: some(<Assignments id={id} />) },
        { key: 'related', label: say(texts.related), content: some(<RelatedPeople unitId={id} />) },
        ...(can('PtUserList') || can('userYzSfList') ? [{ key: 'accounts', label: say(texts.accounts), content: some(<Accounts id={id} />) }] : []),
        {
          key: 'changes',
          label: say(texts.changes),
          content: some(<ChangeLog id="unit-changes" label={say(texts.changes)} call={api.units.changes} of={{ id }} />),
        },
      ]}
    />
  )
}
