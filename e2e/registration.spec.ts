import type { Locator, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { documentImage, fillFields, pressNext, startApplication, upload } from '#/e2e/applicant.ts'
import { drawSignature, readSentCode, readToEnd } from '#/e2e/contract.ts'
import { ask, confirmPassword, dialog } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { freshMobile, operatorAnswers, partnerAnswers, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'

const shownText = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first()

/** Enters a mobile number and its sandbox code, and agrees to the terms. */
const startRegistration = (page: Page, mobile: string) =>
  startApplication(page, mobile, async () => {
    const message = page.locator('.l-sandbox pre')
    await expect(message).toContainText(/验证码是 \d{6}/)
    return (await message.innerText()).match(/\d{6}/)?.[0] ?? ''
  })

/** Changes the last digit, which makes the number invalid. */
const withWrongLastDigit = (number: string) => `${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`

async function openReview(page: Page, name: string): Promise<Locator> {
  await page.goto('/user/hzhbList')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: '审核' }).click()
  const drawer = page.locator('.k-drawer').last()
  await expect(drawer.getByRole('heading', { name: '申请资料' })).toBeVisible()
  return drawer
}

/** Enters the credit code of a registered company and appeals for it. */
async function appealFor(page: Page, name: string): Promise<void> {
  const { rows } = await ask<{ rows: { creditCode: string }[] }>('centre', 'units.list', { keyword: name })
  await fillFields(page, { creditCode: rows[0]?.creditCode ?? '' })
  await pressNext(page)
  await expect(shownText(page, '该证件已注册，请登录或申诉')).toBeVisible()
  await page.getByRole('button', { name: '这是我的证件，我要申诉' }).click()
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect(shownText(page, '请填写理由（至少 5 个字）')).toBeVisible()
  await page.getByLabel('申诉理由').fill('这是我们公司的信用代码')
  await savePicture(page, 'registration-12-appeal')
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect(shownText(page, '申诉处理中')).toBeVisible()
}

/** Compares both records. Upholds the appeal, which needs a second person, and then rejects it. */
async function rejectAppeal(page: Page, no: string): Promise<void> {
  await page.goto('/user/hzhbList?appeals=1')
  await page
    .getByRole('row', { name: new RegExp(no) })
    .getByRole('button', { name: '处理' })
    .click()
  await expect(dialog(page).getByRole('region', { name: '已有记录' }).getByText('青禾文化传播有限公司')).toBeVisible()
  await dialog(page).getByLabel('处理理由（会告知申诉人）').fill('信用代码属于另一家公司')
  await savePicture(page, 'registration-13-appeal-review')
  // Accepting an appeal first requires the reviewer's own password.
  await dialog(page)
    .getByRole('radio', { name: /^申诉成立/ })
    .click()
  await dialog(page).getByRole('button', { name: '处理', exact: true }).click()
  const proofDialog = page.getByRole('dialog', { name: '验证登录密码' })
  await expect(proofDialog.getByLabel('登录密码')).toBeFocused()
  await confirmPassword(page)
  await expect(shownText(page, '已提交，须由另一名审核人确认后生效')).toBeVisible()
  // One reviewer cannot transfer the account. A second person must accept the appeal too.
  await page
    .getByRole('row', { name: new RegExp(no) })
    .getByRole('button', { name: '处理' })
    .click()
  await expect(dialog(page).getByText(/认定申诉成立：信用代码属于另一家公司/)).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: /^申诉成立/ })).toBeDisabled()
  await savePicture(page, 'registration-14-appeal-second')
  await dialog(page).getByLabel('处理理由（会告知申诉人）').fill('信用代码属于另一家公司')
  await dialog(page).getByText('不成立：已有记录不变').click()
  await dialog(page).getByRole('button', { name: '处理', exact: true }).click()
  await expect(shownText(page, '申诉已处理，结果将短信通知申诉人')).toBeVisible()
}

test('a unit registers, corrects rejected fields and is approved to sign (ST-01)', async ({ browser }) => {
  test.setTimeout(240_000)
  const answers = unitAnswers()
  const mobile = freshMobile()
  const pickAnswers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answers[name] ?? '']))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()
  let no = ''

  await test.step('the desktop browser starts with a mobile number', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: '单位', exact: true }).click()
    await expect(page.getByRole('heading', { name: '单位注册' })).toBeVisible()
    await startRegistration(page, mobile)
    await savePicture(page, 'registration-01-company')
  })

  await test.step('errors appear under their fields and the page does not continue', async () => {
    await fillFields(page, {
      ...pickAnswers('name', 'legalPerson'),
      creditCode: withWrongLastDigit(answers.creditCode ?? ''),
      legalIdNumber: '350203199013011234',
    })
    await pressNext(page)
    await expect(shownText(page, '统一社会信用代码校验位不正确，请核对')).toBeVisible()
    await expect(shownText(page, /请上传图片/)).toBeVisible()
    await savePicture(page, 'registration-02-problems')
  })

  await test.step('each step is saved on the server', async () => {
    await upload(page, 'licence', await documentImage('营业执照', 240))
    await upload(page, 'legalIdFront', await documentImage('人像面', 228))
    await upload(page, 'legalIdBack', await documentImage('国徽面', 216))
    await fillFields(page, pickAnswers('name', 'creditCode', 'legalPerson', 'legalIdNumber'))
    await appealFor(page, '青禾文化传播有限公司')
    await fillFields(page, pickAnswers('creditCode'))
    await pressNext(page)
    await fillFields(page, pickAnswers('contactName', 'email'))
    await pressNext(page)
    await fillFields(page, pickAnswers('industry', 'mainBusiness', 'bizKind', 'mode', 'centreId', 'scenario'))
    await page.reload()
    await expect(shownText(page, '第 3 步').or(shownText(page, '业务与合作'))).toBeVisible()
    await fillFields(page, pickAnswers('industry', 'mainBusiness', 'bizKind', 'mode', 'centreId', 'scenario'))
    await upload(page, 'sitePhotos', await documentImage('办公场地', 200))
    await pressNext(page)
    await fillFields(page, pickAnswers('taxNo', 'billingAddress', 'billingPhone', 'billingBank', 'billingAccount'))
    await pressNext(page)
    await expect(page.getByText(/350.*\*+.*\d{3}[\dX]/)).toBeVisible()
    await savePicture(page, 'registration-03-confirm')
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(shownText(page, /资料已提交，正在审核/)).toBeVisible()
    // The demo shows the text message with the first password, and its recipient, on the page.
    await expect(page.locator('.l-sandbox')).toContainText(mobile)
    await expect(page.locator('.l-sandbox pre')).toContainText(/初始密码 \S+（/)
    no = await page.locator('.r-no').innerText()
    await savePicture(page, 'registration-04-progress')
  })

  const auditor = await signIn(browser, 'auditor')
  await test.step('the auditor rejects the appeal and the licence', async () => {
    await rejectAppeal(auditor, no)
    const drawer = await openReview(auditor, no)
    await expect(drawer.locator('.a-picture img').first()).toBeVisible()
    await savePicture(auditor, 'registration-05-review')
    await drawer.getByRole('button', { name: '驳回此项 营业执照' }).click()
    await drawer.getByLabel('驳回原因 营业执照').fill('照片模糊，看不清登记日期')
    await savePicture(auditor, 'registration-06-reject')
    await drawer.getByRole('button', { name: '驳回（1 项）' }).click()
    await expect(shownText(auditor, '已驳回，短信已通知申请人')).toBeVisible()
  })

  await test.step('application number and mobile number show the progress', async () => {
    await page.goto('/Registermsgdw')
    await page.getByRole('button', { name: '查询申请进度' }).click()
    await page.getByLabel('申请编号').fill(no)
    await page.getByLabel('手机号').fill(mobile)
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await expect(shownText(page, /有 1 项需要补正/)).toBeVisible()
  })

  await test.step('only rejected fields are editable, with the reason below each', async () => {
    const platformSignIn = { username: 'platform', password: demoPassword }
    const { token } = (await (await page.request.post('/api/user/login', { multipart: platformSignIn })).json()) as { token: string }
    const outbox = await (await page.request.post('/api/demo/outbox', { multipart: { _: '' }, headers: { 'X-Token': token } })).text()
    const password = outbox.match(new RegExp(`登录账号 ${mobile}，初始密码 ([^（]+)（`))?.[1] ?? ''
    expect(password).not.toBe('')
    await page.goto('/login')
    await page.getByLabel('用户名').fill(mobile)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL(/\/EditRegistermsgdw\?ticket=/)
    await expect(shownText(page, '驳回原因：照片模糊，看不清登记日期')).toBeVisible()
    await expect(shownText(page, '原因：信用代码属于另一家公司')).toBeVisible()
    await expect(page.locator('input[type=file]')).toHaveCount(1)
    await savePicture(page, 'registration-07-correction')
    const sharperScan = await documentImage('营业执照正本', 250)
    await page.locator('input[type=file]').setInputFiles(sharperScan)
    await expect(shownText(page, '已更正')).toBeVisible({ timeout: 40_000 })
    await page.getByRole('button', { name: '重新提交' }).click()
    await expect(shownText(page, /资料已提交，正在审核/)).toBeVisible()
  })

  await test.step('another reviewer takes over and approves the application', async () => {
    const centre = await signIn(browser, 'centre', { mode: 2 })
    const drawer = await openReview(centre, no)
    await expect(drawer.getByText('沈知微 正在审核')).toBeVisible()
    await savePicture(centre, 'registration-08-taken')
    await drawer.getByRole('button', { name: '接手' }).click()
    await drawer.getByRole('button', { name: '通过', exact: true }).click()
    const dialog = centre.getByRole('dialog').last()
    await dialog.getByLabel('费率方案').click()
    await centre.getByRole('listbox').getByRole('option').first().click()
    await savePicture(centre, 'registration-09-approve')
    await dialog.getByRole('button', { name: '通过', exact: true }).click()
    await expect(shownText(centre, '已通过，等待申请人签约')).toBeVisible()
  })

  await test.step('the applicant continues to signing', async () => {
    await page.reload()
    await expect(shownText(page, /审核已通过/)).toBeVisible()
    await expect(page.getByRole('link', { name: /去签署/ })).toBeVisible()
    await savePicture(page, 'registration-10-signing')
  })
})

test('an operator registers on a phone (ST-03)', async ({ browser }) => {
  test.setTimeout(180_000)
  const answers = operatorAnswers()
  const pickAnswers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answers[name] ?? '']))
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()
  await page.goto('/Registermsg')
  await savePicture(page, 'registration-phone-01-start')
  await startRegistration(page, freshMobile())
  await upload(page, 'idFront', await documentImage('人像面', 222))
  await upload(page, 'idBack', await documentImage('国徽面', 211))
  await savePicture(page, 'registration-phone-02-identity')
  await test.step('the calendar is in the language of the page', async () => {
    await page.locator('[name="validFrom"]').click()
    await expect(page.locator('.k-calendar-head').filter({ visible: true })).toContainText(/\d{4}年\d+月/)
    await expectFits(page, 'the calendar on a phone')
    await page.keyboard.press('Escape')
  })

  await test.step('a person aged seventeen is refused (E208)', async () => {
    const youngAnswers = operatorAnswers({ idNumber: '' })
    await fillFields(page, {
      ...pickAnswers('name', 'nation', 'address', 'authority', 'validFrom', 'validTo'),
      idNumber: youngAnswers.idNumber || '110101200911070037',
    })
    await pressNext(page)
    await expect(page.locator('.l-problem').filter({ hasText: /18-65|校验位/ })).toBeVisible()
  })

  await fillFields(page, pickAnswers('idNumber', 'name', 'address', 'authority', 'validFrom'))
  await test.step('the first click after typing a date leads to the next step', async () => {
    const validToField = page.locator('[name="validTo"]')
    await validToField.fill('')
    await validToField.tap()
    await expect(page.locator('.k-calendar')).toBeVisible()
    await validToField.fill(answers.validTo ?? '')
    await page.getByRole('button', { name: '保存并下一步' }).tap()
    await expect(page.locator('[name="yztype"]').first()).toBeVisible()
  })
  await fillFields(page, pickAnswers('yztype'))
  await pressNext(page)
  await fillFields(page, pickAnswers('cardNo', 'bankName', 'bankMobile'))
  await savePicture(page, 'registration-phone-03-bank')
  await pressNext(page)
  await fillFields(page, pickAnswers('centreId'))
  await pressNext(page)
  await savePicture(page, 'registration-phone-04-confirm')
  await expectFits(page, 'the summary')
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(shownText(page, /资料已提交，正在审核/)).toBeVisible()
  await savePicture(page, 'registration-phone-05-progress')
})

test('a partner uploads pictures with a phone, is approved and signs', async ({ browser }) => {
  test.setTimeout(180_000)
  const answers = partnerAnswers('company')
  const pickAnswers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answers[name] ?? '']))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const desktopPage = await context.newPage()
  await desktopPage.goto('/Registermsgcom')
  await startRegistration(desktopPage, freshMobile())
  await desktopPage.locator('input[name="subjectKind"][value="company"]').check()
  await desktopPage.getByRole('button', { name: '用手机拍照上传' }).click()
  const link = (await desktopPage.locator('.r-code a').getAttribute('href')) ?? ''
  await savePicture(desktopPage, 'registration-11-phone-code')
  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await phoneContext.addCookies([{ name: 'language', value: 'zh', url: base }])
  const phonePage = await phoneContext.newPage()
  await phonePage.goto(link)
  await expect(phonePage.getByRole('heading', { name: '手机拍照补传' })).toBeVisible()
  await upload(phonePage, 'licence', await documentImage('营业执照', 199))
  await savePicture(phonePage, 'registration-phone-06-upload')
  await expect(desktopPage.locator('.r-pictures img').first()).toBeVisible()
  await phonePage.goto('/Uploadapp?ticket=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  await expect(shownText(phonePage, '二维码已失效，请在电脑上重新生成。')).toBeVisible()
  await phoneContext.close()

  await test.step('the desktop browser completes the form', async () => {
    await fillFields(desktopPage, pickAnswers('name', 'creditCode'))
    await pressNext(desktopPage)
    await fillFields(desktopPage, pickAnswers('contactName', 'region'))
    await pressNext(desktopPage)
    await fillFields(desktopPage, pickAnswers('accountName', 'accountBank', 'accountNo'))
    await pressNext(desktopPage)
    await desktopPage.getByRole('button', { name: '提交申请' }).click()
    await expect(shownText(desktopPage, /资料已提交，正在审核/)).toBeVisible()
  })

  const platform = await signIn(browser, 'platform', { at: `${pages.hzhbList.path}?tab=partner` })
  await test.step('the platform approves and chooses the signing centre', async () => {
    await platform
      .getByRole('row', { name: new RegExp(answers.name ?? '') })
      .getByRole('button', { name: '审核' })
      .click()
    await platform.locator('.k-drawer').last().getByRole('button', { name: '通过', exact: true }).click()
    await dialog(platform).getByLabel('签约中心').click()
    await platform.getByRole('listbox').getByRole('option').first().click()
    await dialog(platform).getByRole('button', { name: '通过', exact: true }).click()
    await confirmPassword(platform)
    await expect(shownText(platform, '已通过，等待申请人签约')).toBeVisible()
  })

  const progressUrl = desktopPage.url()
  await test.step('the partner opens the agreement and signs it', async () => {
    await desktopPage.reload()
    await desktopPage.getByRole('link', { name: '去签署《渠道合作协议》' }).click()
    await desktopPage.getByLabel('统一社会信用代码后 4 位').fill(answers.creditCode?.slice(-4) ?? '')
    await desktopPage.keyboard.press('Enter')
    await expect(
      desktopPage
        .getByRole('region', { name: '待签文件' })
        .getByText(answers.name ?? '')
        .first(),
    ).toBeAttached()
    await readToEnd(desktopPage)
    await desktopPage.getByLabel('6 位验证码').fill(await readSentCode(desktopPage))
    await desktopPage.keyboard.press('Enter')
    await drawSignature(desktopPage, desktopPage.getByRole('img', { name: '请在框内签名' }))
    await desktopPage.getByRole('button', { name: '签署', exact: true }).click()
    await expect(desktopPage.getByRole('heading', { name: '签署完成' })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the account is open, and the platform sees the partner as ready', async () => {
    await expect(async () => {
      await desktopPage.goto(progressUrl)
      await expect(shownText(desktopPage, '账户已开通，可以登录使用。')).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 60_000 })
    await platform.goto(`${pages.partnerList.path}?standing=ready&agreement=current`)
    await expect(platform.getByRole('row', { name: new RegExp(answers.name ?? '') })).toContainText(/合作中.*生效中/)
  })
})
