import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginPage } from '#/web/auth/LoginPage.tsx'
import { loadUser } from '#/web/kernel/account.ts'
import { followAppearance } from '#/web/kernel/appearance.ts'
import { decide } from '#/web/kernel/guard.ts'
import { language, languageTags } from '#/web/kernel/language.ts'
import { session } from '#/web/kernel/session.ts'

// Two entries in one: the sign-in page is light and stands alone; the application, with its component library, is a chunk that follows.

const root = createRoot(document.getElementById('root') as HTMLElement)
const fetchApplication = () => import('#/web/shell/Application.tsx')

async function openApplication() {
  const { Application } = await fetchApplication()
  root.render(
    <StrictMode>
      <Application />
    </StrictMode>,
  )
}

function openLogin() {
  const enter = (path: string) => {
    history.replaceState(null, '', path)
    void openApplication()
  }
  root.render(
    <StrictMode>
      <LoginPage onReady={() => void fetchApplication()} onEntered={enter} />
    </StrictMode>,
  )
}

function start() {
  followAppearance()
  document.documentElement.lang = languageTags[language.get()]
  const to = location.pathname + location.search
  const decision = decide({ hasToken: session.token() !== null, hasRoles: false, to })
  if (decision.go === 'to') history.replaceState(null, '', decision.path)
  if (location.pathname === '/login') return openLogin()
  // The user info and the application travel at the same time; the router's guard takes the answer, or the failure.
  if (decision.go === 'load') void loadUser().catch(() => undefined)
  void openApplication()
}

start()
