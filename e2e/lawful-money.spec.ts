import { drawWorld } from '#/demo/world.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { batchAt, card, dialog, enter, linesFor, phone, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

const pdfFile = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const today = dayOf(new Date())
const desktopSize = { width: 1440, height: 900 }

test('the platform confirms a centre’s proof of custody', async ({ browser }) => {
  const centre = await enter(browser, 'finance', desktopSize)
  await centre.goto('/imprest/heldFunds')
  await expect(visibleText(centre, /代持他人资金/)).toBeVisible()
  await savePicture(centre, 'custody-01-overview')
  await centre.getByRole('button', { name: '提交证明' }).first().click()
  const form = dialog(centre)
  await form.getByRole('radio', { name: '委托付款协议及法律意见' }).check()
  await form.getByLabel('协议签订日期').fill(shiftDay(today, -10))
  await form.getByLabel('有效期至').fill(shiftDay(today, 365))
  await form.getByLabel('律师事务所').fill('某某律师事务所')
  await form.getByLabel('法律意见书日期').fill(shiftDay(today, -5))
  await form.locator('input[type=file]').nth(0).setInputFiles(pdfFile('agreement'))
  await form.locator('input[type=file]').nth(1).setInputFiles(pdfFile('opinion'))
  await savePicture(centre, 'custody-02-proof')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form).toBeHidden()
  await expect(visibleText(centre, '新证明待平台确认')).toBeVisible()

  const platform = await enter(browser, 'platform', desktopSize)
  await platform.goto('/imprest/heldFunds?isForMe=1')
  await platform.getByRole('button', { name: '核对' }).first().click()
  await dialog(platform).getByRole('radio', { name: '确认，作为存管依据' }).check()
  await dialog(platform).getByRole('button', { name: '核对' }).click()
  await expect(dialog(platform)).toBeHidden()
  await platform.goto('/goLive')
  await savePicture(platform, 'custody-03-go-live')

  const phonePage = await enter(browser, 'finance', phone)
  await phonePage.goto('/imprest/heldFunds')
  await expect(card(phonePage, '有效').first()).toBeVisible()
  await expectFits(phonePage, 'the money held for others')
  await savePicture(phonePage, 'custody-04-phone')
})

test('the platform downloads the impact assessment and stores the signed copy', async ({ browser }) => {
  const platform = await enter(browser, 'platform', desktopSize)
  await platform.goto('/goLive')
  await expect(visibleText(platform, /人脸/)).toBeVisible()
  const downloadPromise = platform.waitForEvent('download')
  await platform.getByRole('button', { name: '下载模板' }).click()
  expect((await downloadPromise).suggestedFilename()).toContain('个人信息保护影响评估')
  await platform.getByRole('button', { name: '上传已签署的评估' }).click()
  const form = dialog(platform)
  await form.getByLabel('评估日期').fill(today)
  await form.getByLabel('评估负责人').fill('周正明')
  await form.getByLabel('结论').fill('整改后继续')
  await form.locator('input[type=file]').setInputFiles(pdfFile('assessment'))
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(visibleText(platform, /最近一次：/)).toBeVisible()
})

/** A natural person of unit 1 whom no other test pays. */
const foreignPerson = drawWorld('full').people.find(({ id }) => id === 1034)

test('a person whom two centre employees classify as non-resident cannot be paid', async ({ browser }) => {
  const centre = await enter(browser, 'centre', desktopSize)
  if (!foreignPerson) throw new Error('the demo has no such person')
  await centre.goto(`/user/userYzPtList?keyword=${encodeURIComponent(foreignPerson.mobile)}`)
  await centre.getByRole('row').nth(1).getByRole('button').first().click()
  await expect(visibleText(centre, '其他平台销售额')).toBeVisible()
  await centre.getByRole('button', { name: '提交认定' }).click()
  const form = dialog(centre)
  await form.getByLabel('起始日期').fill(today)
  await form.getByRole('radio', { name: '按本年度境内居住天数' }).check()
  await form.getByRole('textbox', { name: '本年度境内居住天数' }).fill('90')
  await form.getByLabel('说明').fill('本人提交出入境记录')
  await form.locator('input[type=file]').setInputFiles(pdfFile('days'))
  await form.getByRole('button', { name: '提交' }).click()
  await expect(centre.getByLabel('本年度境内居住天数')).toHaveCount(0)
  await savePicture(centre, 'residence-01-drawer')

  const finance = await enter(browser, 'finance', desktopSize)
  await finance.goto('/tax/residenceList?isForMe=1')
  await finance
    .getByRole('row', { name: new RegExp(foreignPerson.name) })
    .getByRole('button', { name: '核对' })
    .click()
  await dialog(finance).getByRole('radio', { name: '确认' }).check()
  await dialog(finance).getByRole('button', { name: '核对' }).click()
  await expect(dialog(finance)).toBeHidden()
  await savePicture(finance, 'residence-02-decided')

  const { id } = await batchAt('draft', linesFor([foreignPerson], '66.00'))
  const maker = await enter(browser, 'maker', desktopSize)
  await maker.goto(`/zf/batch/${id}`)
  await expect(visibleText(maker, /收款人已认定为非居民个人/)).toBeVisible()
  await savePicture(maker, 'residence-03-refused')
})
