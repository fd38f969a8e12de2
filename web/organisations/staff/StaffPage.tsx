import { type ReactNode, useState } from 'react'
import { postNames, userStatusNames } from '#/api/access/users.texts.ts'
import { staffFields } from '#/api/organisations/staff.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { accountStatus, postStatus } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined } from '#/web/ui/icons.ts'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryDialog } from '#/web/ui/QueryDialog.tsx'
import type { NeededQuery } from '#/web/ui/query-stage.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { anyId, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import type { StaffAction } from './PersonDialogs.tsx'
import { texts } from './texts.ts'

const HandOverDialog = onDemand(async () => (await import('./staff-dialogs.ts')).HandOverDialog)

const ActionDialog = onDemand(async () => (await import('./staff-dialogs.ts')).ActionDialog)
const SentLink = onDemand(async () => (await import('#/web/access/users/public.ts')).SentLink)
const PersonDialog = onDemand(async () => (await import('./staff-dialogs.ts')).PersonDialog)

const StaffDrawer = onDemand(
  async () => (await import('./StaffDrawer.tsx')).StaffDrawer,
  ({ id }) => id !== 0,
)

export type StaffMember = OutputOf<typeof api.staff.list>['rows'][number]

const posts = [postStatus.director, postStatus.marketer, postStatus.salesman, postStatus.crossCentre, postStatus.finance, postStatus.auditor] as const
const displayedStatuses = [accountStatus.active, accountStatus.disabled, accountStatus.locked] as const
const initialState = { keyword: '', centreId: '', poststatus: '', status: '', isForMe: false, page: 1, size: 20, open: 0, pane: 'facts' } as const
const allowedValues = { centreId: anyId, poststatus: posts, status: displayedStatuses, size: pageSizes } as const
type OpenDialog = { readonly what: 'create' } | { readonly what: 'edit' | 'handOver' | StaffAction; readonly person: StaffMember }

function Commission({ person }: { readonly person: StaffMember }) {
  const t = useText()
  if (!person.commission) return <span className="k-muted">—</span>
  return <>{t(texts[person.commission.method], { rate: `${person.commission.ratePpm / 10_000}%` })}</>
}

/** The status of a staff member, and when their units are transferred. */
export function StaffStatus({ person }: { readonly person: StaffMember }) {
  const t = useText()
  const name = userStatusNames[person.status as keyof typeof userStatusNames]
  return (
    <span className="k-row">
      <StatusTag tone={person.status === accountStatus.active ? 'green' : person.status === accountStatus.locked ? 'red' : 'grey'}>
        {name ? t(name) : String(person.status)}
      </StatusTag>
      {person.leavingOn ? <StatusTag tone="blue">{t(texts.leaving, { day: person.leavingOn })}</StatusTag> : null}
    </span>
  )
}

function useColumns(menu: (person: StaffMember) => ReactNode): Column<StaffMember>[] {
  const t = useText()
  return [
    { key: 'no', title: t(staffFields.no), width: 100, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'name', title: t(staffFields.name), width: 110, render: (row) => row.name },
    { key: 'status', title: t(staffFields.status), width: 190, render: (row) => <StaffStatus person={row} /> },
    { key: 'post', title: t(staffFields.post), width: 140, render: (row) => t(postNames[row.poststatus]) },
    { key: 'centres', title: t(staffFields.centres), width: 180, isCut: true, render: (row) => joinList(row.centres.map((centre) => centre.name)) },
    { key: 'units', title: t(staffFields.unitCount), width: 110, align: 'right', render: (row) => row.unitCount },
    { key: 'paid', title: t(staffFields.monthNet), width: 150, align: 'right', render: (row) => <MoneyLink value={row.monthNet} path={row.monthNetPath} /> },
    { key: 'mobile', title: t(staffFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    { key: 'roles', title: t(staffFields.roles), width: 150, isCut: true, render: (row) => joinList(row.roles.map((role) => role.name)) || '—' },
    { key: 'commission', title: t(staffFields.commission), width: 140, render: (row) => <Commission person={row} /> },
    { key: 'joined', title: t(staffFields.joinedOn), width: 120, render: (row) => row.joinedOn },
    { key: 'username', title: t(staffFields.username), width: 130, isHiddenAtFirst: true, render: (row) => row.username },
    { key: 'action', title: t(texts.action), width: 150, pin: 'right', isAlways: true, render: menu },
  ]
}

function PersonMenu({ person, onAsk }: { readonly person: StaffMember; readonly onAsk: (dialog: OpenDialog) => void }) {
  const t = useText()
  const actions: ('handOver' | StaffAction)[] = ['handOver', 'reset', person.status === accountStatus.disabled ? 'enable' : 'disable']
  return (
    <span className="k-row">
      <ActionButton type="link" size="small" reason={person.may.edit} onPress={() => onAsk({ what: 'edit', person })}>
        {t(texts.edit)}
      </ActionButton>
      <Dropdown
        items={actions.map((key) => ({
          key,
          label: t(texts[key]),
          disabled: person.may[key] !== '',
          title: person.may[key],
          danger: key === 'disable' && person.may.disable === '',
        }))}
        onChoose={(key) => onAsk({ what: key as StaffAction, person })}
      >
        <Button type="link" size="small" aria-label={t(texts.moreOf, { name: person.name })}>
          {t(texts.more)} <Icon of={DownOutlined} />
        </Button>
      </Dropdown>
    </span>
  )
}

interface PersonDialogProps {
  readonly openDialog: OpenDialog | null
  readonly choices: NeededQuery<OutputOf<typeof api.staff.choices>>
  readonly onClose: () => void
  readonly onSent: (ask: string) => void
}

function StaffDialog({ openDialog: dialog, choices, onClose, onSent }: PersonDialogProps) {
  const t = useText()
  if (dialog === null) return null
  if (dialog.what !== 'create' && dialog.what !== 'edit' && dialog.what !== 'handOver')
    return <ActionDialog action={dialog.what} person={dialog.person} onClose={onClose} onSent={onSent} />
  return (
    <QueryDialog query={choices} title={t(dialog.what === 'create' ? texts.add : texts[dialog.what])} onClose={onClose}>
      {(answer) =>
        dialog.what === 'handOver' ? (
          <HandOverDialog person={dialog.person} choices={answer} onClose={onClose} />
        ) : (
          <PersonDialog person={dialog.what === 'create' ? null : dialog.person} choices={answer} onClose={onClose} onSent={onSent} />
        )
      }
    </QueryDialog>
  )
}

/** 员工管理: the staff of the centres, their units, and transfers. */
export default function StaffPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const choices = useRead(api.staff.choices, {})
  const list = useRead(api.staff.list, {
    page: state.page,
    size: state.size,
    ...setConditions({
      keyword: state.keyword,
      centreId: state.centreId,
      poststatus: state.poststatus,
      status: state.status,
      isForMe: state.isForMe || undefined,
    }),
  })
  const closeDialog = () => ask(null)
  const menu = (person: StaffMember) => <PersonMenu person={person} onAsk={ask} />
  const choicesOf = (names: Readonly<Record<number, Text>>, only: readonly number[]) =>
    only.map((value) => ({ value: String(value), label: t(names[value] ?? texts.all) }))
  return (
    <>
      <PageHeader
        title={t(pageTitles.employeeList)}
        actions={
          can('user:edit') ? (
            <Button type="primary" onClick={() => ask({ what: 'create' })}>
              {t(texts.add)}
            </Button>
          ) : null
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 240 },
          { kind: 'choice', name: 'poststatus', label: t(staffFields.post), choices: choicesOf(postNames, posts) },
          {
            kind: 'choice',
            name: 'centreId',
            label: t(staffFields.centres),
            choices: (choices.data?.centres ?? []).map((centre) => ({ value: String(centre.id), label: centre.name })),
          },
          { kind: 'choice', name: 'status', label: t(staffFields.status), choices: choicesOf(userStatusNames, displayedStatuses) },
          { kind: 'flag', name: 'isForMe', label: t(texts.forMe) },
        ]}
      />
      <DataTable
        id="staff"
        label={t(pageTitles.employeeList)}
        columns={useColumns(menu)}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <StaffDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} menu={menu} />
      <StaffDialog openDialog={dialog} choices={choices} onClose={closeDialog} onSent={setSent} />
      {sent !== null ? <SentLink ask={sent} onClose={() => setSent(null)} /> : null}
    </>
  )
}
