import { type Browser, expect, type Locator, type Page } from '@playwright/test'

// Page steps that the files of the production test share.

export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last()
export const drawer = (page: Page): Locator => page.locator('.k-drawer').last()
// Visited pages stay mounted but hidden, so only visible elements match.
export const visibleText = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first()
export const button = (on: Page | Locator, name: string): Locator => on.getByRole('button', { name, exact: true })

/** Fills in fields of the open dialog by their labels. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await dialog(page).getByLabel(label, { exact: true }).fill(value)
}

/** Chooses an option of a select in the open dialog. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: option }).first().click()
}

/** Clicks a button of the open dialog and waits until it closes. */
export async function confirm(page: Page, name: string | RegExp): Promise<void> {
  const confirmingButton = dialog(page).getByRole('button', { name, exact: true })
  await confirmingButton.click()
  await expect(confirmingButton).toBeHidden()
}

export async function openPage(browser: Browser, base: string, isPhone = false): Promise<Page> {
  const size = isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : { viewport: { width: 1440, height: 900 } }
  const context = await browser.newContext({
    ...size,
    baseURL: base,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  return context.newPage()
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
}

/** Signs in with an initial password and sets a new one. */
export async function signInFirst(browser: Browser, base: string, username: string, initialPassword: string, chosenPassword: string): Promise<Page> {
  const page = await openPage(browser, base)
  await signIn(page, username, initialPassword)
  const oldPasswordField = dialog(page).getByLabel(/^旧/)
  await oldPasswordField.fill(initialPassword)
  await dialog(page)
    .getByLabel(/^新密码/)
    .fill(chosenPassword)
  await dialog(page)
    .getByLabel(/^确认密码/)
    .fill(chosenPassword)
  await dialog(page)
    .getByRole('button', { name: /确 ?定/ })
    .click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, username, chosenPassword)
  await expect(page.getByRole('button', { name: /账户菜单/ })).toBeAttached()
  return page
}
