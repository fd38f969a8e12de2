import { Menu } from 'antd'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { menus, pages } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { pageAt } from '#/web/kernel/page-access.ts'
import { heldKeys, useUser } from '#/web/kernel/session.ts'
import { iconOf } from './icons.tsx'
import { menuOf } from './menu.ts'
import { texts } from './texts.ts'

/** The menu of the pages that this person may open. */
export function MainMenu({ isFolded }: { isFolded: boolean }) {
  const say = useText()
  const signedIn = useUser()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are the signed-in user's.
  const rows = useMemo(() => menuOf(heldKeys()), [signedIn])
  const here = pageAt(pathname)
  return (
    <nav aria-label={say(texts.mainMenu)}>
      <Menu
        mode="inline"
        inlineCollapsed={isFolded}
        inlineIndent={16}
        selectedKeys={here ? [here] : []}
        defaultOpenKeys={isFolded ? [] : rows.flatMap((row) => (row.kind === 'group' ? [row.menu] : []))}
        items={rows.map((row) =>
          row.kind === 'page'
            ? { key: row.page, icon: iconOf(pages[row.page].icon), label: <Link to={pages[row.page].path}>{say(pageTitles[row.page])}</Link> }
            : {
                key: row.menu,
                icon: iconOf(menus[row.menu]),
                label: say(menuTitles[row.menu]),
                children: row.pages.map((page) => ({ key: page, label: <Link to={pages[page].path}>{say(pageTitles[page])}</Link> })),
              },
        )}
      />
    </nav>
  )
}
