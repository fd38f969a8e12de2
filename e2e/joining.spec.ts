import type { Locator, Page } from '@playwright/test'
import { seededRandom } from '#/demo/random.ts'
import { drawBackSide, drawFrontSide, idSpecimen } from '#/demo/specimen.ts'
import { photograph } from '#/demo/specimen-photo.ts'
import { ask, batchAt, getBatch, waitForState } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { freshMobile, operatorAnswers } from '#/server/onboarding/applications/registering-testing.ts'

interface Line {
  readonly state: string
  readonly issues: readonly { readonly code: string }[]
}

const visibleText = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first()
const pressNext = (page: Page) => page.getByRole('button', { name: '保存并下一步' }).click()

async function upload(page: Page, field: string, buffer: Buffer): Promise<void> {
  const box = page.locator('.r-pictures', { has: page.locator(`input[name="${field}"]`) })
  await box.locator('input[type=file]').setInputFiles({ name: `${field}.jpg`, mimeType: 'image/jpeg', buffer })
  await expect(box.locator('img').last()).toBeVisible({ timeout: 60_000 })
}

/** Returns the sandbox messages to this phone number, newest first. */
async function messagesTo(mobile: string): Promise<string[]> {
  const { rows } = await ask<{ rows: { to: string; text: string }[] }>('platform', 'demo.outbox', {})
  return rows.filter((row) => row.to === mobile).map((row) => row.text)
}

/** Reads, confirms by code and signs the open contract. */
async function sign(page: Page, name: string): Promise<void> {
  const contractRegion = page.getByRole('region', { name: '待签文件' })
  await expect(contractRegion.getByText(/协议|授权/).first()).toBeVisible({ timeout: 30_000 })
  await contractRegion.focus()
  for (let press = 0; press < 20 && !(await page.getByText('已阅读至末尾').isVisible()); press++) {
    await page.keyboard.press('End')
    await page.waitForTimeout(200)
  }
  await page.getByRole('button', { name: /获取短信验证码/ }).click()
  const sandbox = page.getByRole('region', { name: '演示沙箱 · 未真正发送' })
  await expect(sandbox.getByText(/用于确认签署/)).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('6 位验证码').fill((await sandbox.innerText()).match(/\b\d{6}\b/)?.[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '键入姓名' }).click()
  await page.getByLabel('您的姓名').fill(name)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '签署', exact: true }).click()
  await expect(page.getByRole('heading', { name: '签署完成' })).toBeVisible({ timeout: 40_000 })
}

test('an operator registers by photo, signs two contracts and can be paid (ST-03)', async ({ browser }) => {
  test.setTimeout(300_000)
  const mobile = freshMobile()
  const random = seededRandom(Number(mobile.slice(-6)))
  const card = idSpecimen(random)
  const answers = operatorAnswers()
  const cells = { idNumber: card.idNumber, name: card.name, mobile, bankName: answers.bankName ?? '', cardNo: answers.cardNo ?? '', amountText: '120.00' }
  const issueCodesInNewBatch = async () => {
    const batch = await batchAt('draft', [{ ...cells, service: '直播服务费' }])
    const { rows } = await ask<{ rows: Line[] }>('maker', 'lines.list', { batchId: batch.id })
    return { batch, codes: rows[0]?.issues.map((issue) => issue.code) ?? [] }
  }
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()

  await test.step('the import does not know the person (E201)', async () => {
    expect((await issueCodesInNewBatch()).codes).toContain('E201')
  })

  await test.step('the photographed card fills the form and marks doubtful fields', async () => {
    await page.goto('/Registermsg')
    await page.getByLabel('手机号').fill(mobile)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.locator('.l-sandbox pre')).toContainText(/验证码是 \d{6}/)
    await page.getByLabel('短信验证码').fill((await page.locator('.l-sandbox pre').innerText()).match(/\d{6}/)?.[0] ?? '')
    await page.getByLabel('我已阅读并同意').check()
    await page.getByRole('button', { name: '开始填写' }).click()
    await expect(page).toHaveURL(/ticket=/)
    await upload(page, 'idFront', await photograph(await drawFrontSide(card), 'clean', random))
    await upload(page, 'idBack', await photograph(await drawBackSide(card), 'clean', random))
    await expect(page.locator('[name="idNumber"]')).toHaveValue(card.idNumber, { timeout: 60_000 })
    await expect(page.locator('[name="name"]')).not.toHaveValue('')
    await savePicture(page, 'joining-01-read')
    // Enters the name again, because it may be misread, and fills in the empty fields.
    await page.locator('[name="name"]').fill(card.name)
    for (const field of ['address', 'authority', 'validFrom', 'validTo'] as const)
      if ((await page.locator(`[name="${field}"]`).inputValue()) === '') await page.locator(`[name="${field}"]`).fill(answers[field] ?? '')
    await pressNext(page)
  })

  await test.step('trade, bank card and centre are entered and submitted', async () => {
    await page.locator('input[name="yztype"][value="1"]').check()
    await pressNext(page)
    for (const field of ['cardNo', 'bankName', 'bankMobile']) await page.locator(`[name="${field}"]`).fill(answers[field] ?? '')
    await pressNext(page)
    const centreField = page.locator('[name="centreId"]').first()
    if ((await centreField.getAttribute('type')) === 'radio') await page.locator('input[name="centreId"][value="2"]').check()
    else await centreField.selectOption('2')
    await pressNext(page)
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(visibleText(page, /资料已提交，正在审核/)).toBeVisible()
  })

  await test.step('the centre approves the application', async () => {
    const no = await page.locator('.r-no').innerText()
    const auditor = await signIn(browser, 'auditor', { at: '/user/hzhbList' })
    await auditor.getByRole('tab', { name: /经营者/ }).click()
    await auditor
      .getByRole('row', { name: new RegExp(no) })
      .getByRole('button', { name: '审核' })
      .click()
    await auditor.getByRole('button', { name: '通过', exact: true }).click()
    await expect(auditor.getByRole('dialog')).toHaveCount(2)
    await auditor.getByRole('dialog').last().getByRole('button', { name: '通过', exact: true }).click()
    await expect(visibleText(auditor, '已通过，等待申请人签约')).toBeVisible()
    await auditor.context().close()
  })

  await test.step('the unit cannot pay a person without signatures (E206, E207)', async () => {
    const { codes } = await issueCodesInNewBatch()
    expect(codes).toEqual(expect.arrayContaining(['E206', 'E207']))
  })

  await test.step('the operator signs agreement and tax authorisation on the phone', async () => {
    await page.reload()
    await page
      .getByRole('link', { name: /去签署/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/Sign/)
    await page.getByLabel('证件号码后 4 位').fill(card.idNumber.slice(-4))
    await page.keyboard.press('Enter')
    await sign(page, card.name)
    await page.getByRole('button', { name: '继续签署下一份' }).click()
    await sign(page, card.name)
    await savePicture(page, 'joining-02-signed')
  })

  await test.step('the account opens automatically and its owner receives a first password by text message', async () => {
    await expect.poll(async () => (await messagesTo(mobile)).some((text) => text.includes('已开通')), { timeout: 60_000, intervals: [1000] }).toBe(true)
  })

  await test.step('the unit pays the operator without errors', async () => {
    const { batch, codes } = await issueCodesInNewBatch()
    expect(codes.filter((code) => code.startsWith('E'))).toEqual([])
    await ask('maker', 'payments.submit', { id: batch.id, version: (await getBatch(batch.id)).version, acknowledgement: '已逐条核对' })
    await waitForState(batch.id, 'checking')
  })
  await context.close()
})
