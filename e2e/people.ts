import { type Browser, expect, type Page } from '@playwright/test'
import { demoPassword } from '#/db/demo/accounts.ts'

/** Where the browser tests' server listens. */
export const base = `http://127.0.0.1:${process.env.E2E_PORT ?? 3187}`

/** Opens a browser of its own for a person and signs in as a person does. */
export async function signIn(browser: Browser, username: string, options: { mode?: 1 | 2; width?: number; height?: number } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: options.width ?? 1440, height: options.height ?? 900 }, acceptDownloads: true })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  // The address changes before the application is drawn.
  const drawn = () => expect(page.getByRole('button', { name: /账户菜单/ })).toBeAttached()
  await drawn()
  if (options.mode) {
    await page.evaluate((mode) => localStorage.setItem('nstype', String(mode)), options.mode)
    await page.reload()
    await drawn()
  }
  return page
}

/** Keeps a picture of the page for the documentation when asked to (`SCREENSHOTS=1`). */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' })
}
