import { demoPassword } from '#/demo/accounts.ts'
import { signIn, tokenFor } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// Two accounts in one browser. Tabs share the stored session, and each tab shows the screen of the account that opened
// it.

test('after another sign-in in the same browser, a tab sends nothing until it is reloaded', async ({ browser }) => {
  const first = await signIn(browser, 'maker', { at: '/zf/zfPtList' })
  await expect(first.getByLabel('关键词')).toBeVisible()
  const secondTab = await first.context().newPage()
  await secondTab.goto('/dashboard')
  await secondTab.getByRole('button', { name: /账户菜单/ }).click()
  await secondTab.getByText('退出登录').click()
  await secondTab.getByLabel('用户名').fill('checker')
  await secondTab.getByLabel('密码', { exact: true }).fill(demoPassword)
  await secondTab.getByRole('button', { name: '登录', exact: true }).click()
  await expect(secondTab).toHaveURL(/\/dashboard/)
  const dialog = first.getByRole('dialog', { name: '登录账号已变更' })
  await expect(dialog).toContainText('已停用，请刷新页面')
  await expect(first.getByRole('dialog')).toHaveCount(1)
  await first.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '刷新页面' }).click()
  const menu = secondTab.getByRole('button', { name: /账户菜单/ })
  await expect(first.getByRole('button', { name: (await menu.getAttribute('aria-label')) ?? '' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a background tab that missed another sign-in is stopped before its first call', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { at: '/zf/zfPtList' })
  await expect(page.getByLabel('关键词')).toBeVisible()
  const secondToken = await tokenFor('checker')
  // Simulates hours in the background: the stored token changed, and this tab received no event.
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(secondToken)})`)
  const secondTokenUrls: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-token'] === secondToken) secondTokenUrls.push(request.url())
  })
  await page.getByRole('button', { name: /查 ?询/ }).click()
  await expect(page.getByRole('dialog', { name: '登录账号已变更' })).toBeVisible()
  expect(secondTokenUrls).toEqual([])
})

test('switching the mode in one tab blocks the other tabs until they reload', async ({ browser }) => {
  const first = await signIn(browser, 'centre', { at: '/zf/zfPtListpt' })
  const secondTab = await first.context().newPage()
  await secondTab.goto('/dashboard')
  await expect(secondTab.getByRole('button', { name: /账户菜单/ })).toBeVisible()
  await secondTab.evaluate(`localStorage.setItem('nstype', localStorage.getItem('nstype') === '1' ? '2' : '1')`)
  const dialog = first.getByRole('dialog', { name: '运营中心或结算模式已切换' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '刷新页面' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(first.getByRole('button', { name: /账户菜单/ })).toBeVisible()
})
