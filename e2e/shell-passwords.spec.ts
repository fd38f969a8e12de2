import type { Browser, Page } from '@playwright/test'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// Specification §4 “Password change” and §5, with exact messages. A title with a section number (§) states a sentence
// of the specification.

const forcedWords = '为了保障您的账号安全，首次登录请修改密码'
const lengthWords = '请设置8-16位字母，特殊符号数字组成的密码'
const complexWords = '密码必须包含至少一个小写字母、一个大写字母、一个数字和一个特殊字符'

const toast = (page: Page, text: string) => page.locator('.k-toast').filter({ hasText: text }).first()

async function openDialog(browser: Browser, who: string, item: '修改登录密码' | '修改支付密码') {
  const page = await signIn(browser, who)
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog', { name: item })
  await expect(dialog).toBeVisible()
  // The field names of the specified form (§3).
  const field = (label: RegExp, name: string) => dialog.getByLabel(label).and(dialog.locator(`input[name=${name}]`))
  const [old, newPassword, repeated] = [field(/^旧/, 'oldpassword'), field(/^新密码/, 'newpassword'), field(/^确认密码/, 'enpassword')]
  return { page, dialog, old, newPassword, repeated, save: dialog.getByRole('button', { name: /确 ?定/ }) }
}

test('the password dialog is 500 px wide and checks its fields on blur (§9, §5)', async ({ browser }) => {
  const { page, dialog, old, newPassword, repeated } = await openDialog(browser, 'maker', '修改登录密码')
  await expect.poll(async () => (await page.locator('.k-dialog').first().boundingBox())?.width).toBe(500)
  await expect(dialog.getByText('8-16').first()).toBeVisible()
  await old.focus()
  await newPassword.focus()
  await expect(dialog.getByText('密码不能为空！')).toHaveCount(1)
  await repeated.focus()
  await expect(dialog.getByText('密码不能为空！', { exact: true })).toHaveCount(2)
  await newPassword.fill('Aa1!')
  await expect(dialog.getByText('密码不能少于8位！')).toBeVisible()
  await expect(dialog.getByText('确认密码不能为空！')).toBeVisible()
  await newPassword.fill('Aa1!Aa1!Aa1!Aa1!Aa1')
  await expect(dialog.getByText('密码最长不能超过18位！')).toBeVisible()
  await newPassword.fill('Aa1!Aa1!Aa')
  await repeated.fill('Aa1!Aa1!Ab')
  await expect(dialog.getByText('两次输入密码不一致！')).toBeVisible()
})

test('the old password is checked on blur by the server before a change is allowed (§4)', async ({ browser }) => {
  const { page, old, newPassword, repeated, save } = await openDialog(browser, 'maker', '修改登录密码')
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/editpassword')) changes.push(request.url())
  })
  await old.fill('Wrong#2026')
  const checkRequest = page.waitForRequest(/\/api\/user\/CheckPasswd/)
  await newPassword.fill('Andere#Wort26')
  const request = await checkRequest
  expect(request.postData()).toMatch(/name="type"\r\n\r\n1\r\n/)
  expect(request.postData()).toMatch(/name="pwd"\r\n\r\nWrong#2026\r\n/)
  await expect(page.locator('.k-toast-warning').first()).toBeVisible()
  await repeated.fill('Andere#Wort26')
  await save.click()
  await expect(toast(page, '请重新填写旧密码!')).toBeVisible()
  expect(changes).toEqual([])
})

test('the refusal of a well-known password replaces 合格 at its field', async ({ browser }) => {
  const { dialog, old, newPassword, repeated, save } = await openDialog(browser, 'maker', '修改登录密码')
  await old.fill(demoPassword)
  await newPassword.fill('Summer2024!')
  await repeated.fill('Summer2024!')
  await expect(dialog.getByText('合格')).toBeVisible()
  await save.click()
  await expect(dialog.getByText('该密码过于常见，请更换')).toBeVisible()
  await expect(dialog.getByText('合格')).toBeHidden()
  await expect(newPassword).toBeFocused()
})

test('saving before the old password is checked waits for the check and then succeeds', async ({ browser }) => {
  const { page, dialog, old, newPassword, repeated, save } = await openDialog(browser, 'payer04', '修改支付密码')
  let release = () => {}
  const heldResponse = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/user/CheckPasswd', async (route) => {
    await heldResponse
    await route.continue()
  })
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/editpassword')) changes.push(request.url())
  })
  await old.fill(demoPaymentPassword)
  await newPassword.fill('Paying#2028')
  await repeated.fill('Paying#2028')
  await save.click()
  await expect(dialog.locator('[aria-busy="true"]')).toBeVisible()
  expect(changes).toEqual([])
  release()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.k-toast-success').first()).toBeVisible()
  await expect(toast(page, '请重新填写旧密码!')).toHaveCount(0)
  expect(changes).toHaveLength(1)
})

test('a password has 8-16 characters with upper and lower case, digit and special sign (§5)', async ({ browser }) => {
  const { page, old, newPassword, repeated, save } = await openDialog(browser, 'maker', '修改登录密码')
  await old.fill(demoPassword)
  await newPassword.fill('Aa1!Aa1!Aa1!Aa1!A')
  await repeated.fill('Aa1!Aa1!Aa1!Aa1!A')
  await save.click()
  await expect(toast(page, lengthWords)).toBeVisible()
  await newPassword.fill('alllowercase1')
  await repeated.fill('alllowercase1')
  await save.click()
  await expect(toast(page, complexWords)).toBeVisible()
})

test('after a successful login-password change the user goes to /login with a redirect back (§4)', async ({ browser }) => {
  const { page, old, newPassword, repeated, save } = await openDialog(browser, 'maker03', '修改登录密码')
  await old.fill(demoPassword)
  await newPassword.fill(' New er#2026 ')
  await repeated.fill('Newer#2026')
  await save.click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard/)
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
  await page.getByLabel('用户名').fill('maker03')
  await page.getByLabel('密码', { exact: true }).fill('Newer#2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('after a payment-password change the dialog closes with a success message (§4)', async ({ browser }) => {
  const { page, dialog, old, newPassword, repeated, save } = await openDialog(browser, 'payer03', '修改支付密码')
  await old.fill(demoPaymentPassword)
  const checkRequest = page.waitForRequest(/\/api\/user\/CheckPasswd/)
  await newPassword.fill('Paying#2027')
  expect((await checkRequest).postData()).toMatch(/name="paypassword"/)
  await expect(toast(page, '旧密码验证通过')).toBeVisible()
  await repeated.fill('Paying#2027')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.k-toast-success').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('after the first sign-in, other calls are refused until the password is changed (ST-02)', async ({ browser }) => {
  const page = await signIn(browser, 'newcomer')
  const dialog = page.getByRole('dialog', { name: '修改登录密码' })
  await expect(dialog).toContainText(forcedWords)
  expect(await page.evaluate("sessionStorage.getItem('isEditPassWord')")).toBe('0')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  await page.goto('/zf/zfPtList')
  await expect(dialog).toContainText(forcedWords)
  await expect(dialog.getByRole('button', { name: /取 ?消|关闭/ })).toHaveCount(0)
  const token = await page.evaluate<string>("localStorage.getItem('token')")
  const answer = await page.request.post(`${base}/api/payments/list`, { headers: { 'X-Token': token }, multipart: { _: '' } })
  expect(await answer.json()).toMatchObject({ code: 0, error: 'must_change_password' })
  await dialog.getByLabel(/^旧密码/).fill('Wrong#2026')
  await dialog.getByLabel(/^新密码/).focus()
  await expect(page.locator('.k-toast-warning').first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/login/)
  await savePicture(page, 'first-sign-in-01-forced')
  await dialog.getByLabel(/^旧密码/).fill(demoPassword)
  await dialog.getByLabel(/^新密码/).fill('Bb52941!')
  await dialog.getByLabel(/^确认密码/).fill('Bb52941!')
  await dialog.getByRole('button', { name: /确 ?定/ }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate("sessionStorage.getItem('isEditPassWord')")).toBeNull()
  await page.getByLabel('用户名').fill('newcomer')
  await page.getByLabel('密码', { exact: true }).fill('Bb52941!')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('button', { name: /账户菜单/ })).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await savePicture(page, 'first-sign-in-02-open')
  const renewedToken = await page.evaluate<string>("localStorage.getItem('token')")
  const info = await page.request.post(`${base}/api/user/info`, { headers: { 'X-Token': renewedToken }, multipart: { _: '' } })
  expect(await info.json()).toMatchObject({ code: 1 })
  const loginResponse = await page.request.post(`${base}/api/user/login`, { multipart: { username: 'newcomer', password: 'Bb52941!' } })
  expect(await loginResponse.json()).toMatchObject({ code: 1, status: accountStatus.active, isEditPassWord: 1 })
})
