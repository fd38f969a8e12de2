import type { ReactNode } from 'react'
import { accountStateNames, dutyNames, userFields, userStatusNames } from '#/api/access/users.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PageExtras } from '#/web/shell/PageExtras.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { anyId, keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useCreateLink } from '#/web/ui/useCreateLink.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { PaymentState, ReviewState, type User, type UserChoices, UserStatus } from './tags.tsx'
import { texts } from './texts.ts'
import { useUserActions } from './useActions.tsx'
import './users.css'

const UserDrawer = onDemand(
  async () => (await import('./UserDrawer.tsx')).UserDrawer,
  ({ id }) => id !== 0,
)

const displayedStatuses = [accountStatus.active, accountStatus.pending, accountStatus.rejected, accountStatus.disabled] as const
const initialState = { keyword: '', status: '', roleId: '', review: '', ...firstPage, open: 0, pane: 'facts' } as const
const allowedValues = { status: displayedStatuses, roleId: anyId, review: keyOf(accountStateNames), size: pageSizes } as const

function useColumns(menu: (user: User) => ReactNode, isOwn: boolean): Column<User>[] {
  const t = useText()
  // Requested roles that are not approved yet are shown too. Otherwise a new checker would have no role.
  const roleNamesOf = (row: User) => joinList(row.roles.length > 0 ? row.roles.map((role) => role.name) : (row.review?.roles ?? []))
  return [
    { key: 'username', title: t(texts.account), width: 130, isAlways: true, pin: 'left', render: (row) => row.username },
    { key: 'name', title: t(userFields.name), width: 110, render: (row) => row.name },
    ...(isOwn ? [] : [{ key: 'unit', title: t(texts.unit), width: 200, isCut: true, render: (row: User) => row.subject }]),
    { key: 'mobile', title: t(userFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    {
      key: 'duties',
      title: t(userFields.duties),
      width: 210,
      render: (row) =>
        row.roles.length === 0 ? (
          '—'
        ) : (
          <span className="k-row">
            {row.duties.map((duty) => (
              <StatusTag key={duty} tone={duty === 'viewer' ? 'grey' : 'blue'}>
                {t(dutyNames[duty])}
              </StatusTag>
            ))}
          </span>
        ),
    },
    { key: 'roles', title: t(userFields.roles), width: 150, isCut: true, render: (row) => roleNamesOf(row) || '—' },
    { key: 'status', title: t(userFields.status), width: 140, render: (row) => <UserStatus user={row} /> },
    { key: 'review', title: t(texts.review), width: 110, render: (row) => <ReviewState review={row.review} /> },
    { key: 'payment', title: t(texts.payment), width: 120, render: (row) => <PaymentState state={row.paymentPassword} /> },
    { key: 'lastLogin', title: t(userFields.lastLogin), width: 160, render: (row) => (row.lastLoginAt ? formatDateTime(row.lastLoginAt) : '—') },
    { key: 'action', title: t(texts.action), width: 150, pin: 'right', isAlways: true, render: menu },
  ]
}

function useFilterFields(choices: UserChoices | undefined): FilterField<'keyword' | 'status' | 'roleId' | 'review'>[] {
  const t = useText()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
    {
      kind: 'choice',
      name: 'status',
      label: t(userFields.status),
      choices: displayedStatuses.map((value) => ({ value: String(value), label: t(userStatusNames[value]) })),
    },
    {
      kind: 'choice',
      name: 'roleId',
      label: t(userFields.roles),
      choices: (choices?.roles ?? []).map((role) => ({ value: String(role.id), label: role.name })),
    },
    { kind: 'choice', name: 'review', label: t(texts.review), choices: allChoicesOf(t, accountStateNames) },
  ]
}

/** 账号管理: the accounts of one unit, managed by its administrator. */
export default function EmployeesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const choices = useRead(api.users.choices, {})
  const filter = setConditions({
    keyword: state.keyword,
    status: state.status,
    roleId: state.roleId,
    review: state.review,
  })
  // A super account can open this page too and sees the accounts of all units.
  const isOwn = useUser()?.usertype === userType.unit
  const list = useRead(api.users.list, { ...filter, usertype: userType.unit, ...pageRequestOf(state) })
  const actions = useUserActions(choices)
  useCreateLink(can('user:edit'), actions.create)
  return (
    <>
      <PageHeader
        title={t(pageTitles.employeeDw)}
        note={t(texts.afterApproval)}
        actions={
          <>
            <PageExtras />
            {can('user:edit') ? (
              <Button type="primary" onClick={actions.create}>
                {t(texts.addOwn)}
              </Button>
            ) : null}
          </>
        }
      />
      {actions.proposals}
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(choices.data)} />
      <DataTable
        id="employees"
        label={t(pageTitles.employeeDw)}
        columns={useColumns(actions.menu, isOwn)}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={
          <ExportButton reason={(list.data?.count ?? 0) === 0 ? t(texts.none) : ''} file={() => api.users.export({ ...filter, usertype: userType.unit })} />
        }
        paging={pagingOf(state, list.data, change)}
      />
      <UserDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} menu={actions.menu} />
      {actions.dialog}
    </>
  )
}
