import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isVisibleTo, type ShowcaseRoute, showcaseGroups, showcaseLink, showcaseRoutes, showcaseTitle } from '#/api/desk/showcase.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Floating, usePopup } from '#/web/ui/Floating.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined, ExperimentOutlined } from '#/web/ui/icons.ts'
import { showcaseRole } from './role.ts'
import './menu.css'

type Node = { readonly kind: 'page'; readonly row: ShowcaseRoute } | { readonly kind: 'group'; readonly title: Text; readonly nodes: Node[] }

/** Returns the nested rows. A group is at the position of its first row. */
function treeOf(rows: readonly ShowcaseRoute[]): Node[] {
  const tree: Node[] = []
  for (const row of rows) {
    let nodes = tree
    for (const group of row.groups ?? []) {
      const title = showcaseGroups[group]
      const menuGroup = nodes.flatMap((node) => (node.kind === 'group' && node.title === title ? [node] : []))[0]
      const groupNodes: Node[] = menuGroup?.nodes ?? []
      if (!menuGroup) nodes.push({ kind: 'group', title, nodes: groupNodes })
      nodes = groupNodes
    }
    nodes.push({ kind: 'page', row })
  }
  return tree
}

const containsPath = (node: Node, path: string): boolean =>
  node.kind === 'page' ? node.row.path === path : node.nodes.some((each) => containsPath(each, path))

function Rows({ nodes, path, onChosen }: { nodes: readonly Node[]; path: string; onChosen?: (() => void) | undefined }) {
  const t = useText()
  return (
    <ul className="x-menu">
      {nodes.map((node) => (
        <li key={node.kind === 'page' ? node.row.path : node.title.en}>
          {node.kind === 'group' ? (
            <Group title={node.title} nodes={node.nodes} path={path} onChosen={onChosen} />
          ) : (
            <Link to={node.row.path} className="s-menu-row" onClick={onChosen} {...(node.row.path === path ? { 'aria-current': 'page' as const } : {})}>
              <span>{t(node.row.title)}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Group({ title, nodes, path, onChosen }: { title: Text; nodes: readonly Node[]; path: string; onChosen?: (() => void) | undefined }) {
  const t = useText()
  const [isOpen, setOpen] = useState(nodes.some((node) => containsPath(node, path)))
  return (
    <>
      <button type="button" className="s-menu-row s-menu-group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{t(title)}</span>
        <Icon of={DownOutlined} className={isOpen ? 's-menu-arrow s-menu-arrow-up' : 's-menu-arrow'} />
      </button>
      {isOpen ? <Rows nodes={nodes} path={path} onChosen={onChosen} /> : null}
    </>
  )
}

function ShowcaseTree({ nodes, path, onChosen }: { nodes: readonly Node[]; path: string; onChosen?: () => void }) {
  const t = useText()
  return (
    <>
      <Rows nodes={nodes} path={path} onChosen={onChosen} />
      <a className="s-menu-row x-out" href={showcaseLink.href} target="_blank" rel="noreferrer">
        <span>{t(showcaseLink.title)} ↗</span>
      </a>
    </>
  )
}

/** The showcase group below the product's menu, collapsed until one of its pages is open. */
export function Menu({ isFolded }: { readonly isFolded: boolean }) {
  const t = useText()
  const currentRole = useSignal(showcaseRole)
  const { pathname } = useLocation()
  const nodes = treeOf(Object.values<ShowcaseRoute>(showcaseRoutes).filter((row) => !row.isHidden && isVisibleTo(currentRole, row)))
  const isCurrent = nodes.some((node) => containsPath(node, pathname))
  const [isOpen, setOpen] = useState(isCurrent)
  const title = t(showcaseTitle)
  const { button } = usePopup((anchor, close) => (
    <Floating anchor={anchor} side="beside" onClose={close} role="group" label={title} className="k-popup s-menu-flyout x-flyout">
      <ShowcaseTree nodes={nodes} path={pathname} onChosen={close} />
    </Floating>
  ))
  if (nodes.length === 0) return null
  if (isFolded)
    return (
      <li>
        <button type="button" className={isCurrent ? 's-menu-row s-menu-current' : 's-menu-row'} aria-label={title} title={title} {...button}>
          <Icon of={ExperimentOutlined} />
        </button>
      </li>
    )
  return (
    <li>
      <button type="button" className="s-menu-row s-menu-group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={ExperimentOutlined} />
        <span>{title}</span>
        <Icon of={DownOutlined} className={isOpen ? 's-menu-arrow s-menu-arrow-up' : 's-menu-arrow'} />
      </button>
      {isOpen ? (
        <div className="s-menu-inside">
          <ShowcaseTree nodes={nodes} path={pathname} />
        </div>
      ) : null}
    </li>
  )
}
