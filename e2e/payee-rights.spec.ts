import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { readToEnd } from '#/e2e/contract.ts'
import { ask, confirmButton, dialog, enter, phone, visibleText } from '#/e2e/desk.ts'
import { base, savePicture } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { samplePhoto } from '#/server/agreements/signing/testing.ts'

const desktopSize = { width: 1440, height: 900 }
const { ordinary, specials } = demoPeople()
const operatorId = 1001
const person = [...ordinary, ...Object.values(specials)].find((each) => each.id === operatorId)

/** Sets how contracts of centre 2 are signed. */
async function setSignWay(signWay: 'sms' | 'face') {
  const centre = await ask<Record<string, unknown> & { singleLimit: number; monthLimit: number; invoiceCap: number }>('platform', 'centres.get', { id: 2 })
  const { singleLimit, monthLimit, invoiceCap } = centre
  const yuan = (amount: number) => String(amount / 100)
  const form = { ...centre, singleLimit: yuan(singleLimit), monthLimit: yuan(monthLimit), invoiceCap: yuan(invoiceCap), signWay }
  await ask('platform', 'centres.update', form)
}

for (const size of [phone, desktopSize])
  test(`a payee calculates a payment, a year and the annual settlement at ${size.width} px`, async ({ browser }) => {
    const page = await enter(browser, 'operator', size)
    await page.goto('/zf/zfSkYzList?pane=calculators')
    await page.getByLabel('应发金额（税前）').fill('30000')
    await page.getByRole('switch', { name: '接着我今年已有的收款计算' }).click()
    await page.getByRole('button', { name: '计算', exact: true }).click()
    // Taxable income is 30,000 less 20 % less 5,000, which is 19,000. The rate is 3 %.
    await expect(page.getByRole('row', { name: /累计应纳税额/ })).toContainText('570.00')
    await expectFits(page, 'the calculator of a payment')
    await savePicture(page, `calculators-${size.width}-1-payment`)

    await page.getByText('全年收款', { exact: true }).click()
    await page.getByLabel('03', { exact: true }).fill('30000')
    await page.getByLabel('04', { exact: true }).fill('30000')
    await page.getByRole('button', { name: '计算', exact: true }).click()
    await page.getByText(/^\d{4}-04：/).click()
    await expect(page.getByRole('row', { name: /累计收入/ }).last()).toContainText('60,000.00')
    await expectFits(page, 'the calculator of a year')
    await page.getByRole('button', { name: '用于年度汇算' }).click()
    await expect(page.getByLabel('劳务报酬')).toHaveValue('60,000.00')
    await page.getByRole('button', { name: '计算', exact: true }).click()
    // 48,000 is below the basic deduction, so all tax withheld is refunded.
    await expect(page.getByRole('row', { name: /应退税额/ })).toBeVisible()
    await expectFits(page, 'the annual settlement')
    await expectReadable(page, 'the annual settlement')
    await savePicture(page, `calculators-${size.width}-2-settlement`)
  })

test('a signer can choose face recognition instead of a code, and withdraw the consent', async ({ browser }) => {
  if (!person) throw new Error('no operator')
  await setSignWay('face')
  try {
    const { templates } = await ask<{ templates: { id: number; kind: string }[] }>('centre', 'contracts.choices', {})
    const templateId = templates.find((template) => template.kind === 'tax_authorisation')?.id
    const terms = { templateId, centreId: 2, mode: 2, operatorId, from: '2026-01-01', to: '2030-12-31', fields: {} }
    const { id, version } = await ask<{ id: number; version: number }>('centre', 'contracts.create', terms)
    await ask('centre', 'contracts.send', { id, version })
    const { rows } = await ask<{ rows: { to: string; text: string }[] }>('platform', 'demo.outbox', {})
    const sentLink = () =>
      rows
        .find((row) => row.to === person.mobile && row.text.includes('涉税事项代办授权书') && row.text.includes('/Sign?ticket='))
        ?.text.match(/\/Sign\?ticket=[\w-]+/)?.[0]
    await expect
      .poll(async () => {
        rows.splice(0, rows.length, ...(await ask<{ rows: { to: string; text: string }[] }>('platform', 'demo.outbox', {})).rows)
        return sentLink()
      })
      .toBeTruthy()
    const page = await (await browser.newContext({ viewport: phone, hasTouch: true })).newPage()
    await page.context().addCookies([{ name: 'language', value: 'zh', url: base }])
    await page.goto(sentLink() ?? '')
    await page.getByLabel('证件号码后 4 位').fill(person.idNumber.slice(-4))
    await page.keyboard.press('Enter')
    await readToEnd(page)
    await expect(page.getByRole('radio', { name: '短信验证' })).toBeChecked()
    await expect(page.getByRole('button', { name: /获取短信验证码/ })).toBeVisible()
    await page.getByRole('radio', { name: '人脸识别' }).check()
    await expect(page.getByRole('heading', { name: '人脸识别单独同意书' })).toBeVisible()
    await expectFits(page, 'the consent')
    await expectReadable(page, 'the consent')
    await savePicture(page, 'faces-1-consent')
    await page.getByRole('button', { name: '我同意，继续拍照' }).click()
    const { filename: name, mediaType: mimeType, bytes } = await samplePhoto()
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
    await expect(page.getByText(/核验服务为沙箱/)).toBeVisible()
    await page.getByRole('button', { name: '开始核验' }).click()
    await expect(page.getByRole('heading', { name: '手写签名' })).toBeVisible()

    await page.getByRole('button', { name: '撤回人脸识别同意' }).click()
    await expect(page.getByRole('button', { name: '确认撤回' })).toBeVisible()
    await expectFits(page, 'the withdrawal')
    await savePicture(page, 'faces-2-withdrawal')

    const payeePage = await enter(browser, 'operator', phone)
    await payeePage.goto('/profile/index')
    await expect(visibleText(payeePage, /现存人脸照片 1 张/)).toBeVisible()
    await payeePage.getByRole('button', { name: '撤回人脸识别同意' }).click()
    await confirmButton(payeePage).click()
    await expect(payeePage.getByText(/已撤回$/).first()).toBeAttached()
    await expectFits(payeePage, 'the profile')
    await page.reload()
    await expect(page.getByRole('button', { name: /获取短信验证码/ })).toBeVisible()
    await expect(page.getByRole('radio', { name: '人脸识别' })).toHaveCount(0)
  } finally {
    await setSignWay('sms')
  }
})

test('on a phone, a payee can withdraw a request to close the account', async ({ browser }) => {
  const page = await enter(browser, 'operator', phone)
  await page.goto('/profile/index')
  const closingRegion = page.getByRole('region', { name: '注销账户' })
  await closingRegion.getByRole('button', { name: '申请注销' }).click()
  const form = dialog(page)
  await form.getByLabel('登录密码').fill(demoPassword)
  await form.getByRole('button', { name: '获取验证码' }).click()
  const sentCode = form.getByRole('region', { name: '演示沙箱 · 未真正发送' }).getByText(/\b\d{6}\b/)
  await form.getByRole('textbox', { name: /验证码/ }).fill((await sentCode.innerText()).match(/\b\d{6}\b/)?.[0] ?? '')
  await expectFits(page, 'the request to close the account')
  await savePicture(page, 'payee-rights-closing')
  await form.getByRole('button', { name: '申请注销' }).click()
  await expect(form).toBeHidden()
  await closingRegion.getByRole('button', { name: '撤回申请' }).click()
  await expect(closingRegion.getByRole('button', { name: '申请注销' })).toBeVisible()
})
