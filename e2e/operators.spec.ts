import type { Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { ask } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectNoAxeFindings } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const { specials, ordinary } = demoPeople()
const person = [...ordinary, ...Object.values(specials)].find((person) => person.id === 1001)
if (!person) throw new Error('the demo’s operator is missing')
const demoOperator = person
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const dialog = (page: Page) => page.getByRole('dialog').last()

test('an operator’s objection stops payments, and the centre ends the cooperation (ST-14)', async ({ browser }) => {
  const operator = await signIn(browser, 'operator', { width: 390, height: 844 })
  const centre = await signIn(browser, 'centre', { mode: 2 })
  let unitName = ''

  await test.step('the operator sees on a phone the units that use the identity', async () => {
    await operator.goto('/profile/index')
    const identityUseRegion = operator.getByRole('region', { name: '谁在使用我的身份' })
    await expect(identityUseRegion.getByRole('listitem').first()).toBeVisible()
    const disclosureRegion = operator.getByRole('region', { name: '谁查看过我的完整号码' })
    await expect(disclosureRegion.getByText('没有人查看过您的完整号码')).toBeVisible()
    unitName = (await identityUseRegion.getByRole('listitem').first().locator('strong').textContent()) ?? ''
    await expectNoAxeFindings(operator, 'look 1')
    await identityUseRegion.getByRole('button', { name: `对 ${unitName} 提出异议` }).click()
    await dialog(operator).getByLabel('异议说明').fill('我不认识该单位')
    await dialog(operator).getByRole('button', { name: '提出异议' }).click()
    await expect(identityUseRegion.getByText('待处理（付款已暂停）')).toBeVisible()
    await savePicture(operator, 'story-operators-01-objection')
  })

  await test.step('the unit can no longer pay this person', async () => {
    const { id: batchId } = await ask<{ id: number }>('maker', 'payments.create', { orderId: 12 })
    const { name, idNumber, mobile, cardNo, bankName } = demoOperator
    await ask('maker', 'lines.add', { batchId, rows: [{ name, idNumber, mobile, cardNo, bankName, amountText: '100.00' }] })
    const maker = await signIn(browser, 'maker', { at: `/zf/batch/${batchId}` })
    await expect(maker.locator('[aria-invalid=true]').first()).toBeVisible()
    const { rows } = await ask<{ rows: { issues: { code: string; values: { status?: string } }[] }[] }>('maker', 'lines.list', { batchId })
    expect(rows[0]?.issues.map((issue) => `${issue.code} ${issue.values.status ?? ''}`)).toContain('E209 disputed')
  })

  await test.step('the centre decides on the dispute with a document', async () => {
    await centre.goto('/user/userYzPtList')
    await expect(centre.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(centre.getByRole('button', { name: '身份异议（1）' })).toBeVisible()
    await expectNoAxeFindings(centre, 'look 2')
    // The to-do links to the list.
    await centre.goto('/profile/message')
    const disputeRows = centre.getByRole('row').filter({ hasText: '身份异议待处理' })
    await disputeRows.getByRole('link').or(disputeRows.getByRole('button')).first().click()
    await centre.getByRole('button', { name: '处理', exact: true }).first().click()
    await dialog(centre).getByText('终止合作', { exact: false }).click()
    await dialog(centre).getByLabel('处理理由').fill('核实为冒用身份，终止合作')
    await dialog(centre).locator('input[type=file]').setInputFiles({ name: '谈话记录.png', mimeType: 'image/png', buffer: png })
    await expectNoAxeFindings(centre, 'look 3')
    await dialog(centre).getByRole('button', { name: '处理', exact: true }).click()
    // The dispute is no longer in the pending list but stays in the full list.
    await expect(centre.getByText('异议已处理，双方已收到通知')).toBeVisible()
    await dialog(centre).getByText('全部', { exact: true }).click()
    await expect(centre.getByText('已终止合作').first()).toBeVisible()
    await savePicture(centre, 'story-operators-02-decided')
  })

  await test.step('the operator reads the decision', async () => {
    await operator.reload()
    const identityUseRegion = operator.getByRole('region', { name: '谁在使用我的身份' })
    await expect(identityUseRegion.getByText('核实为冒用身份，终止合作')).toBeVisible()
    await expect(identityUseRegion.getByRole('button', { name: `对 ${unitName} 提出异议` })).toHaveCount(0)
  })
})

test('two people of a centre confirm an identity from documents', async ({ browser }) => {
  const centre = await signIn(browser, 'centre', { mode: 2 })
  const { id, name } = specials.unverified ?? demoOperator
  await centre.goto(`/user/userYzPtList?open=${id}`)
  const drawer = centre.locator('.k-drawer')
  await expect(drawer.getByText('未认证').first()).toBeVisible()
  await drawer.getByRole('button', { name: '人工核验', exact: true }).first().click()
  await dialog(centre).getByLabel('核验依据').fill('本人持证到场，与证件一致')
  await dialog(centre).locator('input[type=file]').setInputFiles({ name: '持证照片.png', mimeType: 'image/png', buffer: png })
  await expectNoAxeFindings(centre, 'verification by hand')
  await dialog(centre).getByRole('button', { name: '提交复核' }).click()
  await expect(centre.getByText('已提交，等待另一人复核')).toBeVisible()
  const colleague = await signIn(browser, 'auditor', { mode: 2, at: '/user/userYzPtList' })
  await colleague.getByRole('button', { name: '人工核验（待复核 1）' }).click()
  await colleague.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '通过' }).click()
  await dialog(colleague).getByLabel('意见').fill('已核对')
  await dialog(colleague).getByRole('button', { name: '通过' }).click()
  await expect(dialog(colleague).getByRole('button', { name: '通过' })).toHaveCount(0)
  expect((await ask<{ isVerified: boolean }>('centre', 'operators.get', { operatorId: id })).isVerified).toBe(true)
})

test('an operator and a centre each export a copy of personal data', async ({ browser }) => {
  const operator = await signIn(browser, 'operator', { width: 390, height: 844 })

  await test.step('the operator requests a copy and reads the register', async () => {
    await operator.goto('/profile/index')
    const personalDataRegion = operator.getByRole('region', { name: '我的个人信息' })
    await personalDataRegion.getByRole('button', { name: '获取 PDF 副本' }).click()
    await dialog(operator).getByLabel('登录密码').fill(demoPassword)
    await operator.keyboard.press('Enter')
    const file = operator.waitForEvent('download')
    await personalDataRegion.getByRole('button', { name: '下载副本' }).click()
    expect((await file).suggestedFilename()).toMatch(/^个人信息副本_.*\.pdf$/)
    await personalDataRegion.getByText('为何处理、保存多久、提供给谁').click()
    await expect(personalDataRegion.getByRole('heading', { name: '税款与申报' })).toBeVisible()
    await expectNoAxeFindings(operator, 'personal data')
    await savePicture(operator, 'story-operators-03-personal-data')
  })

  await test.step('the operator sees the copy that the centre exported with a reason', async () => {
    const centre = await signIn(browser, 'centre', { mode: 2, at: `/user/userYzPtList?keyword=${encodeURIComponent(demoOperator.name)}` })
    await centre
      .getByRole('button', { name: `${demoOperator.name}的更多操作` })
      .first()
      .click()
    await centre.getByRole('menuitem', { name: '导出个人信息' }).click()
    await dialog(centre).getByLabel('本人请求的依据').fill('本人书面申请')
    await expectNoAxeFindings(centre, 'copy for a person')
    await savePicture(centre, 'story-operators-04-copy-for')
    await dialog(centre).getByRole('button', { name: '导出', exact: true }).click()
    await dialog(centre).getByLabel('登录密码').fill(demoPassword)
    await centre.keyboard.press('Enter')
    await expect(centre.getByText('正在生成，完成后在任务列表下载')).toBeVisible()
    await operator.reload()
    await expect(operator.getByRole('list', { name: '谁查看过我的完整号码' }).getByText('个人信息副本')).toBeVisible()
  })
})

for (const width of [390, 1440])
  test(`the page of personal data is readable in four languages at ${width} pixels`, async ({ browser }) => {
    const page = await signIn(browser, 'operator', { width, height: 900 })
    for (const language of ['zh', 'en', 'es', 'ja']) {
      await page.context().addCookies([{ name: 'language', value: language, url: base }])
      await page.goto('/profile/index')
      const personalDataRegion = page.locator('section[aria-labelledby=personal-data]')
      await personalDataRegion.locator('summary').click()
      await expect(personalDataRegion.locator('h3')).toHaveCount(9)
      await expectNoAxeFindings(page, `personal data ${language}`)
      await personalDataRegion.screenshot({ path: test.info().outputPath(`personal-${language}-${width}.png`) })
    }
  })
