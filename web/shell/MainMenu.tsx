import { useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import { area } from '#/web/kernel/area.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { pageAt } from '#/web/kernel/page-access.ts'
import { heldKeys, useUser } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Floating, usePopup } from '#/web/ui/Floating.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined } from '#/web/ui/icons.ts'
import { iconOf } from './icons.tsx'
import { type MenuRow, menuOf, parentOf } from './menu.ts'
import { texts } from './texts.ts'

interface RowProps {
  readonly page: PageKey
  readonly here: PageKey | null
  /** The icon, for a page that is not in a group. */
  readonly icon?: string
  readonly onChosen?: () => void
}

function PageLink({ page, here, icon, onChosen }: RowProps) {
  const t = useText()
  const title = t(pageTitles[page])
  return (
    <Link to={pages[page].path} className="s-menu-row" title={title} onClick={onChosen} {...(page === here ? { 'aria-current': 'page' as const } : {})}>
      {icon === undefined ? null : iconOf(icon)}
      <span>{title}</span>
    </Link>
  )
}

interface GroupProps {
  readonly row: Extract<MenuRow, { kind: 'group' }>
  readonly here: PageKey | null
}

function Group({ row, here }: GroupProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" className="s-menu-row s-menu-group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {iconOf(row.icon)}
        <span>{t(menuTitles[row.menu])}</span>
        <Icon of={DownOutlined} className={isOpen ? 's-menu-arrow s-menu-arrow-up' : 's-menu-arrow'} />
      </button>
      {isOpen ? (
        <ul className="s-menu-inside">
          {row.pages.map((page) => (
            <li key={page}>
              <PageLink page={page} here={here} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** A group of the folded menu, whose pages open in a menu next to it. */
function FoldedGroup({ row, here }: GroupProps) {
  const t = useText()
  const title = t(menuTitles[row.menu])
  const { button } = usePopup((anchor, close) => (
    <Floating anchor={anchor} side="beside" onClose={close} role="group" label={title} className="k-popup s-menu-flyout">
      <ul>
        {row.pages.map((page) => (
          <li key={page}>
            <PageLink page={page} here={here} onChosen={close} />
          </li>
        ))}
      </ul>
    </Floating>
  ))
  const isCurrent = here !== null && row.pages.includes(here)
  return (
    <button type="button" className={isCurrent ? 's-menu-row s-menu-current' : 's-menu-row'} aria-label={title} title={title} {...button}>
      {iconOf(row.icon)}
    </button>
  )
}

/** The menu of the pages the user may open. */
export function MainMenu({ isFolded }: { readonly isFolded: boolean }) {
  const t = useText()
  const currentUser = useUser()
  const { pathname } = useLocation()
  const extraArea = useSignal(area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys depend on the signed-in user.
  const rows = useMemo(() => menuOf(heldKeys()), [currentUser])
  const currentPage = pageAt(pathname)
  const currentEntry = currentPage && (parentOf(heldKeys(), currentPage) ?? currentPage)
  return (
    <nav aria-label={t(texts.mainMenu)} className={isFolded ? 's-menu s-menu-folded' : 's-menu'}>
      <ul>
        {rows.map((row) =>
          row.kind === 'page' ? (
            <li key={row.page}>
              <PageLink page={row.page} here={currentEntry} icon={row.icon} />
            </li>
          ) : (
            <li key={row.menu}>{isFolded ? <FoldedGroup row={row} here={currentEntry} /> : <Group row={row} here={currentEntry} />}</li>
          ),
        )}
        {extraArea ? <extraArea.Menu isFolded={isFolded} /> : null}
      </ul>
    </nav>
  )
}
