import { useState } from 'react'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'
import { type KeyLabels, useKeyLabels } from './useKeyLabels.ts'
import './roles.css'

const CopyDialog = onDemand(async () => (await import('./CopyDialog.tsx')).CopyRoleDialog)

const RoleDrawer = onDemand(
  async () => (await import('./RoleDrawer.tsx')).RoleDrawer,
  ({ id }) => id !== null,
)

type Row = OutputOf<typeof api.roles.list>['rows'][number]

const initialState = { keyword: '', usertype: '', permission: '', page: 1, size: 20, open: -1, pane: 'rights' } as const
const allowedValues = { usertype: keyOf(usertypeNames), size: pageSizes } as const

function useColumns(on: { open: (row: Row) => void; copy: (row: Row) => void; remove: (row: Row) => void }): Column<Row>[] {
  const t = useText()
  const canEdit = can('role:edit')
  return [
    { key: 'name', title: t(texts.name), width: 200, isAlways: true, pin: 'left', render: (row) => <span className="k-strong">{row.name}</span> },
    { key: 'usertype', title: t(texts.usertype), width: 130, render: (row) => t(usertypeNames[row.usertype as keyof typeof usertypeNames]) },
    {
      key: 'kind',
      title: t(texts.kind),
      width: 110,
      render: (row) => <StatusTag tone={row.isBuiltIn ? 'blue' : 'grey'}>{t(row.isBuiltIn ? texts.builtIn : texts.own)}</StatusTag>,
    },
    { key: 'keys', title: t(texts.keyCount), width: 90, align: 'right', render: (row) => row.keyCount },
    { key: 'members', title: t(texts.memberCount), width: 90, align: 'right', render: (row) => row.memberCount },
    { key: 'updatedAt', title: t(texts.updatedAt), width: 150, render: (row) => (row.updatedAt ? formatDateTime(row.updatedAt) : '—') },
    { key: 'updatedBy', title: t(texts.updatedBy), width: 110, render: (row) => row.updatedBy ?? '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 250,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <div className="k-row">
          <Button type="link" size="small" onClick={() => on.open(row)}>
            {t(row.may.edit ? texts.rights : texts.edit)}
          </Button>
          {canEdit ? (
            <>
              <Button type="link" size="small" onClick={() => on.copy(row)}>
                {t(texts.copy)}
              </Button>
              <ActionButton type="link" size="small" danger reason={row.may.remove} onPress={() => on.remove(row)}>
                {t(texts.remove)}
              </ActionButton>
            </>
          ) : null}
        </div>
      ),
    },
  ]
}

function useFilterFields({ groups, nameOf }: KeyLabels): FilterField<'keyword' | 'usertype' | 'permission'>[] {
  const t = useText()
  const usertypes = allChoicesOf(t, usertypeNames)
  const permissions = groups.flatMap((group) => group.keys).map((value) => ({ value, label: withNote(nameOf(value), value) }))
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword) },
    { kind: 'choice', name: 'usertype', label: t(texts.usertype), choices: usertypes },
    { kind: 'choice', name: 'permission', label: t(texts.holding), width: 240, choices: permissions },
  ]
}

/** Returns a function that removes a role after a confirmation. */
function useRemoveRole(): (row: Row) => void {
  const t = useText()
  const remove = useSubmit(api.roles.remove)
  return (row) =>
    confirm({
      title: t(texts.removeTitle, { name: row.name }),
      content: t(texts.removeNote),
      okText: t(texts.remove),
      isDangerous: true,
      onOk: () => remove.submit({ id: row.id, version: row.version }),
    })
}

/** 角色管理: the roles, their keys and members. */
export default function RolesPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [copying, copy] = useState<Row | null>(null)
  const list = useRead(api.roles.list, {
    page: state.page,
    size: state.size,
    ...setConditions({
      keyword: state.keyword,
      usertype: state.usertype,
      permission: state.permission,
    }),
  })
  const labels = useKeyLabels()
  const confirmRemove = useRemoveRole()
  const open = (id: number) => change({ open: id, pane: 'rights' })
  const columns = useColumns({ open: (row) => open(row.id), copy, remove: confirmRemove })
  return (
    <>
      <PageHeader
        title={t(pageTitles.EditRose)}
        note={t(texts.note)}
        actions={
          can('role:edit') ? (
            <Button type="primary" onClick={() => open(0)}>
              {t(texts.create)}
            </Button>
          ) : null
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(labels)} />
      <DataTable
        id="roles"
        label={t(pageTitles.EditRose)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => open(row.id)}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      <RoleDrawer
        labels={labels}
        id={state.open < 0 ? null : state.open}
        pane={state.pane}
        onPane={(pane) => change({ pane })}
        onClose={() => change({ open: -1, pane: 'rights' })}
        onMade={(id) => change({ open: id, pane: 'members' })}
      />
      {copying ? (
        <CopyDialog
          key={copying.id}
          role={copying}
          nameOf={labels.nameOf}
          onClose={() => copy(null)}
          onMade={(id) => {
            copy(null)
            open(id)
          }}
        />
      ) : null}
    </>
  )
}
