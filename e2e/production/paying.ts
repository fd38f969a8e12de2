import { type Browser, expect, type Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { choosePasswordByLink, initialPasswordOf, messageTo, type SubmittedApplication } from './joining.ts'
import { button, choose, confirm, dialog, drawer, fillIn, signInFirst, visibleText } from './steps.ts'
import type { World } from './world.ts'

// The steps from an approved unit to a paid line.

const newcomerPassword = 'Own#Word26'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const paymentPassword = 'Pay#Word26'

/** Signs in as the unit's administrator with the initial password. */
export async function signInToUnit(browser: Browser, world: World, unit: SubmittedApplication): Promise<Page> {
  return signInFirst(browser, world.base, unit.mobile, await initialPasswordOf(world, unit), newcomerPassword)
}

interface NewColleague {
  readonly username: string
  readonly name: string
  readonly mobile: string
  readonly role: string
}

/** Creates an account of the unit. Money duties need a letter and the centre's approval. */
export async function createColleague(browser: Browser, world: World, admin: Page, director: Page, { role, ...person }: NewColleague): Promise<Page> {
  await admin.goto(pages.employeeDw.path)
  await button(admin, '新增账号').click()
  await fillIn(admin, { 用户名: person.username, 姓名: person.name, 手机: person.mobile })
  await choose(admin, '角色', role)
  await admin.keyboard.press('Escape')
  const letterInput = dialog(admin).locator('input[type=file]')
  if ((await letterInput.count()) > 0) {
    await letterInput.setInputFiles({ name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('授权书')) })
    await dialog(admin).locator('.k-overlay-foot .k-btn-primary').click()
    await expect(dialog(admin)).toHaveCount(0)
    await director.goto(`${pages.dwEmployeeCheck.path}?keyword=${person.username}`)
    await director
      .getByRole('row', { name: new RegExp(person.username) })
      .getByRole('button', { name: '审核' })
      .click()
    await button(drawer(director), '通过').click()
    await expect(visibleText(director, /已通过，设置密码的链接已发送至/)).toBeVisible()
    return choosePasswordByLink(browser, world, person)
  }
  await dialog(admin).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(visibleText(admin, /设置密码的链接已发送至/)).toBeVisible()
  return choosePasswordByLink(browser, world, person)
}

/** Creates a framework order under the signed contract. */
export async function createOrder(page: Page, unit: SubmittedApplication): Promise<void> {
  await page.goto(pages.htList.path)
  await page
    .getByRole('row', { name: new RegExp(unit.answers.name ?? '') })
    .first()
    .click()
  await button(drawer(page), '新建框架订单').click()
  await fillIn(page, {
    标题: '十二月平面设计',
    服务内容: '为单位提供品牌海报与宣传册的平面设计，按月提交设计稿与源文件，经单位书面确认后验收，按验收结果结算报酬。',
    验收标准: '设计稿通过单位书面确认',
    预算: '100000',
  })
  await confirm(page, '保存草稿')
  await button(drawer(page), '发布').click()
  await button(page.getByRole('dialog', { name: /^发布/ }), '发布').click()
  await expect(drawer(page).getByText('履约中').first()).toBeVisible()
}

/** Submits a top-up as the unit, imports the bank statement as finance and books it as the director. */
export async function topUp(
  { payer, finance, director }: Readonly<Record<'payer' | 'finance' | 'director', Page>>,
  unit: SubmittedApplication,
  { serial, yuan }: { serial: string; yuan: string },
): Promise<void> {
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  await payer.goto(pages.yufukuan.path)
  await button(payer, '提交充值').click()
  await dialog(payer).getByLabel('充值账户').click()
  await payer.getByRole('listbox').getByRole('option').first().click()
  await fillIn(payer, { 付款账号: unit.answers.billingAccount ?? '', 银行流水号: serial })
  await dialog(payer).getByLabel(/金额/).fill(yuan)
  await confirm(payer, '提交充值')
  await finance.goto(pages.yufukuan.path)
  await finance.getByRole('tab', { name: '来款认领' }).click()
  await button(finance, '导入银行流水').first().click()
  const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '对方开户行', '附言']
  const row = [now, serial, '收入', yuan, unit.answers.name ?? '', unit.answers.billingAccount ?? '', '招商银行', '']
  const buffer = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows: [row] }] })
  await dialog(finance).locator('input[type=file]').setInputFiles({ name: '流水.xlsx', mimeType: xlsx, buffer })
  await dialog(finance).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(visibleText(finance, /新增 1 笔，自动匹配 1 笔/)).toBeVisible()
  await director.goto(pages.yufukuan.path)
  await button(director, '确认入账').click()
  await director.getByRole('dialog').getByRole('button', { name: '确认入账' }).click()
  await expect(visibleText(director, '已入账，单位余额已增加')).toBeVisible()
  await finance.goto(pages.yufukuan.path)
}

/** Sets the payer's payment password with the login password and a code sent to the payer's phone. */
export async function choosePaymentPassword(page: Page, world: World, mobile: string): Promise<void> {
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: /支付密码/ }).click()
  const form = page.getByRole('dialog', { name: '修改支付密码' })
  // The first payment password is confirmed with the login password.
  await form.getByLabel(/^旧/).fill(newcomerPassword)
  await form.getByLabel(/^新密码/).fill(paymentPassword)
  await form.getByLabel(/^确认密码/).fill(paymentPassword)
  await form.getByRole('button', { name: /确 ?定/ }).click()
  const proofDialog = page.getByRole('dialog', { name: '本人验证' })
  await proofDialog.getByLabel('登录密码').fill(newcomerPassword)
  await proofDialog.getByLabel('短信验证码').fill((await messageTo(world, mobile, /首次设置支付密码/)).match(/\d{6}/)?.[0] ?? '')
  await button(proofDialog, '验证').click()
  await expect(form).toBeHidden()
}

/** Imports a file with one payee and submits the batch. */
export async function prepareBatch(maker: Page, operator: SubmittedApplication): Promise<string> {
  await maker.goto(pages.zfPtList.path)
  await button(maker, '新建批量支付').click()
  await dialog(maker).getByRole('combobox').first().click()
  await maker.getByRole('listbox').getByRole('option').filter({ hasText: '平面设计' }).first().click()
  await dialog(maker).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(maker).toHaveURL(/\/zf\/batch\/\d+/)
  const headings = ['序号', '姓名*', '证件类型', '证件号码*', '手机号*', '收款银行', '收款账号*', '应发金额(元)*', '服务内容', '备注']
  const { name = '', idNumber = '', bankName = '', cardNo = '' } = operator.answers
  const row = [1, name, '居民身份证', idNumber, operator.mobile, bankName, cardNo, '1200.00', '平面设计', '']
  const buffer = await writeSheet({ sheets: [{ name: '批量支付', columns: headings.map((heading) => ({ heading })), rows: [row] }] })
  await maker.locator('section[aria-label="上传明细文件"] input[type=file]').first().setInputFiles({ name: '十二月.xlsx', mimeType: xlsx, buffer })
  await expect(maker.getByText('已导入 1 条')).toBeVisible()
  await expect(maker.getByRole('grid')).toBeVisible()
  await expect(maker.locator('[aria-invalid=true]')).toHaveCount(0)
  await button(maker, '提交复核').click()
  await expect(button(dialog(maker), '确认提交')).toBeVisible()
  const reasonField = dialog(maker).getByRole('textbox')
  if (await reasonField.count()) await reasonField.fill('已逐条核对')
  await button(dialog(maker), '确认提交').click()
  await expect(visibleText(maker, '待复核')).toBeVisible()
  return new URL(maker.url()).pathname
}

/** Checks the batch as another person of the unit. */
export async function checkBatch(checker: Page, batch: string): Promise<void> {
  await checker.goto(batch)
  await button(checker, '复核').click()
  await button(dialog(checker), '确认复核').click()
  await expect(visibleText(checker, /待中心审核|待支付/)).toBeVisible()
}

async function reviewEveryPoint(auditor: Page, batch: string): Promise<void> {
  await auditor.goto(batch)
  await button(auditor, '审核').click()
  const auditDialog = dialog(auditor)
    .getByRole('group', { name: /审核要点/ })
    .getByRole('checkbox')
  await expect(auditDialog.first()).toBeVisible()
  for (const box of await auditDialog.all()) await box.check()
  await button(dialog(auditor), '确认审核').click()
}

/** Confirms every audit point and approves the batch as the centre. */
export async function auditBatch(auditor: Page, batch: string): Promise<void> {
  await reviewEveryPoint(auditor, batch)
  await expect(visibleText(auditor, '待支付')).toBeVisible()
}

/** Expects the audit to fail because the unit lacks money. The batch waits, and the unit is notified. */
export async function expectInsufficientFundsAtAudit(auditor: Page, payer: Page, batch: string): Promise<void> {
  await reviewEveryPoint(auditor, batch)
  await expect(visibleText(auditor, '余额不足，充值后请再次审核')).toBeVisible()
  await payer.goto(`${pages.message.path}?tab=messages`)
  await expect(payer.getByText(/批次 \S+ 余额不足/).first()).toBeVisible()
}

/** Pays as a third person and waits for the bank's result. */
export async function payBatch(payer: Page, batch: string): Promise<void> {
  await payer.goto(batch)
  await button(payer, '支付').click()
  await dialog(payer).getByRole('checkbox').check()
  await dialog(payer).locator('input[type=password]').fill(paymentPassword)
  await button(dialog(payer), '确认支付').click()
  await expect(visibleText(payer, '全部成功')).toBeVisible({ timeout: 60_000 })
}

/** Expects the bank's own receipt for the payment. */
export async function expectReceipt(payer: Page): Promise<void> {
  await payer.goto(pages.zfpzList.path)
  const row = payer.getByRole('row', { name: /支付通道/ })
  await expect(async () => {
    await payer.reload()
    await expect(row).toHaveCount(1)
  }).toPass({ timeout: 60_000 })
  const downloadPromise = payer.waitForEvent('download')
  await row.getByRole('button', { name: /下\s?载/ }).click()
  expect((await downloadPromise).suggestedFilename()).toMatch(/\.pdf$/)
}
