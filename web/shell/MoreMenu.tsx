import { useNavigate } from 'react-router'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { type AnyPage, areaPage, isOfArea } from '#/web/kernel/area.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { heldKeys } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { type ControlSize, setSize, sizeSetting } from '#/web/ui/appearance-settings.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dropdown, type MenuItem } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { MoreOutlined } from '#/web/ui/icons.ts'
import { trailOf } from './menu.ts'
import { texts } from './texts.ts'

/** Returns the interface sizes with their labels. */
export function useSizes(): readonly (readonly [ControlSize, string])[] {
  const t = useText()
  return [
    ['default', t(texts.sizeDefault)],
    ['medium', t(texts.sizeMedium)],
    ['small', t(texts.sizeSmall)],
    ['mini', t(texts.sizeMini)],
  ]
}

/** Returns a function that toggles full screen. Without browser support it shows the message of specification §8. */
export function useFullscreen(): () => void {
  const t = useText()
  return () => {
    if (!document.fullscreenEnabled) return showNotice('warning', t(texts.noFullscreen))
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
}

/** Returns the breadcrumb of a page as menu items. */
function useBreadcrumbItems(page: AnyPage | null): MenuItem[] {
  const t = useText()
  const navigate = useNavigate()
  if (page === null) return []
  if (isOfArea(page)) {
    const currentAreaPage = areaPage(page)
    return currentAreaPage === null
      ? []
      : [...currentAreaPage.groups, currentAreaPage.title].map((title) => ({ key: title.en, kind: 'words' as const, label: t(title) }))
  }
  return trailOf(heldKeys(), page).map((crumb) => {
    if (crumb.kind === 'group') return { key: 'group', kind: 'words' as const, label: t(menuTitles[crumb.menu]) }
    const label = t(pageTitles[crumb.page])
    return crumb.page === page
      ? { key: page, kind: 'words' as const, label: <b aria-current="page">{label}</b> }
      : { key: crumb.page, label, onClick: () => void navigate(pages[crumb.page].path) }
  })
}

/** The menu of a narrow top bar: breadcrumb, fullscreen and size. */
export function MoreMenu({ page }: { readonly page: AnyPage | null }) {
  const t = useText()
  const sizes = useSizes()
  const controlSize = useSignal(sizeSetting)
  const toggle = useFullscreen()
  const items: MenuItem[] = [
    ...useBreadcrumbItems(page),
    { key: 'line', kind: 'line' },
    { key: 'fullscreen', label: t(texts.fullscreen), onClick: toggle },
    { key: 'line2', kind: 'line' },
    { key: 'size', kind: 'words', label: t(texts.size) },
    ...sizes.map(([key, label]) => ({ key, label, onClick: () => setSize(key) })),
  ]
  return (
    <Dropdown items={items} chosen={controlSize} side="belowEnd">
      <Button type="text" icon={<Icon of={MoreOutlined} />} aria-label={t(texts.more)} />
    </Dropdown>
  )
}
