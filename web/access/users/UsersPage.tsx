import type { ReactNode } from 'react'
import { postNames, userFields, userStatusNames, usertypeNames } from '#/api/access/users.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { provinces } from '#/domain/base/provinces.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
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
import { CentreNames, type Choices, type User, UserStatus, usePost, useProvince } from './tags.tsx'
import { texts } from './texts.ts'
import { useActions } from './useActions.tsx'

const UserDrawer = onDemand(
  async () => (await import('./UserDrawer.tsx')).UserDrawer,
  ({ id }) => id !== 0,
)

const initial = {
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
const allowed = {
  usertype: keyOf(usertypeNames),
  post: keyOf(postNames),
  status: keyOf(userStatusNames),
  roleId: anyId,
  centreId: anyId,
  province: keyOf(provinces),
  size: pageSizes,
} as const
type State = UrlState<typeof initial, typeof allowed>

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
  const say = useText()
  const post = usePost()
  const province = useProvince()
  return [
    { key: 'username', title: say(userFields.username), width: 130, isAlways: true, pin: 'left', render: (row) => row.username },
    { key: 'name', title: say(userFields.name), width: 110, render: (row) => row.name },
    { key: 'status', title: say(userFields.status), width: 150, render: (row) => <UserStatus user={row} /> },
    { key: 'mobile', title: say(userFields.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    { key: 'usertype', title: say(userFields.usertype), width: 110, render: (row) => say(usertypeNames[row.usertype]) },
    { key: 'post', title: say(userFields.post), width: 140, render: post },
    { key: 'subject', title: say(userFields.subject), width: 200, isCut: true, render: (row) => row.subject || '—' },
    { key: 'centres', title: say(userFields.centres), width: 200, isCut: true, render: (row) => <CentreNames user={row} /> },
    { key: 'province', title: say(userFields.province), width: 110, render: (row) => province(row.province) || '—' },
    { key: 'roles', title: say(userFields.roles), width: 160, isCut: true, render: (row) => joinList(row.roles.map((role) => role.name)) || '—' },
    { key: 'lastLogin', title: say(userFields.lastLogin), width: 160, render: (row) => (row.lastLoginAt ? formatDateTime(row.lastLoginAt) : '—') },
    {
      key: 'mustChange',
      title: say(userFields.mustChange),
      width: 130,
      render: (row) => (row.mustChange ? <StatusTag tone="gold">{say(userFields.yes)}</StatusTag> : '—'),
    },
    { key: 'created', title: say(userFields.created), width: 160, isHiddenAtFirst: true, render: (row) => formatDateTime(row.createdAt) },
    { key: 'action', title: say(texts.action), width: 150, pin: 'right', isAlways: true, render: menu },
  ]
}

function useFields(state: State, change: (patch: Partial<State>) => void, choices: Choices | undefined) {
  const say = useText()
  const named = (names: Readonly<Record<number, Text>>) => Object.entries(names).map(([value, text]) => ({ value, label: say(text) }))
  const listed = (rows: readonly { id: number; name: string }[]) => rows.map((row) => ({ value: String(row.id), label: row.name }))
  return [
    { kind: 'text', name: 'keyword', label: say(texts.keyword), placeholder: say(texts.keywordHint) },
    { kind: 'choice', name: 'usertype', label: say(userFields.usertype), choices: named(usertypeNames) },
    { kind: 'choice', name: 'status', label: say(userFields.status), choices: named(userStatusNames) },
    { kind: 'choice', name: 'roleId', label: say(userFields.roles), choices: listed(choices?.roles ?? []) },
    { kind: 'flag', name: 'isLocked', label: say(texts.onlyLocked) },
    { kind: 'choice', name: 'post', label: say(userFields.post), choices: named(postNames).filter((each) => each.value !== '0') },
    { kind: 'choice', name: 'centreId', label: say(userFields.centres), choices: listed(choices?.centres ?? []) },
    {
      kind: 'choice',
      name: 'province',
      label: say(userFields.province),
      choices: Object.entries(provinces).map(([value, text]) => ({ value, label: say(text) })),
    },
    {
      kind: 'own',
      name: 'unitId',
      label: say(texts.unit),
      render: () => (
        <SubjectField
          usertype={userType.unit}
          label={say(texts.unit)}
          {...(state.unitId ? { value: state.unitId } : {})}
          onChange={(unitId: number | undefined) => change({ unitId: unitId ?? 0 })}
        />
      ),
    },
  ] as const
}

/** 用户管理: every account of the platform, or those of a centre and of its units and operators. */
export default function UsersPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const choices = useRead(api.users.choices, {}).data
  const filter = filterOf(state)
  const list = useRead(api.users.list, { ...filter, ...pageRequestOf(state) })
  const actions = useActions(choices)
  useCreateLink(can('user:edit'), actions.create)
  return (
    <>
      <PageHeader
        title={say(pageTitles.PtUserList)}
        actions={
          can('user:edit') ? (
            <Button type="primary" onClick={actions.create}>
              {say(texts.add)}
            </Button>
          ) : null
        }
      />
      {actions.proposals}
      <FilterBar state={state} onChange={change} initial={initial} fields={useFields(state, change, choices)} shown={4} />
      <DataTable
        id="users"
        label={say(pageTitles.PtUserList)}
        columns={useColumns(actions.menu)}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={<ExportButton reason={(list.data?.count ?? 0) === 0 ? say(texts.none) : ''} file={() => api.users.export(filter)} />}
        paging={pagingOf(state, list.data, change)}
      />
      <UserDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} menu={actions.menu} />
      {actions.dialog}
    </>
  )
}
