import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { pageTitles } from '#/api/pages.texts.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { languages } from '#/domain/base/text.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const profile = '/profile/index'

/** Opens a new browser context at the second step of signing in. */
async function openSecondStep(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  return page
}

const steps = new Map<string, number>()

/** Returns the next unused code. Each code is valid only once. */
async function codeOf(page: Page, secret: string): Promise<string> {
  const currentTotpStep = () => Math.floor(Date.now() / 30_000)
  const nextStep = Math.max(currentTotpStep() - 1, (steps.get(secret) ?? 0) + 1)
  while (nextStep > currentTotpStep() + 1) await page.waitForTimeout(1000)
  steps.set(secret, nextStep)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nextStep * 30_000 })
}

test('two-step verification accepts a code or a recovery code until it is turned off', async ({ browser }) => {
  test.setTimeout(240_000)
  const page = await signIn(browser, 'auditor')
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '个人中心' }).click()
  await expect(page).toHaveURL(profile)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('登录密码').fill('Wrong#2026')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('原密码错误')).toBeVisible()
  await dialog.getByLabel('登录密码').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: '两步验证二维码' })).toBeVisible()
  const secret = ((await dialog.locator('.p-key').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expectReadable(page, 'personal centre')
  await savePicture(page, 'second-factor')
  await dialog.getByLabel('应用中显示的 6 位验证码').pressSequentially('12ab 34')
  await expect(dialog.getByLabel('应用中显示的 6 位验证码'), 'letters do not get in').toHaveValue('1234')
  await dialog.getByLabel('应用中显示的 6 位验证码').fill(await codeOf(page, secret))
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: '保存恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '下载文本' }).click()])
  expect(download.suggestedFilename()).toBe('恢复码-auditor.txt')
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/剩余恢复码 10 个/)).toBeVisible()

  const codePage = await openSecondStep(browser, 'auditor')
  expect(await codePage.evaluate("localStorage.getItem('token')")).toBeNull()
  await expectReadable(codePage, 'personal centre')
  await codePage.getByLabel('动态验证码').fill(await codeOf(page, secret))
  await expect(codePage).toHaveURL(/\/dashboard/)

  const recoveryPage = await openSecondStep(browser, 'auditor')
  await recoveryPage.getByLabel('动态验证码').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - 3_600_000 }))
  await expect(recoveryPage.getByRole('alert')).toContainText('0000')
  await recoveryPage.getByRole('button', { name: '返回登录' }).click()
  await expect(recoveryPage.getByLabel('用户名')).toHaveValue('auditor')
  await recoveryPage.getByLabel('密码', { exact: true }).fill(demoPassword)
  await recoveryPage.keyboard.press('Enter')
  await recoveryPage.getByRole('button', { name: '使用恢复码' }).click()
  await recoveryPage.getByLabel('恢复码').fill(first.toLowerCase())
  await recoveryPage.getByRole('button', { name: '验证', exact: true }).click()
  await expect(recoveryPage).toHaveURL(/\/dashboard/)

  await recoveryPage.goto(profile)
  await expect(recoveryPage.getByText(/剩余恢复码 9 个/)).toBeVisible()
  await expect(recoveryPage.getByText('动态验证码错误').first()).toBeVisible()
  await recoveryPage.getByRole('button', { name: '关闭两步验证' }).click()
  await recoveryPage.getByRole('dialog').getByLabel('登录密码').fill(demoPassword)
  await recoveryPage
    .getByRole('dialog')
    .getByLabel('动态验证码或恢复码')
    .fill(await codeOf(page, secret))
  await recoveryPage.keyboard.press('Enter')
  await expect(recoveryPage.getByRole('button', { name: '开启两步验证' })).toBeVisible()
})

test('a passkey signs in and confirms an action until it is removed', async ({ browser }) => {
  test.setTimeout(240_000)
  // Browsers accept no IP address for passkeys, so the test opens the demo as localhost.
  const localhostUrl = base.replace('127.0.0.1', 'localhost')
  const context = await browser.newContext({ baseURL: localhostUrl })
  await context.addCookies([{ name: 'language', value: 'zh', url: localhostUrl }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const enterCode = async () => {
    await page.goto('/login')
    await page.getByLabel('用户名').fill('finance')
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  await enterCode()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(profile)
  await page.getByRole('button', { name: '添加通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
  await dialog.getByLabel('登录密码').fill(demoPassword)
  await dialog.getByLabel('名称').fill('办公电脑')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: '保存恢复码' }).getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: '我已保存' }).click()
  const card = page.getByRole('region', { name: '通行密钥' })
  await expect(card.getByText('办公电脑')).toBeVisible()
  await expectReadable(page, 'passkeys')
  await savePicture(page, 'passkeys')

  await page.evaluate('localStorage.clear()')
  await enterCode()
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(profile)
  await card.getByRole('button', { name: '移除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await page.getByRole('dialog', { name: '本人验证' }).getByRole('button', { name: '使用通行密钥验证' }).click()
  await expect(card.getByText('尚未添加')).toBeVisible()
  await context.close()
})

test('an account that must set up two-step verification is reminded and later blocked', async ({ browser }) => {
  test.setTimeout(240_000)
  const page = await signIn(browser, 'operation')
  let enrolment = { factorBy: '2099-01-31', mustEnrol: false }
  await page.route(/\/api\/user\/info/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...enrolment } })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('自 2099-01-31 起，您的账号须使用两步验证登录')).toBeVisible()
  await page.getByRole('link', { name: '去设置' }).click()
  await expect(page).toHaveURL(profile)
  enrolment = { factorBy: '2026-01-31', mustEnrol: true }
  await page.goto('/dashboard')
  const dialog = page.getByRole('dialog', { name: '开启两步验证' })
  await expect(dialog.getByText('平台要求您的账号使用两步验证')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expectReadable(page, 'enrolment')
  await savePicture(page, 'second-factor-required')
  await dialog.getByLabel('登录密码').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: '两步验证二维码' })).toBeVisible()
  const secret = ((await dialog.locator('.p-key').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('应用中显示的 6 位验证码').fill(await codeOf(page, secret))
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('list', { name: '保存恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  enrolment = { factorBy: '', mustEnrol: false }
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await expect(dialog).toBeHidden()

  // Other tests sign in with this account, so two-step verification is turned off again.
  await page.goto(profile)
  await page.getByRole('button', { name: '关闭两步验证' }).click()
  await page.getByRole('dialog').getByLabel('登录密码').fill(demoPassword)
  await page.getByRole('dialog').getByLabel('动态验证码或恢复码').fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '开启两步验证' })).toBeVisible()
})

test('a device signed out remotely shows the sign-in page at its next request', async ({ browser }) => {
  const secondTab = await signIn(browser, 'finance')
  const page = await signIn(browser, 'finance', { at: profile })
  const devices = page.getByRole('region', { name: '登录设备' })
  await expect(devices.getByText('当前设备')).toHaveCount(1)
  const otherDevices = devices.getByRole('button', { name: '下线', exact: true })
  await expect(otherDevices.first()).toBeVisible()
  const deviceCount = await otherDevices.count()
  await otherDevices.first().click()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await expect(page.getByText('该设备已下线')).toBeVisible()
  await expect(otherDevices).toHaveCount(deviceCount - 1)
  await secondTab.goto('/imprest/yufukuan')
  await expect(secondTab).toHaveURL(/\/login/)
})

test('an open page on a signed-out device offers to sign in again', async ({ browser }) => {
  const secondTab = await signIn(browser, 'checker', { at: '/zf/zfPtList' })
  await expect(secondTab.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
  const page = await signIn(browser, 'checker', { at: profile })
  const otherDevices = page.getByRole('region', { name: '登录设备' }).getByRole('button', { name: '下线', exact: true })
  await expect(otherDevices.first()).toBeVisible()
  const deviceCount = await otherDevices.count()
  await page.getByRole('button', { name: '下线其他所有设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线其他所有设备' }).click()
  await expect(page.getByText(`已下线 ${deviceCount} 台设备`)).toBeVisible()
  await expect(secondTab.getByRole('dialog', { name: 'Confirm logout' })).toBeVisible()
})

test('the personal centre is readable in four languages, two widths and two colour schemes', async ({ browser }) => {
  const page = await signIn(browser, 'payer')
  for (const language of languages) {
    await page.context().addCookies([{ name: 'language', value: language, url: base }])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(profile)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('heading', { level: 1, name: pageTitles.index[language] })).toBeVisible()
      await expectFits(page, `${language} ${width}`)
      await expectReadable(page, `${language} ${width}`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await savePicture(page, 'profile')
})

test('a user chooses mail and text notices, except security notices', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { at: profile })
  const table = page.getByRole('table', { name: '通知偏好' })
  const box = (name: string) => table.getByRole('checkbox', { name })
  await expect(box('批次与付款 · 邮件')).toBeChecked()
  await expect(box('批次与付款 · 短信')).not.toBeChecked()
  await expect(box('账号安全 · 邮件')).toBeChecked()
  await expect(box('账号安全 · 邮件')).toBeDisabled()
  for (const topic of ['账号安全', '敏感变更']) await expect(table.getByRole('row', { name: topic }).getByText('始终以邮件发送，不能关闭')).toBeVisible()
  await expect(box('充值与余额 · 邮件')).toBeChecked()
  await box('充值与余额 · 邮件').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('通知偏好已保存')).toBeVisible()
  await expect(box('充值与余额 · 邮件')).not.toBeChecked()
  await page.reload()
  await expect(box('充值与余额 · 邮件')).not.toBeChecked()
  await box('充值与余额 · 邮件').click()
  await expect(box('充值与余额 · 邮件')).toBeChecked()
  await expectReadable(page, 'personal centre')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'notifications')
})

test('changing the mobile number needs codes to both numbers', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { at: profile })
  const card = page.getByRole('region', { name: '我是谁' })
  const mobileBefore = (await card.getByText(/1\d{2}\*{4}\d{4}/).innerText()).trim()
  await card.getByRole('button', { name: '修改 手机' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '修改手机号' })
  await expect(dialog.getByLabel('新手机号')).toBeFocused()
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('手机号码格式错误')).toBeVisible()
  await dialog.getByLabel('新手机号').fill('13812345678')
  await page.keyboard.press('Enter')

  const oldCode = dialog.getByLabel(`旧手机号 ${mobileBefore} 收到的验证码`)
  const newCode = dialog.getByLabel('新手机号 138****5678 收到的验证码')
  await expect(oldCode).toBeFocused()
  await expect(dialog.getByRole('button', { name: /重新发送 \(\d+\)/ })).toBeDisabled()
  const sandbox = dialog.getByRole('region', { name: '演示沙箱 · 未真正发送' })
  await expect(sandbox.getByText(/用于将/)).toHaveCount(2)
  const codeIn = async (words: RegExp) => (await sandbox.getByText(words).innerText()).match(/\b\d{6}\b/)?.[0] ?? ''
  const [forOld, forNew] = [await codeIn(/手机号改为 138\*{4}5678/), await codeIn(/本号码/)]
  await expectReadable(page, 'codes for another number')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'codes on a phone')
  await expect(newCode).toBeInViewport()

  await oldCode.focus()
  await page.keyboard.type(forOld)
  await page.keyboard.press('Tab')
  await page.keyboard.type(forNew === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('验证码错误，还可尝试 4 次')).toHaveCount(1)
  await expect(newCode).toBeFocused()
  await expect(oldCode).toHaveValue(forOld)
  await page.keyboard.type(forNew)
  await page.keyboard.press('Enter')
  await expect(page.getByText('手机号已改为 138****5678')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('138****5678')).toBeVisible()
})
