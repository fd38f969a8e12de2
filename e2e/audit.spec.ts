import type { Browser, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { ask } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const drawer = (page: Page) => page.locator('.k-drawer')
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

async function failToSignIn(browser: Browser, username: string): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await page.context().addCookies([{ name: 'language', value: 'zh', url: base }])
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill('Wrong#2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText(/用户名或密码错误/).first()).toBeVisible()
  await page.context().close()
}

test('a log entry shows the old and new values and leads to all entries of its request', async ({ browser }) => {
  const role = await ask<{ id: number; version: number }>('platform', 'roles.create', { name: '留痕', usertype: userType.unit, permissions: ['zfpzList'] })
  await ask('platform', 'roles.update', { id: role.id, version: role.version, name: '留痕二', usertype: userType.unit, permissions: ['yufukuan'] })
  await ask('platform', 'roles.give', { id: role.id, add: [5] })
  const page = await signIn(browser, 'platform', { at: `${pages.syslog.path}?module=roles` })
  await expect(page.getByRole('row', { name: /登录/ })).toHaveCount(0)
  await page.getByRole('row', { name: /修改角色.*留痕二/ }).click()
  const changes = drawer(page).getByRole('table')
  await expect(changes.getByRole('row', { name: /名称 已变更 留痕 留痕二/ })).toBeVisible()
  await expect(changes.locator('del', { hasText: 'zfpzList' })).toBeVisible()
  await expect(changes.locator('ins', { hasText: 'yufukuan' })).toBeVisible()
  await expect(drawer(page).getByText(/链 \d+ · 第 \d+ 行/)).toBeVisible()
  await savePicture(page, 'audit-change')
  await page.keyboard.press('Escape')

  await page
    .getByRole('row', { name: /周正明（platform）.*角色 留痕二/ })
    .first()
    .click()
  await drawer(page)
    .getByRole('button', { name: /账号 maker/ })
    .click()
  await expect(drawer(page).getByText('留痕二', { exact: true })).toBeVisible()
  await drawer(page).getByRole('button', { name: '查看该请求的全部记录' }).click()
  await expect(page.getByRole('row', { name: /账号 maker/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /角色 留痕二/ })).toHaveCount(1)
  await expect(page).toHaveURL(/requestId=/)
})

test('the sign-in log filters failures and names the account of a wrong password', async ({ browser }) => {
  await failToSignIn(browser, 'checker')
  const page = await signIn(browser, 'platform', { at: `${pages.syslog.path}?pane=signIns` })
  await page.getByLabel('事件').selectOption('登录失败')
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('row', { name: /登录失败 用户名或密码错误 秦审之（checker） 单位/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /登录成功/ })).toHaveCount(0)
  await page.getByRole('tab', { name: '操作日志' }).click()
  await expect(page.getByRole('row', { name: /未登录 登录 .*账号 checker/ }).first()).toBeVisible()
})

test('the check of an intact chain reports no problem', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.syslog.path })
  await page.getByRole('button', { name: '校验完整性' }).click()
  await expect(dialog(page).getByText('尚未校验过')).toBeVisible()
  await dialog(page).getByRole('button', { name: '开始校验' }).click()
  await expect(dialog(page).getByRole('row', { name: /^完整 .*[\d,]+ \/ [\d,]+ 行/ })).toBeVisible({ timeout: 60_000 })
  await savePicture(page, 'audit-verify')
})

test('the check of a broken chain links to the first altered row', async ({ browser }) => {
  const page = await signIn(browser, 'platform')
  const { rows } = await ask<{ rows: { id: number; action: string }[] }>('platform', 'audit.list', { size: 5 })
  const brokenId = rows.at(-1)?.id ?? 0
  // A browser test cannot alter a row (server/desk/audit/audit.test.ts does), so it changes the answer.
  await page.route('**/api/audit/verifications', async (route) => {
    const answer = await (await route.fetch()).json()
    const brokenEntry = { id: brokenId, chain: 2, seq: 1234, problem: 'altered' }
    const commonValues = { centreName: null, from: null, to: null, checked: 1233, total: 5678, askedBy: '周正明' }
    answer.data = [
      { id: 1, state: 'broken', ...commonValues, broken: brokenEntry, askedAt: '2026-11-21T08:00:00.000Z', finishedAt: '2026-11-21T08:00:09.000Z' },
    ]
    await route.fulfill({ json: answer })
  })
  await page.goto(pages.syslog.path)
  await page.getByRole('button', { name: '校验完整性' }).click()
  await expect(dialog(page).getByRole('row', { name: /第 1,234 行内容被修改（链 2）/ })).toBeVisible()
  await savePicture(page, 'audit-broken')
  await dialog(page)
    .getByRole('row', { name: /第 1,234 行内容被修改/ })
    .click()
  await expect(drawer(page).getByText(/链 \d+ · 第/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`open=${brokenId}`))
})

test('the log is exported immediately as a file', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: `${pages.syslog.path}?module=auth` })
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  expect(file.suggestedFilename()).toBe('操作日志.xlsx')
})

test('the log is readable with its details open and with the chain check open', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.syslog.path })
  await page.getByRole('row').nth(1).click()
  await expect(drawer(page).getByText(/链 \d+/)).toBeVisible()
  await expectReadable(page, 'details')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: '登录日志' }).click()
  await expect(page.getByRole('row', { name: /登录成功/ }).first()).toBeVisible()
  await page.getByRole('button', { name: '校验完整性' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectReadable(page, 'the chain')
})

test('the log fits the width of a phone', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { width: 390, height: 844 })
  for (const path of [pages.syslog.path, `${pages.syslog.path}?pane=signIns`]) {
    await page.goto(path)
    await expect(page.locator('.k-card-row').first()).toBeVisible()
    await expectFits(page, path)
  }
})
