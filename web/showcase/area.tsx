import {
  isVisibleTo,
  type ShowcaseKey,
  type ShowcaseRole,
  type ShowcaseRoute,
  showcaseGroups,
  showcaseRoutes,
  showcaseTitle,
} from '#/api/desk/showcase.texts.ts'
import { superKey } from '#/api/pages.ts'
import { type Area, type AreaKey, type AreaPage, area } from '#/web/kernel/area.ts'
import { can } from '#/web/kernel/session.ts'
import { Menu } from './Menu.tsx'
import { showcaseRole } from './role.ts'

const keys = Object.keys(showcaseRoutes) as ShowcaseKey[]
const rowOf = (key: ShowcaseKey): ShowcaseRoute => showcaseRoutes[key]

const pages: readonly AreaPage[] = keys.map((key) => {
  const { path, title, groups = [], isPinned = false, isHidden = false } = rowOf(key)
  return {
    key: `area:${key}`,
    path,
    title,
    groups: [showcaseTitle, ...groups.map((group) => showcaseGroups[group])],
    isPinned,
    isInMenu: !isHidden,
    load: async () => (await import('./screens.tsx')).loadScreen(key),
  }
})

/** Path patterns of the pages. `:id` stands for the digits of an article id. */
const patterns = pages.map(({ key, path }) => [key, new RegExp(`^${path.replace(':id', '\\d+')}/?$`)] as const)

function keyAt(pathname: string): AreaKey | null {
  return patterns.find(([, pattern]) => pattern.test(pathname))?.[0] ?? null
}

function areaFor(playing: ShowcaseRole): Area {
  return { pages, at: keyAt, Menu, isOpen: (key) => isVisibleTo(playing, rowOf(key.slice('area:'.length) as ShowcaseKey)) }
}

/** Switches the demo role, which changes the menu, tabs and pages. */
export function switchRole(next: ShowcaseRole): void {
  showcaseRole.set(next)
  area.set(areaFor(next))
}

/** Opens the showcase. A super account starts as administrator, other users as editor. */
export function openShowcase(): Area {
  showcaseRole.set(can(superKey) ? 'admin' : 'editor')
  const currentArea = areaFor(showcaseRole.get())
  area.set(currentArea)
  return currentArea
}
