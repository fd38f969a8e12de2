import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { reloadAccount } from '#/web/kernel/account.ts'
import { onHiddenRows } from '#/web/kernel/api.ts'
import { isOfArea, titleOf } from '#/web/kernel/area.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { installation } from '#/web/kernel/installation.ts'
import { startLive } from '#/web/kernel/live.ts'
import { consumeFlash, showNotice } from '#/web/kernel/notices.ts'
import { refetchTopics } from '#/web/kernel/query.ts'
import { canOpen, onDenied, session, useUser } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { SiteFooter } from '#/web/parts/site/SiteFooter.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { FailureContext } from '#/web/ui/Failure.tsx'
import { createLoadHook, onDemand } from '#/web/ui/onDemand.tsx'
import { Overlays } from '#/web/ui/overlays.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { EnrolmentReminder } from './EnrolmentReminder.tsx'
import { MaximiseButton } from './MaximiseButton.tsx'
import { isMaximised } from './maximised.ts'
import { NewVersion } from './NewVersion.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { isSidebarOpen, setSidebarOpen, shellSettings } from './settings.ts'
import { TagBar } from './TagBar.tsx'
import { TopBar } from './TopBar.tsx'
import { texts } from './texts.ts'
import { useIsMobile } from './useDevice.ts'
import { useTags } from './useTags.ts'
import { VisitedPages } from './VisitedPages.tsx'

const OtherPlace = onDemand(async () => (await import('./OtherPlace.tsx')).OtherPlace)
const EnrolmentDialog = onDemand(async () => (await import('./EnrolmentDialog.tsx')).EnrolmentDialog)
const useWatermark = createLoadHook(async () => (await import('./Watermark.tsx')).Watermark, { isOptional: true })
const PasswordDialog = onDemand(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)

/** Renders a link to the right centre or mode for a record that the user can see there; null for other failures. */
function renderOtherPlace(error: unknown) {
  return error instanceof ApiError && error.place ? <OtherPlace place={error.place} message={error.message} /> : null
}

/**
 * Publishes the height of the fixed header as a style property, so that elements filling the window can subtract it.
 */
function useHeaderHeight(isFixed: boolean) {
  const header = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = header.current
    if (!element) return
    const measure = () => document.documentElement.style.setProperty('--s-head', `${isFixed ? element.offsetHeight : 0}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [isFixed])
  return header
}

/** Returns the state of the sidebar. On a phone it starts closed and closes with every navigation. */
function useSidebar() {
  const isMobile = useIsMobile()
  const { pathname } = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page or the device changes.
  useEffect(() => setDrawerOpen(false), [pathname, isMobile])
  const toggle = () => (isMobile ? setDrawerOpen(!isDrawerOpen) : setSidebarOpen(!isSidebarOpen.get()))
  return { isMobile, isDrawerOpen, setDrawerOpen, toggle }
}

function useDocumentTitle(title: string) {
  const t = useText()
  useEffect(() => {
    document.title = title ? `${title} · ${t(texts.product)}` : t(texts.product)
  }, [title, t])
}

/** Asks whether to import the hidden rows of an uploaded list. */
function useHiddenRowsQuestion() {
  const t = useText()
  useEffect(
    () =>
      onHiddenRows(
        (message) =>
          new Promise((answer) => {
            confirm({
              title: t(texts.hiddenRows),
              content: message,
              okText: t(texts.takeHiddenRows),
              onOk: () => answer(true),
              onCancel: () => answer(false),
            })
          }),
      ),
    [t],
  )
}

/**
 * The layout around every page: menu, top bar, tags, demo banner, and dialogs that must be answered before anything
 * else.
 */
export function AppLayout() {
  const t = useText()
  const currentUser = useUser()
  const sidebar = useSidebar()
  const tags = useTags()
  const isPageMaximised = useSignal(isMaximised)
  const isHeaderFixed = useSignal(shellSettings.isHeaderFixed)
  // A maximised page would otherwise scroll its own exit button out of sight.
  const isHeaderSticky = isHeaderFixed || isPageMaximised
  const hasTags = useSignal(shellSettings.hasTags)
  const Watermark = useWatermark(installation.hasWatermark)
  const header = useHeaderHeight(isHeaderSticky)
  const tagTitle = tags.tags.find((tag) => tag.path === tags.path)?.title
  const { page } = tags
  // Pages of the area check their rights themselves.
  const deniedPage = page !== null && !isOfArea(page) && !canOpen(page) ? page : null
  useDocumentTitle(deniedPage ? t(texts.noRight) : page ? [tagTitle, t(titleOf(page))].filter(Boolean).join(' · ') : '')
  const canReceiveHints = currentUser !== null && currentUser.isEditPassWord !== 0 && !currentUser.mustEnrol
  useEffect(() => (canReceiveHints ? startLive(refetchTopics) : undefined), [canReceiveHints])
  useEffect(() => onDenied(() => void reloadAccount()), [])
  useHiddenRowsQuestion()
  useEffect(() => {
    const flash = consumeFlash()
    if (flash) showNotice(flash.tone, flash.text)
  }, [])
  if (!currentUser) return null
  const isForced = currentUser.isEditPassWord === 0 || session.isForced()
  const mustEnrol = !isForced && currentUser.mustEnrol
  return (
    <Overlays>
      <div className={['s-frame', sidebar.isMobile ? 's-mobile' : '', isPageMaximised ? 's-maximised' : ''].filter(Boolean).join(' ')}>
        <a className="s-skip" href="#content">
          {t(texts.toContent)}
        </a>
        <Sidebar isMobile={sidebar.isMobile} isDrawerOpen={sidebar.isDrawerOpen} onDrawer={sidebar.setDrawerOpen} />
        <div className="s-column">
          <header ref={header} className={isHeaderSticky ? 's-head s-head-fixed' : 's-head'}>
            <OfflineBanner />
            <NewVersion />
            <DemoBanner user={currentUser} />
            <TopBar user={currentUser} page={page} isMobile={sidebar.isMobile} onToggle={sidebar.toggle} />
            {hasTags || isPageMaximised ? (
              <div className="s-tag-row">
                <TagBar tags={tags.tags} path={tags.path} onClose={tags.close} onMove={tags.move} onRefresh={tags.refresh} />
                <MaximiseButton />
              </div>
            ) : null}
          </header>
          <main id="content" className="s-content" tabIndex={-1}>
            {currentUser.msg && !isForced ? <Alert type="info" showIcon closable title={currentUser.msg} style={{ marginBottom: 12 }} /> : null}
            {currentUser.factorBy && !isForced && !mustEnrol ? <EnrolmentReminder day={currentUser.factorBy} /> : null}
            {isForced || mustEnrol ? null : (
              <FailureContext value={renderOtherPlace}>
                <VisitedPages tags={tags.tags} path={tags.path} refused={deniedPage} freshness={tags.freshness} />
              </FailureContext>
            )}
          </main>
          <SiteFooter />
        </div>
        {isForced ? <PasswordDialog type={1} isForced onClose={() => undefined} /> : null}
        {mustEnrol ? <EnrolmentDialog /> : null}
        {Watermark ? <Watermark user={currentUser} /> : null}
      </div>
    </Overlays>
  )
}
