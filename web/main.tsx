import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isPublicPath, type PublicPath, publicPages } from '#/api/public-pages.ts'
import { forwardTarget } from '#/web/access/auth/forward.ts'
import { LoadFailure } from '#/web/access/auth/LoadFailed.tsx'
import { LoginPage } from '#/web/access/auth/LoginPage.tsx'
import { watchAppearance } from '#/web/kernel/appearance.ts'
import { collectErrors, recordError } from '#/web/kernel/errors.ts'
import { decideNavigation } from '#/web/kernel/guard.ts'
import { language, languageTags } from '#/web/kernel/language.ts'
import { allowOwnStyles } from '#/web/kernel/own-styles.ts'
import { recoverPresses } from '#/web/kernel/recover-presses.ts'
import { session } from '#/web/kernel/session.ts'
import { patchForTranslation } from '#/web/kernel/translation.ts'
import { prefetch } from '#/web/prefetch.ts'

// The entry point of both parts: the light pages before sign-in, and the application, a later chunk with the component
// library.

allowOwnStyles()
recoverPresses()
collectErrors()
patchForTranslation()
const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error, { componentStack }) => {
    if (import.meta.env.DEV) reportError(error)
    recordError(error, componentStack ?? '')
  },
})
const renderRoot = (node: ReactNode) => root.render(<StrictMode>{node}</StrictMode>)
const fetchApplication = () => import('#/web/shell/Application.tsx')

const loadRegistration = () => import('#/web/onboarding/applications/RegisterPage.tsx')
/** The light pages other than sign-in, each a separate chunk. The server renders news, knowledge and rules. */
const lightPages: Partial<Record<PublicPath, () => Promise<{ default: ComponentType }>>> = {
  '/Forget': () => import('#/web/access/auth/ForgetPage.tsx'),
  '/Reset': () => import('#/web/access/auth/ResetPage.tsx'),
  '/Registermsg': loadRegistration,
  '/EditRegistermsg': loadRegistration,
  '/Registermsgdw': loadRegistration,
  '/EditRegistermsgdw': loadRegistration,
  '/Registermsgcom': loadRegistration,
  '/EditRegistermsgcom': loadRegistration,
  '/EnRegistermsg': loadRegistration,
  '/Uploadapp': () => import('#/web/onboarding/applications/UploadPage.tsx'),
  '/Clause': () => import('#/web/onboarding/applications/ClausePage.tsx'),
  '/Sign': () => import('#/web/agreements/signing/SignPage.tsx'),
}

function lightPageAt(pathname: string): (() => Promise<{ default: ComponentType }>) | undefined {
  if (!Object.hasOwn(publicPages, pathname)) return undefined
  return lightPages[pathname as PublicPath]
}

async function openApplication() {
  const { Application } = await fetchApplication()
  renderRoot(<Application />)
}

function openLogin() {
  const openPath = (path: string) => {
    // An applicant without an active account continues the application on a public page.
    if (isPublicPath(path.split('?')[0] ?? '')) return location.replace(path)
    history.replaceState(null, '', path)
    openApplication().catch(() => renderRoot(<LoadFailure />))
  }
  renderRoot(<LoginPage onReady={() => void fetchApplication().catch(() => undefined)} onEntered={openPath} />)
}

async function openLightPage(fetchPage: () => Promise<{ default: ComponentType }>) {
  const { default: Page } = await fetchPage()
  renderRoot(<Page />)
}

async function startApplication() {
  watchAppearance()
  document.documentElement.lang = languageTags[language.get()]
  if (location.pathname === '/auth-redirect') {
    history.replaceState(null, '', await forwardTarget(location.search))
    prefetch()
  }
  const lightPage = lightPageAt(location.pathname)
  if (lightPage) return openLightPage(lightPage)
  const to = location.pathname + location.search
  const decision = decideNavigation({ hasToken: session.token() !== null, hasRoles: false, to })
  if (decision.go === 'to') history.replaceState(null, '', decision.path)
  if (location.pathname === '/login') return openLogin()
  return openApplication()
}

startApplication().catch(() => renderRoot(<LoadFailure />))
