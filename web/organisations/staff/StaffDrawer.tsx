import { type ReactNode, useState } from 'react'
import { postNames } from '#/api/access/users.texts.ts'
import { paidAmountNames } from '#/api/amounts.texts.ts'
import { handoverStateNames, staffFields } from '#/api/organisations/staff.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { today } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { type StaffMember, StaffStatus } from './StaffPage.tsx'
import { texts } from './texts.ts'

type StaffDetail = OutputOf<typeof api.staff.get>
type Handover = StaffDetail['handovers'][number]
type Figure = OutputOf<typeof api.staff.performance>['rows'][number]

function Basics({ person }: { readonly person: StaffDetail }) {
  const t = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(staffFields.no), value: person.no },
        { label: t(staffFields.name), value: person.name },
        { label: t(staffFields.username), value: person.username },
        { label: t(staffFields.mobile), value: person.mobile ? <Masked value={person.mobile} /> : '' },
        { label: t(staffFields.post), value: t(postNames[person.poststatus]) },
        { label: t(staffFields.status), value: <StaffStatus person={person} /> },
        { label: t(staffFields.roles), value: joinList(person.roles.map((role) => role.name)) },
        { label: t(staffFields.joinedOn), value: person.joinedOn },
        { label: t(staffFields.unitCount), value: person.unitCount },
        { label: t(paidAmountNames.ofUnits), value: <MoneyLink value={person.monthNet} path={person.monthNetPath} /> },
        {
          label: t(staffFields.centres),
          value: joinList(person.centres.map((centre) => withNote(centre.name, joinList(centre.modes.map((mode) => t(modeNames[mode] ?? texts.all)))))),
          isWide: true,
        },
      ]}
    />
  )
}

function Performance({ id }: { readonly id: number }) {
  const t = useText()
  const [month, setMonth] = useState(() => today().slice(0, 7))
  const list = useRead(api.staff.performance, { id, month })
  const columns: Column<Figure>[] = [
    { key: 'unit', title: t(texts.unit), width: 240, isCut: true, render: (row) => row.unitName },
    { key: 'batches', title: t(texts.batches), width: 90, align: 'right', render: (row) => row.batches },
    moneyColumn('net', t(texts.net), 150),
    moneyColumn('fee', t(texts.fee), 140),
  ]
  return (
    <div className="k-stack">
      <span className="k-row">
        <label htmlFor="staff-month">{t(texts.month)}</label>
        <DayInput id="staff-month" picker="month" value={month} max={today().slice(0, 7)} onChange={setMonth} isNeeded />
      </span>
      <DataTable
        id="staff-performance"
        label={t(texts.performance)}
        columns={columns}
        rowKey={(row) => row.unitId}
        source={list}
        empty={{ reason: t(texts.noPerformance) }}
        totals={
          list.data ? (
            <span>
              {t(texts.net)}{' '}
              <b>
                <Money value={list.data.net} />
              </b>{' '}
              · {t(texts.fee)}{' '}
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

const HandoverTag = stateTag(handoverStateNames, { proposed: 'gold', scheduled: 'blue', done: 'green', cancelled: 'grey', rejected: 'red' })

function RejectDialog({ handover, onClose }: { readonly handover: Handover; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.staff.decideHandover, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.reject)} · ${handover.fromName} → ${handover.toName}`}
      onClose={onClose}
      confirmText={t(texts.reject)}
      onConfirm={({ reason }) => void decide.submit({ handoverId: handover.id, isApproved: false, reason })}
      isDangerous
      submission={decide}
    >
      <p>{t(texts.rejectEffect)}</p>
    </ReasonDialog>
  )
}

function Handovers({ person }: { readonly person: StaffDetail }) {
  const t = useText()
  const cancel = useSubmit(api.staff.cancelHandover)
  const decide = useSubmit(api.staff.decideHandover)
  const [rejecting, setRejecting] = useState<Handover | null>(null)
  const decisionButtons = (row: Handover) => (
    <>
      <ConfirmButton
        type="link"
        size="small"
        reason={row.may.decide}
        isBusy={decide.isBusy}
        effect={t(texts.approveEffect)}
        onPress={() => decide.submit({ handoverId: row.id, isApproved: true })}
      >
        {t(texts.approve)}
      </ConfirmButton>
      <ActionButton type="link" size="small" reason={row.may.decide} onPress={() => setRejecting(row)}>
        {t(texts.reject)}
      </ActionButton>
    </>
  )
  const columns: Column<Handover>[] = [
    { key: 'day', title: t(texts.effectiveOn), width: 120, render: (row) => row.effectiveOn },
    { key: 'from', title: t(texts.from), width: 100, render: (row) => row.fromName },
    { key: 'to', title: t(texts.to), width: 100, render: (row) => row.toName },
    {
      key: 'units',
      title: t(texts.units),
      width: 80,
      align: 'right',
      render: (row) => (row.state === 'done' ? row.doneCount : (row.unitCount ?? t(texts.allUnits))),
    },
    { key: 'reason', title: t(texts.reason), width: 150, isCut: true, render: (row) => row.reason },
    { key: 'state', title: t(texts.state), width: 90, render: (row) => <HandoverTag state={row.state} /> },
    {
      key: 'action',
      title: '',
      width: 190,
      render: (row) => (
        <span className="k-row">
          {row.state === 'proposed' ? decisionButtons(row) : null}
          {row.state === 'scheduled' || row.state === 'proposed' ? (
            <ConfirmButton
              type="link"
              size="small"
              reason={row.may.cancel}
              isBusy={cancel.isBusy}
              effect={t(texts.cancelEffect)}
              onPress={() => cancel.submit({ handoverId: row.id })}
            >
              {t(texts.cancel)}
            </ConfirmButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable id="staff-handovers" label={t(texts.handovers)} columns={columns} rows={person.handovers} empty={{ reason: t(texts.noHandovers) }} isPlain />
      {rejecting ? <RejectDialog handover={rejecting} onClose={() => setRejecting(null)} /> : null}
    </>
  )
}

interface StaffDrawerProps {
  /** Id of the staff member; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly menu: (person: StaffMember) => ReactNode
}

/** One staff member: data, monthly payments of their units, and transfers of units. */
export function StaffDrawer({ id, pane, onPane, onClose, menu }: StaffDrawerProps) {
  const t = useText()
  const person = useRead(api.staff.get, { id }, { isEnabled: id !== 0 })
  const current = id !== 0 && person.data?.id === id ? person.data : undefined
  const renderDetail = (render: (detail: StaffDetail) => ReactNode) => <QueryContent query={{ ...person, data: current }}>{render}</QueryContent>
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={current ? `${current.name} · ${current.no}` : ''}
      onClose={onClose}
      actions={current ? menu(current) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        { key: 'facts', label: t(texts.facts), content: renderDetail((detail) => <Basics person={detail} />) },
        { key: 'performance', label: t(texts.performance), content: id === 0 ? null : <Performance id={id} /> },
        { key: 'handovers', label: t(texts.handovers), content: renderDetail((detail) => <Handovers person={detail} />) },
      ]}
    />
  )
}
