import type { Locator, Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { ask, dialog, enter, payees, visibleText, waitForState } from '#/e2e/desk.ts'
import { base, savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { sharp } from '#/server/lib/sharp.ts'

const orderId = 12
let serial = Math.floor(Math.random() * 5000)

/** Returns the cells of an unknown person whose bank details are valid. */
function strangerCells(name: string) {
  serial++
  return {
    name,
    idNumber: idNumberFor('320000', '19930304', serial % 999),
    mobile: `1370${String(1_000_000 + serial)}`,
    cardNo: bankCardFor('622202', 800_000 + serial),
    bankName: '中国工商银行',
  }
}

type Cells = ReturnType<typeof strangerCells>

async function referLines(rows: readonly Cells[]): Promise<number> {
  const { id: batchId } = await ask<{ id: number }>('maker', 'payments.create', { orderId })
  await ask('maker', 'lines.add', { batchId, rows: rows.map((row) => ({ ...row, amountText: '120.00', service: '直播服务费' })) })
  const { rows: lines } = await ask<{ rows: { id: number }[] }>('maker', 'lines.list', { batchId, size: 50 })
  await ask('maker', 'lines.refer', { batchId, lineIds: lines.map((line) => line.id) })
  return batchId
}

const drawer = (page: Page): Locator => page.locator('.k-drawer').filter({ visible: true }).last()

async function review(page: Page, name: string, state = 'open'): Promise<Locator> {
  await page.goto(`/datacheck/datacheck?state=${state}&keyword=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name: new RegExp(name) }).first()
  await row.getByRole('button', { name: state === 'open' ? '对比处理' : '查看' }).click()
  await expect(drawer(page).getByRole('heading', { name: '导入资料' })).toBeVisible()
  return drawer(page)
}

async function handOver(page: Page, colleague: string): Promise<void> {
  await dialog(page).getByLabel('审核人').click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: colleague }).last().click()
  await dialog(page).getByRole('button', { name: '分配审核人' }).click()
}

function withPage(pdf: PDFDocument): PDFDocument {
  pdf.addPage([300, 200])
  return pdf
}

test('pictures arrive through a requested link, and a merge makes the maker’s line payable', async ({ browser }) => {
  const owner = payees.findLast((person) => person.unitIds[0] === 1)
  if (!owner) throw new Error('unit 1 has nobody')
  // A known payee whose ID number the unit mistyped. After the merge the line is payable.
  const mistypedCells: Cells = { ...strangerCells(owner.name), mobile: owner.mobile, cardNo: owner.cardNo, bankName: owner.bankName }
  const batchId = await referLines([mistypedCells])
  const auditor = await enter(browser, 'auditor')

  await test.step('the reviewer sees both sides and requests the acceptance sheet', async () => {
    const pane = await review(auditor, owner.name)
    await expect(pane.getByText('不一致').first()).toBeVisible()
    await expect(pane.getByText(/相似 \d+%/)).toBeVisible()
    await savePicture(auditor, 'review-compare')
    await pane.getByRole('button', { name: '要求补充' }).click()
    const requestDialog = dialog(auditor)
    await requestDialog.getByLabel('身份证人像面').uncheck()
    await requestDialog.getByLabel('验收单').check()
    await requestDialog.getByLabel(/原因/).fill('请拍照上传本月验收单')
    await requestDialog.getByRole('button', { name: '要求补充' }).click()
    await expect(visibleText(auditor, '短信已发送，等待本人补传')).toBeVisible()
  })

  await test.step('the link in the message opens on a phone without an account', async () => {
    let link = ''
    const readSuggestions = async () => {
      const { rows: messages } = await ask<{ rows: { to: string; text: string }[] }>('platform', 'demo.outbox', {})
      link = messages.find((message) => message.to === owner.mobile && message.text.includes('of=person'))?.text.match(/\/Uploadapp\?\S+/)?.[0] ?? ''
      return link
    }
    await expect.poll(readSuggestions, { timeout: 30_000 }).not.toBe('')
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    await context.addCookies([{ name: 'language', value: 'zh', url: base }])
    const phone = await context.newPage()
    await phone.goto(link)
    await expect(visibleText(phone, /原因：请拍照上传本月验收单/)).toBeVisible()
    await expect(phone.getByRole('button', { name: '提交材料' })).toBeDisabled()
    const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#dfe8d0' } })
      .jpeg()
      .toBuffer()
    await phone.locator('input[type=file]').setInputFiles({ name: '验收单.jpg', mimeType: 'image/jpeg', buffer })
    await expect(phone.locator('.r-pictures img')).toBeVisible()
    await savePicture(phone, 'review-phone')
    await phone.getByRole('button', { name: '提交材料' }).click()
    await expect(visibleText(phone, /已提交，谢谢/)).toBeVisible()
    await phone.goto(link)
    await expect(visibleText(phone, /链接无效、已使用或已过期/)).toBeVisible()
    await context.close()
  })

  await test.step('merging the records makes the line payable', async () => {
    const pane = await review(auditor, owner.name)
    await expect(pane.locator('.a-picture img')).toBeVisible()
    await pane.getByRole('button', { name: '合并到已有经营者' }).click()
    await expect(visibleText(auditor, /处理完成/)).toBeVisible()
    await waitForState(batchId, 'ready')
    const { rows } = await ask<{ rows: { kind: string; path: string }[] }>('maker', 'messages.list', { size: 20 })
    expect(rows.some((row) => row.kind === 'batchReady' && row.path === `/zf/batch/${batchId}`)).toBe(true)
  })

  await test.step('undoing a merge within a day restores the line', async () => {
    const pane = await review(auditor, owner.name, 'merged')
    await pane.getByRole('button', { name: '撤销合并' }).click()
    await auditor.getByRole('dialog', { name: '撤销合并' }).getByRole('button', { name: '撤销合并' }).click()
    await expect(visibleText(auditor, '已撤销，恢复为待处理')).toBeVisible()
    await waitForState(batchId, 'fixing')
  })
})

test('the reason for a rejected field reaches the maker', async ({ browser }) => {
  await referLines([strangerCells('慕容一'), strangerCells('慕容二')])
  const page = await enter(browser, 'centre')
  await page.goto('/datacheck/datacheck?state=open&keyword=%E6%85%95%E5%AE%B9')
  await page
    .getByRole('row', { name: /慕容一/ })
    .getByRole('checkbox')
    .check()
  await page
    .getByRole('row', { name: /慕容二/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: '分配审核人' }).click()
  await handOver(page, '待审')
  await expect(visibleText(page, '已分配 2 个')).toBeVisible()

  const pane = await review(page, '慕容一')
  await pane.getByRole('button', { name: '接手' }).click()
  await pane.getByRole('button', { name: '驳回此项 银行卡' }).click()
  await pane.getByLabel('驳回原因 银行卡').fill('卡号与持卡人不符')
  await pane.getByRole('button', { name: '驳回（1 项）' }).click()
  await expect(visibleText(page, /处理完成/)).toBeVisible()
  const { rows } = await ask<{ rows: { kind: string; values: { reason?: string } }[] }>('maker', 'messages.list', { size: 20 })
  expect(rows.find((row) => row.kind === 'candidatesRejected')?.values.reason).toContain('银行卡：卡号与持卡人不符')
})

test('a decision is accepted before the page knows that its user is the reviewer', async ({ browser }) => {
  await referLines([strangerCells('慕容三')])
  const page = await enter(browser, 'centre')
  const rejectRequest = page.waitForRequest('**/api/operators/rejectCandidates')
  await page.route('**/api/operators/takeCandidate', async (route) => {
    const response = await route.fetch()
    await rejectRequest
    await route.fulfill({ response })
  })
  const pane = await review(page, '慕容三')
  await pane.getByRole('button', { name: '驳回此项 银行卡' }).click()
  await pane.getByLabel('驳回原因 银行卡').fill('卡号与持卡人不符')
  await pane.getByRole('button', { name: '驳回（1 项）' }).click()
  await expect(visibleText(page, /处理完成/)).toBeVisible()
})

test('an account request is assigned, rejected by field, corrected and approved', async ({ browser }) => {
  const letter = { name: '授权书.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await (await PDFDocument.create().then(withPage)).save()) }
  const admin = await enter(browser, 'unit1')
  await admin.goto('/employeeDw/employeeDw')
  await admin.getByRole('button', { name: '新增账号' }).click()
  await dialog(admin).getByLabel('用户名').fill('fuhe77')
  await dialog(admin).getByLabel('姓名').fill('程再核')
  await dialog(admin).getByLabel('手机').fill('13800007777')
  await dialog(admin).getByLabel('角色').click()
  await admin.getByRole('listbox').getByRole('option').filter({ hasText: '单位复核' }).first().click()
  await admin.keyboard.press('Escape')
  await dialog(admin).locator('input[type=file]').setInputFiles(letter)
  await dialog(admin).locator('.k-overlay-foot .k-btn-primary').click()
  const row = admin.getByRole('row', { name: /fuhe77/ }).first()
  await expect(row.getByText('待审核').first()).toBeVisible()

  const centre = await enter(browser, 'centre')
  await centre.goto('/user/dwEmployeeCheck?keyword=fuhe77')
  await centre
    .getByRole('row', { name: /fuhe77/ })
    .getByRole('checkbox')
    .check()
  await centre.getByRole('button', { name: '分配审核人' }).click()
  await handOver(centre, '许立言')
  await expect(visibleText(centre, '已分配 1 个')).toBeVisible()
  await centre
    .getByRole('row', { name: /fuhe77/ })
    .getByRole('button', { name: '审核' })
    .click()
  const pane = drawer(centre)
  await pane.getByRole('button', { name: '驳回此项 手机' }).click()
  await pane.getByLabel('驳回原因 手机').fill('与授权书上的号码不一致')
  await savePicture(centre, 'review-account')
  await pane.getByRole('button', { name: '驳回（1 项）' }).click()
  await expect(visibleText(centre, '已驳回')).toBeVisible()

  await admin.reload()
  await row.getByRole('button', { name: /更多操作/ }).click()
  await admin.getByRole('menuitem', { name: '更正并重新申请' }).click()
  const correctionDialog = dialog(admin)
  await expect(correctionDialog.getByText('与授权书上的号码不一致')).toBeVisible()
  await expect(correctionDialog.getByLabel('姓名')).toHaveCount(0)
  await expect(correctionDialog.locator('input[type=file]')).toHaveCount(0)
  await correctionDialog.getByLabel('手机').fill('13800008888')
  await correctionDialog.locator('.k-overlay-foot .k-btn-primary').click()
  await expect(row.getByText('待审核').first()).toBeVisible()

  await centre.goto('/user/dwEmployeeCheck?keyword=fuhe77')
  await centre
    .getByRole('row', { name: /fuhe77/ })
    .getByRole('button', { name: '审核' })
    .click()
  await expect(drawer(centre).getByText('更正后再次申请')).toBeVisible()
  await drawer(centre).getByRole('button', { name: '通过', exact: true }).click()
  await expect(visibleText(centre, /已通过，设置密码的链接已发送至/)).toBeVisible()
  await admin.reload()
  await expect(row.getByText('正常')).toBeVisible()
})
