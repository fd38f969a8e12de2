import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { settingsFor } from '#/server/money/payouts/channels/http-testing.ts'
import { pkcs12 } from '#/server/organisations/certificates/testing.ts'
import { choosePasswordByLink } from './joining.ts'
import { button, choose, confirm, dialog, drawer, fillIn, openPage, signIn, visibleText } from './steps.ts'
import type { World } from './world.ts'

// Steps from an empty database to a centre that can pay, as docs/operations.md describes them.

export const firstAdministrator = { username: 'keeper', password: 'Kept#Safe26' }
export const centreName = '厦门运营中心'
const centreCompany = '厦门云创税务服务有限公司'
const newcomerPassword = 'Own#Word26'

/** The accounts of the test, except the first administrator. */
export const people = {
  second: { username: 'second1', name: '顾言', mobile: '13800000001' },
  director: { username: 'director1', name: '沈知微', mobile: '13800000002' },
  auditor: { username: 'auditor1', name: '许立言', mobile: '13800000003' },
  finance: { username: 'finance1', name: '唐果', mobile: '13800000004' },
} as const

/** Signs in as the first administrator and opens the readiness page. */
export async function signInAsFirstAdministrator(browser: Browser, world: World): Promise<Page> {
  const page = await openPage(browser, world.base)
  await signIn(page, firstAdministrator.username, firstAdministrator.password)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('link', { name: '查看开通检查' }).click()
  await expect(page).toHaveURL(/\/goLive/)
  await expect(visibleText(page, /还缺 \d 项/)).toBeVisible()
  return page
}

interface NewAccount {
  readonly username: string
  readonly name: string
  readonly mobile: string
}

interface Duty {
  readonly type: '平台' | '运营中心'
  readonly role: string
  readonly post?: string
}

/** Creates the second administrator with the command of the manual, and signs in. */
export async function createSecondAdministrator(browser: Browser, world: World): Promise<Page> {
  const { username } = people.second
  const { code, said } = await world.command('tools/admin.ts', ['create', username], `${newcomerPassword}\n`)
  expect(code, said).toBe(0)
  const page = await openPage(browser, world.base)
  await signIn(page, username, newcomerPassword)
  await expect(page).toHaveURL(/\/dashboard/)
  return page
}

/** Creates an account. The owner chooses the password with the link in a text message. */
export async function createAccount(browser: Browser, world: World, page: Page, { username, name, mobile }: NewAccount, duty: Duty): Promise<Page> {
  await page.goto(pages.PtUserList.path)
  await button(page, '新增用户').click()
  await choose(page, '用户类型', duty.type)
  await fillIn(page, { 用户名: username, 姓名: name, 手机: mobile })
  if (duty.post) {
    await choose(page, '岗位', duty.post)
    await dialog(page)
      .getByRole('checkbox', { name: /总包分包/ })
      .check()
  }
  await choose(page, '角色', duty.role)
  await page.keyboard.press('Escape')
  await dialog(page).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(visibleText(page, /设置密码的链接已发送至/)).toBeVisible()
  return choosePasswordByLink(browser, world, { username, mobile })
}

async function enterLoginPassword(page: Page, password: string): Promise<void> {
  const passwordDialog = page.getByRole('dialog', { name: '验证登录密码' })
  await passwordDialog.getByLabel('登录密码').fill(password)
  await button(passwordDialog, '验证').click()
  await expect(passwordDialog).toBeHidden()
}

/** Approves the pending change as the second administrator. Enters the password if it was not confirmed before. */
async function approveChanges(page: Page, name = centreName): Promise<void> {
  await page.goto(`${pages.changeList.path}?isForMe=1`)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .first()
    .click()
  await button(drawer(page), '通过').click()
  await button(page.getByRole('dialog', { name: /^通过 · / }), '通过').click()
  const passwordDialog = page.getByRole('dialog', { name: '验证登录密码' })
  const inForceText = drawer(page).getByText('已生效')
  await expect(passwordDialog.or(inForceText).first()).toBeVisible()
  if (await passwordDialog.isVisible()) await enterLoginPassword(page, newcomerPassword)
  await expect(inForceText).toBeVisible()
}

/** Creates the centre with its account and a tested bank channel. The second administrator approves both. */
export async function createCentre(page: Page, second: Page, world: World): Promise<void> {
  await page.goto(pages.userMsList.path)
  await button(page, '新增运营中心').click()
  await fillIn(page, {
    中心名称: centreName,
    主体名称: centreCompany,
    信用代码: creditCodeFor('91', '350203', 880_101),
    主管税务机关: '国家税务总局厦门市思明区税务局',
    行政区划代码: '350203',
    收款户名: centreCompany,
    收款账号: '592900001234567',
    收款开户行: '招商银行厦门分行',
  })
  await dialog(page).getByLabel('变更原因').fill('首个运营中心')
  await button(dialog(page), '新增').click()
  await enterLoginPassword(page, firstAdministrator.password)
  await expect(dialog(page)).toBeHidden()
  await approveChanges(second)
  await page
    .getByRole('row', { name: new RegExp(centreName) })
    .first()
    .click()
  await drawer(page).getByRole('tab', { name: '支付通道' }).click()
  await button(drawer(page), '新增通道').click()
  await dialog(page).getByLabel('通道名称').fill('模拟银行')
  await choose(page, '类型', 'HTTP 标准通道')
  const settings = settingsFor(world.bank, await world.bank.merchant('M1001'))
  const labels = { address: '接口地址', merchantNo: '商户号', payerAccount: '付款账号', ownKey: '我方签名密钥', theirKey: '对方验签密钥' } as const
  await fillIn(page, Object.fromEntries(Object.entries(labels).map(([key, label]) => [label, settings[key] ?? ''])))
  await dialog(page).getByLabel('变更原因').fill('首个支付通道')
  await confirm(page, /保\s?存/)
  await approveChanges(second)
  await page.reload()
  await page
    .getByRole('row', { name: /模拟银行/ })
    .getByRole('button', { name: '测试连接' })
    .click()
  await expect(visibleText(page, /连接正常，双方签名均已验证/)).toBeVisible()
}

/** Uploads a certificate like those that an authority issues. The second administrator approves it. */
export async function uploadCertificate(page: Page, second: Page): Promise<void> {
  await page.goto(pages.userMsList.path)
  await page
    .getByRole('row', { name: new RegExp(centreName) })
    .first()
    .click()
  await drawer(page).getByRole('tab', { name: '签章证书' }).click()
  await button(drawer(page), '上传证书').click()
  const { filename, mediaType, bytes } = pkcs12({ company: centreCompany, password: 'Seal#2026' })
  const form = page.getByRole('dialog', { name: '上传证书' })
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: filename, mimeType: mediaType, buffer: Buffer.from(bytes) })
  await form.getByLabel('变更原因').fill('首张证书')
  await form.getByLabel('证书密码').fill('Wrong#2026')
  await button(form, '上传证书').click()
  await expect(visibleText(page, /密码错误/)).toBeVisible()
  await form.getByLabel('证书密码').fill('Seal#2026')
  await button(form, '上传证书').click()
  await proveIfRequired(page, form)
  await approveChanges(second)
  await page.reload()
  await expect(drawer(page).getByText('使用中')).toBeVisible()
}

/** Enters the login password if a dialog requests it, and waits for the form to close. */
async function proveIfRequired(page: Page, form: Locator): Promise<void> {
  const passwordDialog = page.getByRole('dialog', { name: '验证登录密码' })
  await expect(async () => {
    if (await passwordDialog.isVisible()) await enterLoginPassword(page, firstAdministrator.password)
    await expect(form).toBeHidden({ timeout: 1000 })
  }).toPass()
}

/**
 * Sets up the text message gateway and the verification of identities, faces and companies. The second administrator
 * approves each, and each is tested.
 */
export async function setUpServices(page: Page, second: Page, world: World): Promise<void> {
  await page.goto(pages.wbfwList.path)
  const { address, app, secret } = world.services
  for (const service of ['短信', '实名核验', '人脸核验', '工商核验']) {
    const row = page.getByRole('row', { name: new RegExp(service) })
    await row.getByRole('button', { name: '设置' }).click()
    await fillIn(page, { 接口地址: address, 应用编号: app, 签名密钥: secret })
    if (service === '短信') await fillIn(page, { 短信签名: '云创客' })
    await dialog(page).getByLabel('变更原因').fill('首次接入')
    await confirm(page, /保\s?存/)
    await approveChanges(second, service)
    await page.reload()
    await row.getByRole('button', { name: '测试' }).click()
    await expect(row.getByText('正常')).toBeVisible()
  }
}

/** Adds the starter templates and publishes each. */
export async function publishTemplates(page: Page): Promise<void> {
  await page.goto(pages.xyList.path)
  await button(page, '加入示范模板').click()
  await expect(dialog(page)).toContainText('律师')
  await dialog(page).locator('.k-overlay-foot .k-btn-primary').click()
  const drafts = page.getByRole('row').filter({ hasText: '草稿' })
  await expect(drafts.first()).toBeVisible()
  for (let remaining = await drafts.count(); remaining > 0; remaining--) {
    await drafts.first().click()
    await button(drawer(page), '启用').click()
    await expect(button(drawer(page), '编辑新版本')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drafts).toHaveCount(remaining - 1)
  }
}

/** Adds a category, after comparing its code with the official catalogue, and a price list. */
export async function addPriceList(page: Page): Promise<void> {
  await page.goto(pages.ordersListms.path)
  await button(page, '开票类目').click()
  await drawer(page)
    .getByRole('row', { name: /设计服务/ })
    .first()
    .click()
  await dialog(page).getByRole('switch', { name: '启用' }).click()
  await confirm(page, /保\s?存/)
  await page.goto(pages.shoufeiblList.path)
  await button(page, '新增方案').click()
  await fillIn(page, { 方案名称: '标准 6%', 费率: '6' })
  await choose(page, '结算模式', '总包分包')
  await dialog(page).getByLabel('原因').fill('首个方案')
  await confirm(page, '提交')
}
