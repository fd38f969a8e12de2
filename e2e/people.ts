import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import type { Mode } from '#/domain/base/codes.ts'

/** The address of this worker's server. Each worker has a separate server with its own data. */
export const base = `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 3187) + Number(process.env.TEST_PARALLEL_INDEX ?? 0)}`

/** Signs in with the call of the sign-in page and returns the token of a new session. */
export async function tokenFor(who: string): Promise<string> {
  const form = new FormData()
  form.set('username', who)
  form.set('password', demoPassword)
  const answer = (await (await fetch(`${base}/api/user/login`, { method: 'POST', body: form })).json()) as { token?: string; message: string }
  if (!answer.token) throw new Error(`${who} could not sign in: ${answer.message}`)
  return answer.token
}

/** Resets the interface settings in a user's account, which would otherwise affect later tests. */
export async function resetSettings(who: string): Promise<void> {
  const headers = { 'X-Token': await tokenFor(who), 'Idempotency-Key': crypto.randomUUID() }
  const answer = await (await fetch(`${base}/api/preferences/reset`, { method: 'POST', headers })).json()
  expect(answer).toMatchObject({ code: 1 })
}

/** Opens a browser context with these stored values, in Chinese. */
export async function contextFor(
  browser: Browser,
  storedValues: Readonly<Record<string, string>>,
  size = { width: 1440, height: 900 },
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: size,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: {
      cookies: [{ name: 'language', value: 'zh', domain: '127.0.0.1', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }],
      origins: [{ origin: base, localStorage: Object.entries(storedValues).map(([name, value]) => ({ name, value })) }],
    },
  })
}

interface SignInOptions {
  readonly mode?: Mode
  readonly width?: number
  readonly height?: number
  /** The first page to open. The default is the dashboard. */
  readonly at?: string
  /** Whether the demo's showcase is shown. Without it, menu, tags and page sizes are those of production. */
  readonly hasShowcase?: boolean
}

async function hideShowcase(page: Page): Promise<void> {
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), showcase: false } })
  })
}

/** Opens a new browser context in which this user is signed in. Other tests cover the sign-in page. */
export async function signIn(
  browser: Browser,
  username: string,
  { mode, width = 1440, height = 900, at = '/dashboard', hasShowcase = true }: SignInOptions = {},
): Promise<Page> {
  const context = await contextFor(browser, { token: await tokenFor(username), ...(mode && { nstype: String(mode) }) }, { width, height })
  const page = await context.newPage()
  if (!hasShowcase) await hideShowcase(page)
  await page.goto(at)
  await expect(page.getByRole('button', { name: /账户菜单/ })).toBeAttached()
  return page
}

export async function savePicture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' })
}
