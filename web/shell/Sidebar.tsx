import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Brandmark } from './Brandmark.tsx'
import { MainMenu } from './MainMenu.tsx'
import { SidebarDrawer } from './SidebarDrawer.tsx'
import { isSidebarOpen, shellSettings } from './settings.ts'
import { texts } from './texts.ts'

/** The menu at the left: 210 px, only icons when folded; a drawer on a phone. */
export function Sidebar({
  isMobile,
  isDrawerOpen,
  onDrawer,
}: {
  readonly isMobile: boolean
  readonly isDrawerOpen: boolean
  readonly onDrawer: (isOpen: boolean) => void
}) {
  const t = useText()
  const isOpen = useSignal(isSidebarOpen)
  const hasLogo = useSignal(shellSettings.hasLogo)
  if (isMobile) return <SidebarDrawer isOpen={isDrawerOpen} onOpen={onDrawer} />
  return (
    <aside className={isOpen ? 's-sidebar' : 's-sidebar s-sidebar-folded'} data-testid="sidebar" aria-label={t(texts.mainMenu)}>
      {hasLogo ? <Brandmark isFolded={!isOpen} /> : null}
      <MainMenu isFolded={!isOpen} />
    </aside>
  )
}
