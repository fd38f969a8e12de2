import { type ReactNode, useState } from 'react'
import { postNames } from '#/api/access/users.texts.ts'
import { arrivedNames } from '#/api/amounts.texts.ts'
import { handoverStateNames, staffFields } from '#/api/organisations/staff.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { idleQuery, useRead, useSubmit } from '#/web/kernel/query.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { today } from './PersonDialogs.tsx'
import { type Person, PlanStatus } from './StaffPage.tsx'
import { texts } from './texts.ts'

type StaffDetail = OutputOf<typeof api.staff.get>
type Handover = StaffDetail['handovers'][number]
type Figure = OutputOf<typeof api.staff.performance>['rows'][number]

function Basics({ person }: { readonly person: StaffDetail }) {
  const say = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: say(staffFields.no), value: person.no },
        { label: say(staffFields.name), value: person.name },
        { label: say(staffFields.username), value: person.username },
        { label: say(staffFields.mobile), value: person.mobile ? <Masked value={person.mobile} /> : '' },
        { label: say(staffFields.post), value: say(postNames[person.poststatus]) },
        { label: say(staffFields.status), value: <PlanStatus person={person} /> },
        { label: say(staffFields.roles), value: joinList(person.roles.map((role) => role.name)) },
        { label: say(staffFields.joinedOn), value: person.joinedOn },
        { label: say(staffFields.unitCount), value: person.unitCount },
        { label: say(arrivedNames.ofUnits), value: <MoneyLink value={person.monthNet} path={person.monthNetPath} /> },
        {
          label: say(staffFields.centres),
          value: joinList(person.centres.map((centre) => withNote(centre.name, joinList(centre.modes.map((mode) => say(modeNames[mode] ?? texts.all)))))),
          isWide: true,
        },
      ]}
    />
  )
}

function Performance({ id }: { readonly id: number }) {
  const say = useText()
  const [month, setMonth] = useState(() => today().slice(0, 7))
  const list = useRead(api.staff.performance, { id, month })
  const columns: Column<Figure>[] = [
    { key: 'unit', title: say(texts.unit), width: 240, isCut: true, render: (row) => row.unitName },
    { key: 'batches', title: say(texts.batches), width: 90, align: 'right', render: (row) => row.batches },
    { key: 'net', title: say(texts.net), width: 150, align: 'right', render: (row) => <Money value={row.net} /> },
    { key: 'fee', title: say(texts.fee), width: 140, align: 'right', render: (row) => <Money value={row.fee} /> },
  ]
  return (
    <div className="k-stack">
      <span className="k-row">
        <label htmlFor="staff-month">{say(texts.month)}</label>
        <DayInput id="staff-month" picker="month" value={month} max={today().slice(0, 7)} onChange={setMonth} isNeeded />
      </span>
      <DataTable
        id="staff-performance"
        label={say(texts.performance)}
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.unitId}
        source={list}
        empty={{ reason: say(texts.noPerformance) }}
        totals={
          list.data ? (
            <span>
              {say(texts.net)}{' '}
              <b>
                <Money value={list.data.net} />
              </b>{' '}
              · {say(texts.fee)}{' '}
              <b>
                <Money value={list.data.fee} />
              </b>
            </span>
          ) : null
        }
        isPlain
      />
    </div>
  )
}

const tones = { scheduled: 'blue', done: 'green', cancelled: 'grey' } as const

function Handovers({ person }: { readonly person: StaffDetail }) {
  const say = useText()
  const cancel = useSubmit(api.staff.cancelHandover)
  const columns: Column<Handover>[] = [
    { key: 'day', title: say(texts.effectiveOn), width: 120, render: (row) => row.effectiveOn },
    { key: 'from', title: say(texts.from), width: 100, render: (row) => row.fromName },
    { key: 'to', title: say(texts.to), width: 100, render: (row) => row.toName },
    {
      key: 'units',
      title: say(texts.units),
      width: 80,
      align: 'right',
      render: (row) => (row.state === 'done' ? row.doneCount : (row.unitCount ?? say(texts.allUnits))),
    },
    { key: 'reason', title: say(texts.reason), width: 150, isCut: true, render: (row) => row.reason },
    { key: 'state', title: say(texts.state), width: 90, render: (row) => <StatusTag tone={tones[row.state]}>{say(handoverStateNames[row.state])}</StatusTag> },
    {
      key: 'action',
      title: '',
      width: 80,
      render: (row) =>
        row.state === 'scheduled' ? (
          <ConfirmButton
            type="link"
            size="small"
            reason={row.may.cancel}
            isBusy={cancel.isBusy}
            effect={say(texts.cancelEffect)}
            onPress={() => cancel.submit({ handoverId: row.id })}
          >
            {say(texts.cancel)}
          </ConfirmButton>
        ) : null,
    },
  ]
  return (
    <DataTable
      id="staff-handovers"
      label={say(texts.handovers)}
      columns={columns}
      rows={person.handovers}
      rowKey={(row) => row.id}
      source={idleQuery}
      empty={{ reason: say(texts.noHandovers) }}
      isPlain
    />
  )
}

interface StaffDrawerProps {
  /** 0 for none. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly menu: (person: Person) => ReactNode
}

/** One staff member: data, monthly payments of their units, and transfers of units. */
export function StaffDrawer({ id, pane, onPane, onClose, menu }: StaffDrawerProps) {
  const say = useText()
  const person = useRead(api.staff.get, { id }, { isEnabled: id !== 0 })
  const found = id !== 0 && person.data?.id === id ? person.data : undefined
  const show = (render: (detail: StaffDetail) => ReactNode) => <QueryContent query={{ ...person, data: found }}>{render}</QueryContent>
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={found ? `${found.name} · ${found.no}` : ''}
      onClose={onClose}
      actions={found ? menu(found) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        { key: 'facts', label: say(texts.facts), content: show((detail) => <Basics person={detail} />) },
        { key: 'performance', label: say(texts.performance), content: id === 0 ? null : <Performance id={id} /> },
        { key: 'handovers', label: say(texts.handovers), content: show((detail) => <Handovers person={detail} />) },
      ]}
    />
  )
}
