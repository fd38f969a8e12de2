import type { Browser, Page } from '@playwright/test'
import { demoPeople } from '#/demo/load.ts'
import { drawSignature, readSentCode, readToEnd } from '#/e2e/contract.ts'
import { ask, dialog, visibleText } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfsig } from '#/server/agreements/signing/testing.ts'

const { specials } = demoPeople()
const unsignedPayee = specials.noAgreement
const phone = { width: 390, height: 844 }

/** Returns the newest signing link to this phone number from the sandbox messages. */
async function linkSentTo(mobile: string, name: string): Promise<string> {
  for (let round = 0; round < 30; round++) {
    const { rows } = await ask<{ rows: { to: string; text: string }[] }>('platform', 'demo.outbox', {})
    const message = rows.find((row) => row.to === mobile && row.text.includes(name) && row.text.includes('/Sign?ticket='))
    if (message) return message.text.match(/\/Sign\?ticket=[\w-]+/)?.[0] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`no link for ${name}`)
}

/** Sends another document to a person who has already signed an authorisation. */
async function sendAuthorisation(operatorId: number) {
  const { templates } = await ask<{ templates: { id: number; kind: string }[] }>('centre', 'contracts.choices', {})
  const templateId = templates.find((template) => template.kind === 'tax_authorisation')?.id
  const terms = { templateId, centreId: 2, mode: 2, operatorId, from: '2026-01-01', to: '2030-12-31', fields: {} }
  const { id, version } = await ask<{ id: number; version: number }>('centre', 'contracts.create', terms)
  await ask('centre', 'contracts.send', { id, version })
}

async function openStrangerPage(browser: Browser, size = phone): Promise<Page> {
  const context = await browser.newContext({ viewport: size, hasTouch: size === phone })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  return context.newPage()
}

async function confirmByCode(page: Page) {
  const code = await readSentCode(page)
  await page.getByLabel('6 位验证码').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: '确认', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('验证码错误')
  await page.getByLabel('6 位验证码').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '手写签名' })).toBeVisible()
}

test('an operator reads and signs documents on a phone', async ({ browser }) => {
  test.setTimeout(180_000)
  if (!unsignedPayee) throw new Error('everybody has signed')
  const centre = await signIn(browser, 'centre', { mode: 2 })

  await test.step('the centre sends agreement and authorisation to an unsigned operator', async () => {
    await centre.goto('/dzqyList/dzqyList')
    await expect(centre.getByRole('heading', { level: 1 })).toBeVisible()
    await savePicture(centre, 'signing-01-guide')
    await expectReadable(centre, 'the guide')
    await centre.getByRole('tab', { name: '签署任务' }).click()
    await centre.getByRole('button', { name: '批量发起' }).click()
    await dialog(centre).locator('#many-people').click()
    await dialog(centre).locator('#many-people').fill(unsignedPayee.name)
    await centre.getByRole('listbox').getByRole('option').filter({ hasText: unsignedPayee.name }).first().click()
    await centre.keyboard.press('Escape')
    await savePicture(centre, 'signing-02-many')
    await dialog(centre).locator('.k-overlay-foot .k-btn-primary').click()
    await expect(visibleText(centre, '共享经济服务协议')).toBeVisible({ timeout: 30_000 })
    await sendAuthorisation(unsignedPayee.id)
  })

  const page = await openStrangerPage(browser)
  const libraryGate = Promise.withResolvers<void>()
  await page.route(/signature_pad/, async (route) => {
    await libraryGate.promise
    await route.continue()
  })
  await test.step('the link opens only for the signer', async () => {
    await page.goto(await linkSentTo(unsignedPayee.mobile, '共享经济服务协议'))
    await expect(page).toHaveURL(`${base}/Sign`)
    await expect(page.getByRole('heading', { name: '请确认您是签署人' })).toBeVisible()
    await savePicture(page, 'signing-03-door')
    await expectReadable(page, 'the door')
    await page.getByLabel('证件号码后 4 位').fill('0000')
    await page.getByRole('button', { name: '查看文件' }).click()
    await expect(page.getByRole('alert')).toContainText('还可尝试 4 次')
    await page.getByLabel('证件号码后 4 位').fill(unsignedPayee.idNumber.slice(-4))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '共享经济服务协议' })).toBeVisible()
  })

  await test.step('no code can be requested before the end of the document', async () => {
    await expect(page.getByText('请阅读至文件末尾')).toBeVisible()
    await expect(page.getByRole('button', { name: /获取短信验证码/ })).toHaveCount(0)
    await expect(page.getByRole('region', { name: '待签文件' }).getByText('独立经营者身份').first()).toBeVisible()
    await expect(page.getByRole('button', { name: '查看原版式' })).toBeVisible()
    await savePicture(page, 'signing-04-read')
    await readToEnd(page)
    await expectReadable(page, 'the paper')
  })

  await test.step('a signature requires the code and a tick for each consent', async () => {
    await confirmByCode(page)
    setTimeout(libraryGate.resolve, 1500)
    await drawSignature(page, page.getByRole('img', { name: '请在框内签名' }))
    // A phone resizes its window when the address bar appears.
    await page.setViewportSize({ width: phone.width, height: phone.height - 80 })
    await page.getByRole('button', { name: '签署', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: '请逐项勾选同意事项' })).toBeVisible()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await expect(page.getByRole('region', { name: '待签文件' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: '再次查看全文' })).toBeVisible()
    await savePicture(page, 'signing-05-sign')
    await expectReadable(page, 'the signature')
    await page.getByRole('button', { name: '签署', exact: true }).click()
    await expect(page.getByRole('heading', { name: '签署完成' })).toBeVisible({ timeout: 30_000 })
    await savePicture(page, 'signing-06-done')
  })

  await test.step('the next document opens without another identity check and is signed by keyboard', async () => {
    await page.getByRole('button', { name: '继续签署下一份' }).click()
    await expect(page.getByRole('heading', { name: '涉税事项代办授权书' })).toBeVisible()
    await readToEnd(page)
    await confirmByCode(page)
    await page.getByRole('button', { name: '键入姓名' }).click()
    await page.getByLabel('您的姓名').fill(unsignedPayee.name)
    await page.getByRole('checkbox', { name: '涉税代办授权' }).check()
    await page.getByRole('button', { name: '签署', exact: true }).click()
    await expect(page.getByRole('heading', { name: '签署完成' })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the centre sees how each party signed and downloads the proof', async () => {
    await centre.goto('/ht/htList?kind=operator_agreement')
    await centre
      .getByRole('row', { name: new RegExp(unsignedPayee.name) })
      .first()
      .click()
    await expect(visibleText(centre, '已完成')).toBeVisible()
    await centre.getByRole('tab', { name: '签署与证据链' }).click()
    await centre.getByRole('button', { name: '校验文件' }).click()
    await expect(centre.getByText('文件未被改动，2 个数字签名全部有效')).toBeVisible()
    await savePicture(centre, 'signing-07-evidence')
    const { rows } = await ask<{ rows: { id: number; no: string; parties: { name: string }[] }[] }>('centre', 'contracts.list', {
      kinds: ['operator_agreement'],
    })
    const signedContract = rows.find((row) => row.parties.some((party) => party.name === unsignedPayee.name))
    const { fileId } = await ask<{ fileId: string }>('centre', 'contracts.pdf', { id: signedContract?.id })
    const { url } = await ask<{ url: string }>('centre', 'files.link', { fileId })
    const bytes = Buffer.from(await (await fetch(base + url)).arrayBuffer())
    const report = pdfsig(bytes)
    expect(report.match(/Signature is Valid/g)).toHaveLength(2)
  })
})

test('an invented or missing signing ticket shows an error and opens no document', async ({ browser }) => {
  const page = await openStrangerPage(browser, { width: 1440, height: 900 })
  await page.goto('/Sign?ticket=this-is-not-a-ticket-of-anybody')
  await expect(page.getByRole('heading', { name: '签署链接无效' })).toBeVisible()
  await page.goto('/Sign')
  await expect(page.getByRole('heading', { name: '签署链接无效' })).toBeVisible()
  await expectReadable(page, 'a dead link')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page, 'a dead link in the dark')
})

test('a template with a variable that has no source cannot be published', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: '/xymodel/xyList' })
  await expect(page.getByRole('heading', { level: 1, name: '协议模板' })).toBeVisible()
  await savePicture(page, 'signing-08-templates')
  await page.getByRole('button', { name: '新建模板' }).click()
  await dialog(page).getByLabel('模板名称').fill('直播合作协议')
  await dialog(page).locator('.k-overlay-foot .k-btn-primary').click()
  const editor = page.getByRole('textbox', { name: '正文' })
  await editor.click()
  await page.keyboard.type('甲方 {{party_a_name}} 与乙方 {{party_b_name}} 约定分成 {{share}}。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('share · 没有来源')).toBeVisible()
  await expect(page.getByRole('button', { name: '启用' })).toBeDisabled()
  await savePicture(page, 'signing-09-editor')
  await page.getByRole('button', { name: '添加变量' }).click()
  await page.getByLabel('变量名').fill('share')
  await page.getByLabel('标签').fill('分成比例')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('share · 没有来源')).toBeHidden()
  // The author does not activate the text; a colleague does.
  await expect(page.getByRole('button', { name: '启用' })).toBeDisabled()
  await expect(page.getByRole('group', { name: /请由另一人启用/ })).toBeVisible()
  const colleague = await signIn(browser, 'operation', { at: '/xymodel/xyList' })
  await colleague.getByRole('row', { name: /直播合作协议/ }).click()
  await colleague.getByRole('button', { name: '启用' }).click()
  await expect(colleague.getByRole('button', { name: '编辑新版本' })).toBeVisible()
  await expectReadable(colleague, 'a template')
})
