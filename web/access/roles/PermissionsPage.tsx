import { useState } from 'react'
import { Link } from 'react-router'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { languages } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { languageNames } from '#/web/kernel/language.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { keyOf } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'
import { type CustomNames, programKeyName, useKeyLabels } from './useKeyLabels.ts'
import './roles.css'
import { useOverlay } from '#/web/ui/overlays.tsx'

const OrderDialog = onDemand(async () => (await import('./OrderDialog.tsx')).OrderDialog)

const NameDialog = onDemand(async () => (await import('./NameDialog.tsx')).NameDialog)

const CheckDialog = onDemand(async () => (await import('./CheckDialog.tsx')).CheckDialog)

type Row = OutputOf<typeof api.roles.permissions>[number]

const kinds = {
  page: { text: texts.page, tone: 'blue' },
  action: { text: texts.actionKind, tone: 'gold' },
  all: { text: texts.everything, tone: 'red' },
} as const

const initialState = { keyword: '', kind: '', menu: '', usertype: '', isUnused: false, page: 1, size: 50, open: '' } as const
const allowedValues = { kind: keyOf(kinds), usertype: keyOf(usertypeNames), size: pageSizes } as const

function useColumnTexts() {
  const t = useText()
  return {
    menuOf: (menu: string | null) => t(menu === null ? texts.general : menuTitles[menu as keyof typeof menuTitles]),
    kindsOf: (usertypes: readonly number[]) => joinList(usertypes.map((usertype) => t(usertypeNames[usertype as keyof typeof usertypeNames]))),
  }
}

function useColumns(nameOf: (key: string) => string): Column<Row>[] {
  const t = useText()
  const { menuOf, kindsOf } = useColumnTexts()
  return [
    { key: 'key', title: t(texts.key), width: 170, isAlways: true, pin: 'left', render: (row) => <code className="r-code">{row.key}</code> },
    { key: 'name', title: t(texts.keyName), width: 180, render: (row) => nameOf(row.key) },
    { key: 'kind', title: t(texts.keyKind), width: 90, render: (row) => <StatusTag tone={kinds[row.kind].tone}>{t(kinds[row.kind].text)}</StatusTag> },
    { key: 'menu', title: t(texts.menu), width: 150, render: (row) => menuOf(row.menu) },
    { key: 'pages', title: t(texts.opens), width: 210, isCut: true, render: (row) => row.pages.map((page) => page.path).join('  ') || '—' },
    { key: 'usertypes', title: t(texts.usertype), width: 220, isCut: true, render: (row) => kindsOf(row.usertypes) },
    { key: 'operations', title: t(texts.operationCount), width: 110, align: 'right', render: (row) => row.operations.length },
    {
      key: 'roles',
      title: t(texts.roleCount),
      width: 110,
      align: 'right',
      render: (row) => (row.roles.length === 0 ? <StatusTag tone="grey">{t(texts.unused)}</StatusTag> : row.roles.length),
    },
  ]
}

function useFilterFields(menus: readonly (string | null)[]): FilterField<'keyword' | 'kind' | 'menu' | 'usertype' | 'isUnused'>[] {
  const t = useText()
  const { menuOf } = useColumnTexts()
  return [
    { kind: 'text', name: 'keyword', label: t(texts.key), placeholder: t(texts.search) },
    {
      kind: 'choice',
      name: 'kind',
      label: t(texts.keyKind),
      choices: Object.entries(kinds).map(([value, { text }]) => ({ value, label: t(text) })),
    },
    {
      kind: 'choice',
      name: 'menu',
      label: t(texts.menu),
      choices: menus.map((menu) => ({ value: menu ?? 'general', label: menuOf(menu) })),
    },
    { kind: 'choice', name: 'usertype', label: t(texts.usertype), choices: allChoicesOf(t, usertypeNames) },
    { kind: 'flag', name: 'isUnused', label: t(texts.unused) },
  ]
}

/** The names of a key in each language, with a tag for names set by the platform and a button to change them. */
function PermissionNames({ name, own }: { readonly name: string; readonly own: CustomNames }) {
  const t = useText()
  const { open: openNaming } = useOverlay((_, close) => <NameDialog name={name} own={own} onClose={close} />)
  return (
    <section className="k-card">
      <div className="k-row k-spread">
        <h2>{t(texts.names)}</h2>
        {can('role:edit') ? (
          <Button size="small" onClick={() => openNaming()}>
            {t(texts.rename)}
          </Button>
        ) : null}
      </div>
      <Facts
        rows={languages.map((language) => ({
          label: languageNames[language],
          value: (
            <span lang={language}>
              {own[language] ?? programKeyName(name)[language]} {own[language] === null ? null : <StatusTag tone="blue">{t(texts.ownName)}</StatusTag>}
            </span>
          ),
        }))}
      />
    </section>
  )
}

function PermissionDetails({ row, own }: { readonly row: Row; readonly own: CustomNames }) {
  const t = useText()
  return (
    <div className="k-stack">
      <PermissionNames name={row.key} own={own} />
      <section className="k-card">
        <h2>{t(texts.rolesOf)}</h2>
        <div className="r-list">
          {row.roles.length === 0 ? <span className="k-muted">{t(texts.unused)}</span> : null}
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
        <h2>{t(texts.pagesOf)}</h2>
        <ul>
          {row.pages.map((page) => (
            <li key={page.key}>
              {t(pageTitles[page.key as keyof typeof pageTitles])} <code className="r-code">{page.path}</code>{' '}
              {page.hasScreen ? null : <StatusTag tone="grey">{t(texts.notShown)}</StatusTag>}
            </li>
          ))}
          {row.pages.length === 0 ? <li className="k-muted">—</li> : null}
        </ul>
      </section>
      <section className="k-card">
        <h2>{t(texts.operationsOf)}</h2>
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

/** 权限管理: every permission key, the pages it opens and the roles that have it. */
export default function PermissionsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isChecking, setChecking] = useState(false)
  const [isOrdering, setOrdering] = useState(false)
  const labels = useKeyLabels()
  const { nameOf } = labels
  const list = useRead(api.roles.permissions, {})
  const order = labels.groups.flatMap((group) => group.keys)
  const sortedRows = (list.data ?? []).toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const searchText = state.keyword.toLowerCase()
  const rows = sortedRows.filter(
    (row) =>
      (searchText === '' ||
        row.key.toLowerCase().includes(searchText) ||
        nameOf(row.key).toLowerCase().includes(searchText) ||
        row.pages.some((page) => page.path.toLowerCase().includes(searchText))) &&
      (state.kind === '' || row.kind === state.kind) &&
      (state.menu === '' || (row.menu ?? 'general') === state.menu) &&
      (state.usertype === '' || row.usertypes.includes(state.usertype)) &&
      (!state.isUnused || row.roles.length === 0),
  )
  const open = sortedRows.find((row) => row.key === state.open)
  const columns = useColumns(nameOf)
  return (
    <>
      <PageHeader
        title={t(pageTitles.EditRoseval)}
        note={t(texts.permissionsNote)}
        actions={
          <>
            {can('role:edit') && labels.isKnown ? <Button onClick={() => setOrdering(true)}>{t(texts.order)}</Button> : null}
            <Button type="primary" onClick={() => setChecking(true)}>
              {t(texts.check)}
            </Button>
          </>
        }
      />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields([...new Set(sortedRows.map((row) => row.menu))])} />
      <DataTable
        id="permissions"
        label={t(pageTitles.EditRoseval)}
        columns={columns}
        rows={rows.slice((state.page - 1) * state.size, state.page * state.size)}
        rowKey={(row) => row.key}
        source={list}
        empty={{ reason: t(texts.noPermissions) }}
        onOpen={(row) => change({ open: row.key })}
        openKey={state.open}
        paging={{ page: state.page, size: state.size, count: rows.length, onChange: (page, size) => change({ page, size }) }}
      />
      <DetailDrawer isOpen={open !== undefined} title={open ? `${nameOf(open.key)} · ${open.key}` : ''} onClose={() => change({ open: '' })}>
        {open ? <PermissionDetails row={open} own={labels.ownOf(open.key)} /> : null}
      </DetailDrawer>
      {isOrdering ? <OrderDialog labels={labels} first={state.menu} onClose={() => setOrdering(false)} /> : null}
      {isChecking ? <CheckDialog labels={labels} onClose={() => setChecking(false)} /> : null}
    </>
  )
}
