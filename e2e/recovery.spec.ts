import type { Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

// Only this test uses the account, because it changes the password.
const username = 'payer02'
const changedPassword = 'Neu#Wort26'

const phone = { width: 390, height: 844 }

test.beforeEach(({ context }) => context.addCookies([{ name: 'language', value: 'zh', url: base }]))

test('a forgotten password is replaced with a code, using only the keyboard', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: '忘记密码？' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeVisible()
  await expect(page.getByLabel('用户名')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not a contact')
  await page.keyboard.press('Enter')
  await expect(page.getByText('请输入邮箱地址或11位手机号码')).toBeVisible()
  await page.getByLabel('邮箱或手机号码').fill(`${username}@example.com`)
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('6 位验证码')).toBeFocused()
  await expect(page.getByRole('button', { name: /重新发送 \(\d+\)/ })).toBeDisabled()
  const sandbox = page.getByRole('region', { name: '演示沙箱 · 未真正发送' })
  await expect(sandbox.getByText(/是账号 payer02 重置登录密码的验证码/)).toBeVisible()
  const code = (await sandbox.innerText()).match(/\b\d{6}\b/)?.[0] ?? ''
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('验证码错误，还可尝试 4 次')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('新密码', { exact: true })).toBeFocused()
  await page.keyboard.type('abc')
  await expect(page.getByText(/还需要：8-16位、大写字母、数字和特殊符号/)).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill(changedPassword)
  await expect(page.getByText('合格')).toBeVisible()
  await page.getByLabel('确认密码').fill('Other#Wort26')
  await page.keyboard.press('Enter')
  await expect(page.getByText('两次输入密码不一致！').first()).toBeVisible()
  await page.getByLabel('确认密码').fill(changedPassword)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('密码已重置，请用新密码登录；其他设备已退出')).toBeVisible()
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/0000/).first()).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(changedPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the link in the mail sets a password once and is removed from the address', async ({ page }) => {
  await page.goto('/Forget')
  await page.getByLabel('用户名').fill('checker02')
  await page.getByLabel('邮箱或手机号码').fill('checker02@example.com')
  await page.getByRole('button', { name: '发送验证码' }).click()
  const sandbox = page.getByRole('region', { name: '演示沙箱 · 未真正发送' })
  await expect(sandbox.getByText(/ticket=/)).toBeVisible()
  const link = (await sandbox.innerText()).match(/\/Reset\?ticket=\S+/)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('checker02')).toBeVisible()
  await expect(page).toHaveURL(/\/Reset$/)
  await page.reload()
  const [newPassword, repeated] = [page.getByLabel('新密码', { exact: true }), page.getByLabel('确认密码')]
  await newPassword.focus()
  await repeated.focus()
  await expect(page.getByText('密码不能为空！', { exact: true })).toBeVisible()
  await newPassword.focus()
  await expect(page.getByText('确认密码不能为空！')).toBeVisible()
  await newPassword.fill(changedPassword)
  await repeated.fill(changedPassword)
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '链接已失效' })).toBeVisible()
})

test('a request with an unknown account looks as if a code was sent', async ({ page }) => {
  await page.clock.install()
  await page.goto('/Forget')
  await page.getByLabel('用户名').fill('nobody')
  await page.getByLabel('邮箱或手机号码').fill('nobody@example.com')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText('nobody@example.com')).toBeVisible()
  await expect(page.getByText(/尚无消息/)).toBeVisible()
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: '重新发送' }).click()
  // The clock of the server did not advance, so the server still enforces its waiting time.
  await expect(page.getByRole('alert')).toHaveText(/验证码刚刚发送，请 \d+ 秒后再试/)
  await page.getByRole('button', { name: '修改账号或联系方式' }).click()
  await expect(page.getByLabel('用户名')).toHaveValue('nobody')
})

test('pages before sign-in fit a phone without serious axe findings, light and dark', async ({ page }) => {
  for (const path of ['/login', '/Forget', '/Reset', '/Registermsg']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const size of [{ width: 1440, height: 900 }, phone]) {
      await page.setViewportSize(size)
      await expectFits(page, path)
      await expectReadable(page, path)
    }
  }
  await page.goto('/Forget')
  await page.getByLabel('用户名').fill('somebody')
  await page.getByLabel('邮箱或手机号码').fill('13900000001')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByLabel('6 位验证码')).toBeVisible()
  await expectFits(page, 'code')
  await expectReadable(page, 'code')
  await savePicture(page, 'phone-forget')
})

const foreignTargets = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/\t/evil.example', '\\\\evil.example']

test('foreign redirect targets stay on the site, and /redirect/x leads to x inside the layout', async ({ browser, page }) => {
  const expectAtPortal = (there: Page) => expect(new URL(there.url()).origin).toBe(base)
  for (const target of foreignTargets) {
    await page.goto(`/auth-redirect?redirect=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(/\/login\?redirect=%2F$/)
    expectAtPortal(page)
  }
  await page.goto('/auth-redirect?redirect=%2Fimprest%2Fyufukuan')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fimprest%2Fyufukuan$/)

  const signedInPage = await signIn(browser, 'checker')
  for (const target of foreignTargets) {
    await signedInPage.goto(`/auth-redirect?redirect=${encodeURIComponent(target)}`)
    await expect(signedInPage).toHaveURL(/\/dashboard$/)
    expectAtPortal(signedInPage)
  }
  await signedInPage.goto('/auth-redirect?redirect=%2Fzf%2FzfPtList%3Fpage%3D2')
  await expect(signedInPage).toHaveURL(/\/zf\/zfPtList\?page=2/)
  await signedInPage.goto('/auth-redirect?redirect=%2Fzf%2FzfPtListpt')
  await expect(signedInPage).toHaveURL(/\/dashboard$/)
  await signedInPage.goto('/redirect/zf/zfPtList?page=2')
  await expect(signedInPage).toHaveURL(/\/zf\/zfPtList\?page=2/)
  await expect(signedInPage.getByTestId('sidebar')).toBeVisible()
  await expect(signedInPage.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '平台经营者业务' })).toBeVisible()
  await signedInPage.goto('/redirect//evil.example/x')
  await expect(signedInPage.getByRole('heading').first()).toBeVisible()
  expectAtPortal(signedInPage)
  await signedInPage.context().close()

  for (const target of foreignTargets.slice(0, 4)) {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'language', value: 'zh', url: base }])
    const freshPage = await context.newPage()
    await freshPage.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await freshPage.getByLabel('用户名').fill('checker')
    await freshPage.getByLabel('密码', { exact: true }).fill(demoPassword)
    await freshPage.keyboard.press('Enter')
    await expect(freshPage).toHaveURL(/\/dashboard$/)
    expectAtPortal(freshPage)
    await context.close()
  }
})

test('the 403 page names the missing permission, and error pages link back to the dashboard', async ({ browser }) => {
  const page = await signIn(browser, 'checker')
  await page.goto('/zf/zfPtListpt')
  await expect(page.getByText('403')).toBeVisible()
  await expect(page.getByText(/缺少权限：.*（zfPtListpt）/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await page.getByRole('button', { name: '返回工作台' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/nowhere')
  await expect(page).toHaveURL(/\/404/)
  await page.getByRole('button', { name: '返回工作台' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/401?from=%2F%2Fevil.example%2F%3Cscript%3E')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('evil')).toHaveCount(0)
})

test('the address of an unconfigured verification file returns 404', async ({ request }) => {
  const answer = await request.get('/abcdef123.txt')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('text/plain')
})

test('a platform administrator can read the sandbox messages, and a maker cannot', async ({ browser, page }) => {
  await page.goto('/Forget')
  await page.getByLabel('用户名').fill('finance03')
  await page.getByLabel('邮箱或手机号码').fill('finance03@example.com')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByText(/是账号 finance03 重置登录密码的验证码/)).toBeVisible()

  const platform = await signIn(browser, 'platform')
  await platform.getByRole('button', { name: '沙箱消息' }).click()
  const drawer = platform.getByRole('dialog', { name: '沙箱消息' })
  await expect(drawer.getByText('finance03@example.com').first()).toBeVisible()
  await expect(drawer.getByText(/没有真正发送/)).toBeVisible()
  await expectReadable(platform, 'outbox')
  await platform.context().close()

  const maker = await signIn(browser, 'maker')
  await expect(maker.getByText('演示环境').first()).toBeVisible()
  await expect(maker.getByRole('button', { name: '沙箱消息' })).toHaveCount(0)
  await maker.context().close()
})
