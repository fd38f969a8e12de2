import type { ReactNode } from 'react'
import { postNames, userFields, userStatusNames, usertypeNames } from '#/api/access/users.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { anyId, keyOf, setConditions, type UrlState } from '#/web/ui/url-state.ts'
import { useCreateLink } from '#/web/ui/useCreateLink.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { SubjectField } from './SubjectField.tsx'
import { CentreNames, type User, type UserChoices, UserStatus, usePostName, useProvinceName } from './tags.tsx'
import { texts } from './texts.ts'
import { useUserActions } from './useActions.tsx'
import './users.css'

const UserDrawer = onDemand(
  async () => (await import('./UserDrawer.tsx')).UserDrawer,
  ({ id }) => id !== 0,
)

const initialState = {
  keyword: '',
  usertype: '',
  post: '',
  status: '',
  roleId: '',
  centreId: '',
  province: '',
  unitId: 0,
  isLocked: false,
  ...firstPage,
  open: 0,
  pane: 'facts',
} as const
const allowedValues = {
  usertype: keyOf(usertypeNames),
  post: keyOf(postNames),
  status: keyOf(userStatusNames),
  roleId: anyId,
  centreId: anyId,
  province: keyOf(provinces),
  size: pageSizes,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

function filterOf(state: State) {
  return setConditions({
    keyword: state.keyword,
    usertype: state.usertype,
    poststatus: state.post,
    status: state.status,
    roleId: state.roleId,
    centreId: state.centreId,
    province: state.province,
    unitId: state.unitId || undefined,
    isLocked: state.isLocked || undefined,
  })
}

function useColumns(menu: (user: User) => ReactNode): Column<User>[] {
  const t = useText()
  const post = usePostName()
  const province = useProvinceName()
  return [
    { key: 'username', title: t(userFields.username), width: 130, isAlways: true, pin: 'left', render: (row) => row.username },
    { key: 'name', title: t(userFields.name), width: 110, render: (row) => row.name },
    { key: 'status', title: t(userFields.status), width: 150, render: (row) => <UserStatus user={row} /> },
    { key: 'mobile', title: t(userFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    { key: 'usertype', title: t(userFields.usertype), width: 110, render: (row) => t(usertypeNames[row.usertype]) },
    { key: 'post', title: t(userFields.post), width: 140, render: post },
    { key: 'subject', title: t(userFields.subject), width: 200, isCut: true, render: (row) => row.subject || '—' },
    { key: 'centres', title: t(userFields.centres), width: 200, isCut: true, render: (row) => <CentreNames user={row} /> },
    { key: 'province', title: t(userFields.province), width: 110, render: (row) => province(row.province) || '—' },
    { key: 'roles', title: t(userFields.roles), width: 160, isCut: true, render: (row) => joinList(row.roles.map((role) => role.name)) || '—' },
    { key: 'lastLogin', title: t(userFields.lastLogin), width: 160, render: (row) => (row.lastLoginAt ? formatDateTime(row.lastLoginAt) : '—') },
    {
      key: 'mustChange',
      title: t(userFields.mustChange),
      width: 130,
      render: (row) => (row.mustChange ? <StatusTag tone="gold">{t(userFields.yes)}</StatusTag> : '—'),
    },
    { key: 'created', title: t(userFields.created), width: 160, isHiddenAtFirst: true, render: (row) => formatDateTime(row.createdAt) },
    { key: 'action', title: t(texts.action), width: 150, pin: 'right', isAlways: true, render: menu },
  ]
}

function useFilterFields(state: State, change: (patch: Partial<State>) => void, choices: UserChoices | undefined) {
  const t = useText()
  const optionsOf = (rows: readonly { id: number; name: string }[]) => rows.map((row) => ({ value: String(row.id), label: row.name }))
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) },
    { kind: 'choice', name: 'usertype', label: t(userFields.usertype), choices: allChoicesOf(t, usertypeNames) },
    { kind: 'choice', name: 'status', label: t(userFields.status), choices: allChoicesOf(t, userStatusNames) },
    { kind: 'choice', name: 'roleId', label: t(userFields.roles), choices: optionsOf(choices?.roles ?? []) },
    { kind: 'flag', name: 'isLocked', label: t(texts.onlyLocked) },
    { kind: 'choice', name: 'post', label: t(userFields.post), choices: allChoicesOf(t, postNames).filter((each) => each.value !== '0') },
    { kind: 'choice', name: 'centreId', label: t(userFields.centres), choices: optionsOf(choices?.centres ?? []) },
    { kind: 'choice', name: 'province', label: t(userFields.province), choices: allChoicesOf(t, provinces) },
    {
      kind: 'own',
      name: 'unitId',
      label: t(texts.unit),
      render: () => (
        <SubjectField
          usertype={userType.unit}
          label={t(texts.unit)}
          {...(state.unitId ? { value: state.unitId } : {})}
          onChange={(unitId: number | undefined) => change({ unitId: unitId ?? 0 })}
        />
      ),
    },
  ] as const
}

/** 用户管理: every account of the platform, or those of a centre and of its units and operators. */
export default function UsersPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const choices = useRead(api.users.choices, {})
  const filter = filterOf(state)
  const list = useRead(api.users.list, { ...filter, ...pageRequestOf(state) })
  const actions = useUserActions(choices)
  useCreateLink(can('user:edit'), actions.create)
  return (
    <>
      <PageHeader
        title={t(pageTitles.PtUserList)}
        actions={
          can('user:edit') ? (
            <Button type="primary" onClick={actions.create}>
              {t(texts.add)}
            </Button>
          ) : null
        }
      />
      {actions.proposals}
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(state, change, choices.data)} shown={4} />
      <DataTable
        id="users"
        label={t(pageTitles.PtUserList)}
        columns={useColumns(actions.menu)}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={<ExportButton reason={(list.data?.count ?? 0) === 0 ? t(texts.none) : ''} file={() => api.users.export(filter)} />}
        paging={pagingOf(state, list.data, change)}
      />
      <UserDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} menu={actions.menu} />
      {actions.dialog}
    </>
  )
}
