import type { Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import { resetSettings, savePicture, signIn } from '#/e2e/people.ts'
import { expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

// Commands, maximised pages, colours and the lock screen (decision 0158).

const tags = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })

// Settings follow a user to the browser of the next test.
test.afterEach(() => resetSettings('maker'))

test('the search runs permitted commands by name or pinyin', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  const field = page.getByRole('combobox', { name: '全局搜索' })
  const option = (name: string) => page.getByRole('option', { name })
  await page.keyboard.press('Control+k')
  await field.fill('xinjianpiliangzhifu')
  await expect(option('新建批量支付')).toBeVisible()
  await expect(option('新增账号')).toHaveCount(0)
  await field.fill('深色')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-dark', '')
  await page.keyboard.press('Control+k')
  await field.fill('新建批量支付')
  await option('新建批量支付').click()
  await expect(page).toHaveURL(/zfPtList/)
  await expect(page.getByRole('dialog')).toBeVisible()
  const unitUser = await signIn(browser, 'unit1', { at: '/zf/zfPtList', hasShowcase: false })
  await unitUser.keyboard.press('Control+k')
  await unitUser.getByRole('combobox', { name: '全局搜索' }).fill('新增账号')
  await unitUser.getByRole('option', { name: '新增账号' }).click()
  await expect(unitUser.getByRole('dialog').getByLabel('用户名')).toBeVisible()
  await expect(unitUser).not.toHaveURL(/create/)
})

test('a maximised page fills the window on all tabs until Escape', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false, at: '/zf/zfPtList' })
  const button = page.getByRole('button', { name: '最大化页面' })
  await button.click()
  await expect(page.getByTestId('sidebar')).toBeHidden()
  await expect(page.getByRole('button', { name: '界面设置' })).toBeHidden()
  await tags(page).getByRole('link', { name: '工作台' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await expect(page.getByTestId('sidebar')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '全局搜索' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button, 'Escape closed the search alone').toHaveAttribute('aria-pressed', 'true')
  await expectReadable(page, 'a maximised page', 'light')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('sidebar')).toBeVisible()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sidebar')).toBeVisible()
})

test('grey display applies, and colour-blind display follows the user to another browser', async ({ browser }) => {
  const page = await signIn(browser, 'finance', { hasShowcase: false })
  const chooseColours = async (name: string) => {
    const keepResponse = page.waitForResponse('**/api/preferences/keep')
    await page.getByRole('radio', { name, exact: true }).check({ force: true })
    await keepResponse
  }
  await page.getByRole('button', { name: '界面设置' }).click()
  await chooseColours('灰色')
  await expect(page.locator('html')).toHaveCSS('filter', 'grayscale(1)')
  await chooseColours('色弱')
  await expect(page.locator('html')).toHaveCSS('filter', 'none')
  const otherDevicePage = await signIn(browser, 'finance', { hasShowcase: false })
  await expect(otherDevicePage.locator('html')).toHaveAttribute('data-colours', 'safe')
  await expectReadable(otherDevicePage, 'colours for the colour-blind')
  await chooseColours('正常')
  await otherDevicePage.reload()
  await expect(otherDevicePage.getByRole('button', { name: '界面设置' })).toBeVisible()
  await expect(otherDevicePage.locator('html')).not.toHaveAttribute('data-colours', 'safe')
})

test('a locked screen hides the page in every tab until the server accepts the password', async ({ browser }) => {
  const page = await signIn(browser, 'auditor', { hasShowcase: false })
  const secondTab = await page.context().newPage()
  await secondTab.goto('/zf/zfPtListpt')
  await expect(secondTab.getByRole('heading', { level: 1 })).toBeVisible()
  const lockHeading = (tab: Page) => tab.getByRole('heading', { name: '屏幕已锁定' })
  // The code of the lock screen is blocked, so this tab first shows a plain cover.
  await secondTab.route('**/LockScreen-*.js', (route) => route.abort())
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '锁定屏幕' }).click()
  for (const tab of [page, secondTab]) {
    await expect(lockHeading(tab)).toBeVisible()
    await expect(tab.getByRole('heading')).toHaveCount(1)
    await expect(tab.getByRole('link')).toHaveCount(0)
    await expect(tab).toHaveTitle('云创客平台')
  }
  await expect(secondTab.getByLabel('登录密码', { exact: true })).toHaveCount(0)
  await secondTab.unroute('**/LockScreen-*.js')
  await secondTab.getByRole('button', { name: '重试' }).click()
  await expect(secondTab.getByLabel('登录密码', { exact: true })).toBeVisible()
  await expectReadable(page, 'the lock screen')
  await page.reload()
  await expect(lockHeading(page)).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
  const field = page.getByLabel('登录密码', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('Wrong#2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(lockHeading(page)).toBeVisible()
  await field.fill(demoPassword)
  await page.keyboard.press('Enter')
  for (const tab of [page, secondTab]) await expect(lockHeading(tab)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /账户菜单/ })).toBeVisible()
  await expect(secondTab.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the watermark shows the user name over the page and lets clicks through to a dialog', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  const watermarkLayer = page.locator('.s-watermark')
  await expect(watermarkLayer).toHaveCount(0)
  await page.route(/\/zf\/zfPtList/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<html ', '<html data-watermark ') })
  })
  await page.goto('/zf/zfPtList')
  await expect(watermarkLayer.locator('text').first()).toContainText('maker')
  await page.getByRole('button', { name: '新建批量支付' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await savePicture(page, 'shell-watermark')
  // The watermark lets clicks through.
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
