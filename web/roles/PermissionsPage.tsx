import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { permissionName, usertypeNames } from '#/api/roles.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { CheckDialog } from './CheckDialog.tsx'
import { texts } from './texts.ts'
import './roles.css'

type Row = OutputOf<typeof api.roles.permissions>[number]

const initial = { keyword: '', kind: '', menu: '', usertype: '', isUnused: false, page: 1, size: 50, open: '' }
const kinds = {
  page: { text: texts.page, tone: 'blue' },
  action: { text: texts.actionKind, tone: 'gold' },
  all: { text: texts.everything, tone: 'red' },
} as const

function useWords() {
  const say = useText()
  return {
    nameOf: (key: string) => {
      const name = permissionName(key)
      return name ? say(name) : key
    },
    menuOf: (menu: string | null) => say(menu === null ? texts.general : menuTitles[menu as keyof typeof menuTitles]),
    kindsOf: (usertypes: readonly number[]) => usertypes.map((each) => say(usertypeNames[each as keyof typeof usertypeNames])).join('、'),
  }
}

function useColumns(): Column<Row>[] {
  const say = useText()
  const { nameOf, menuOf, kindsOf } = useWords()
  return [
    { key: 'key', title: say(texts.key), width: 170, isAlways: true, pin: 'left', render: (row) => <code className="r-code">{row.key}</code> },
    { key: 'name', title: say(texts.keyName), width: 180, render: (row) => nameOf(row.key) },
    { key: 'kind', title: say(texts.keyKind), width: 90, render: (row) => <StatusTag tone={kinds[row.kind].tone}>{say(kinds[row.kind].text)}</StatusTag> },
    { key: 'menu', title: say(texts.menu), width: 150, render: (row) => menuOf(row.menu) },
    { key: 'pages', title: say(texts.opens), width: 210, isCut: true, render: (row) => row.pages.map((page) => page.path).join('  ') || '—' },
    { key: 'usertypes', title: say(texts.usertype), width: 220, isCut: true, render: (row) => kindsOf(row.usertypes) },
    { key: 'operations', title: say(texts.operationCount), width: 110, align: 'right', render: (row) => row.operations.length },
    {
      key: 'roles',
      title: say(texts.roleCount),
      width: 110,
      align: 'right',
      render: (row) => (row.roles.length === 0 ? <StatusTag tone="grey">{say(texts.unused)}</StatusTag> : row.roles.length),
    },
  ]
}

function Details({ row }: { readonly row: Row }) {
  const say = useText()
  return (
    <div className="k-stack">
      <section className="k-card">
        <h2>{say(texts.rolesOf)}</h2>
        <div className="r-list">
          {row.roles.length === 0 ? <span className="k-muted">{say(texts.unused)}</span> : null}
          {row.roles.map((role) =>
            canOpen('EditRose') ? (
              <Link key={role.id} to={`/system/EditRose?open=${role.id}`}>
                {role.name}
              </Link>
            ) : (
              <span key={role.id}>{role.name}</span>
            ),
          )}
        </div>
      </section>
      <section className="k-card">
        <h2>{say(texts.pagesOf)}</h2>
        <ul>
          {row.pages.map((page) => (
            <li key={page.key}>
              {say(pageTitles[page.key as keyof typeof pageTitles])} <code className="r-code">{page.path}</code>{' '}
              {page.hasScreen ? null : <StatusTag tone="grey">{say(texts.notShown)}</StatusTag>}
            </li>
          ))}
          {row.pages.length === 0 ? <li className="k-muted">—</li> : null}
        </ul>
      </section>
      <section className="k-card">
        <h2>{say(texts.operationsOf)}</h2>
        <div className="r-list">
          {row.operations.map((name) => (
            <code key={name} className="r-code">
              {name}
            </code>
          ))}
          {row.operations.length === 0 ? <span className="k-muted">—</span> : null}
        </div>
      </section>
    </div>
  )
}

/** 权限管理: every key there is, where it leads and who holds it. */
export default function PermissionsPage() {
  const say = useText()
  const [state, change] = useUrlState(initial)
  const [isChecking, setChecking] = useState(false)
  const { nameOf, menuOf } = useWords()
  const list = useRead(api.roles.permissions, {})
  const all = list.data ?? []
  const wanted = state.keyword.toLowerCase()
  const rows = all.filter(
    (row) =>
      (wanted === '' ||
        row.key.toLowerCase().includes(wanted) ||
        nameOf(row.key).toLowerCase().includes(wanted) ||
        row.pages.some((page) => page.path.toLowerCase().includes(wanted))) &&
      (state.kind === '' || row.kind === state.kind) &&
      (state.menu === '' || (row.menu ?? 'general') === state.menu) &&
      (state.usertype === '' || row.usertypes.includes(Number(state.usertype))) &&
      (!state.isUnused || row.roles.length === 0),
  )
  const groups = [...new Set(all.map((row) => row.menu))]
  const everything = { value: '', label: say(texts.all) }
  const open = all.find((row) => row.key === state.open)
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={say(pageTitles.EditRoseval)}
        note={say(texts.permissionsNote)}
        actions={
          <Button type="primary" onClick={() => setChecking(true)}>
            {say(texts.check)}
          </Button>
        }
      />
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        fields={[
          { kind: 'text', name: 'keyword', label: say(texts.key), placeholder: say(texts.search) },
          {
            kind: 'choice',
            name: 'kind',
            label: say(texts.keyKind),
            choices: [everything, ...Object.entries(kinds).map(([value, { text }]) => ({ value, label: say(text) }))],
          },
          {
            kind: 'choice',
            name: 'menu',
            label: say(texts.menu),
            choices: [everything, ...groups.map((menu) => ({ value: menu ?? 'general', label: menuOf(menu) }))],
          },
          {
            kind: 'choice',
            name: 'usertype',
            label: say(texts.usertype),
            choices: [everything, ...Object.entries(usertypeNames).map(([value, name]) => ({ value, label: say(name) }))],
          },
          { kind: 'flag', name: 'isUnused', label: say(texts.unused) },
        ]}
      />
      <DataTable
        id="permissions"
        label={say(pageTitles.EditRoseval)}
        columns={columns}
        rows={rows.slice((state.page - 1) * state.size, state.page * state.size)}
        rowKey={(row) => row.key}
        source={list}
        empty={{ reason: say(texts.noPermissions) }}
        onOpen={(row) => change({ open: row.key })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: rows.length, onChange: (page, size) => change({ page, size }) }}
      />
      <DetailDrawer isOpen={open !== undefined} title={open ? `${nameOf(open.key)} · ${open.key}` : ''} onClose={() => change({ open: '' })}>
        {open ? <Details row={open} /> : null}
      </DetailDrawer>
      {isChecking ? <CheckDialog onClose={() => setChecking(false)} /> : null}
    </>
  )
}
