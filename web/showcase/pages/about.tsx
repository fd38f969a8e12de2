import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isVisibleTo, type ShowcaseKey, type ShowcaseRoute, showcaseGroups, showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { RoleSwitch } from '#/web/showcase/Frame.tsx'
import { showcaseNotes } from '#/web/showcase/notes.ts'
import { showcaseRole } from '#/web/showcase/role.ts'
import { texts } from '#/web/showcase/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import * as icons from '#/web/ui/icons.ts'

const Tour = lazy(async () => ({ default: (await import('#/web/showcase/Tour.tsx')).Tour }))

/** Every route with its description. */
export function Documentation() {
  const t = useText()
  const currentRole = useSignal(showcaseRole)
  const rows = (Object.entries(showcaseRoutes) as [ShowcaseKey, ShowcaseRoute][]).filter(([, row]) => !row.isHidden && isVisibleTo(currentRole, row))
  return (
    <>
      <div className="k-row">
        <RoleSwitch />
      </div>
      <div className="k-scroll">
        <table className="x-table">
          <thead>
            <tr>
              <th scope="col">{t(texts.page)}</th>
              <th scope="col">{t(texts.path)}</th>
              <th scope="col">{t(texts.more)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, row]) => (
              <tr key={key}>
                <td>
                  <Link to={row.path}>{t(row.title)}</Link>
                </td>
                <td>
                  <code>{row.path}</code>
                </td>
                <td>{t(showcaseNotes[key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

export function Guide() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="k-row">
      <Button type="primary" onClick={() => setOpen(true)}>
        {t(texts.start)}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Tour onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Every icon, with its name to copy. */
export function Icons() {
  const t = useText()
  const copy = (name: string) =>
    navigator.clipboard.writeText(name).then(
      () => showNotice('success', t(texts.copied)),
      () => showNotice('info', name),
    )
  return (
    <ul className="x-icons">
      {Object.entries(icons).map(([name, drawing]) => (
        <li key={name}>
          <button type="button" onClick={() => void copy(name)}>
            <Icon of={drawing} />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const field: Text = {
  zh: '输入后切换到别的标签再回来',
  en: 'Type, switch to another tab and come back',
  es: 'Escriba, cambie de pestaña y vuelva',
  ja: '入力して別のタブへ移り、戻ってみてください',
}
const nestedRows = Object.values<ShowcaseRoute>(showcaseRoutes).filter((row) => row.groups?.[0] === 'nested')

/** A page of the nested menu: its position, its siblings, and a field that keeps its input. */
export function NestedPage() {
  const t = useText()
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  const currentRow = nestedRows.find(({ path }) => path === pathname)
  return (
    <>
      <p className="x-trail">{[...(currentRow?.groups ?? []).map((group) => t(showcaseGroups[group])), currentRow ? t(currentRow.title) : ''].join(' › ')}</p>
      <label className="x-field">
        <span>{t(field)}</span>
        <input className="k-input" value={typed} maxLength={60} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <ul className="k-row">
        {nestedRows.map(({ path, title }) => (
          <li key={path}>{path === pathname ? <b>{t(title)}</b> : <Link to={path}>{t(title)}</Link>}</li>
        ))}
      </ul>
    </>
  )
}
