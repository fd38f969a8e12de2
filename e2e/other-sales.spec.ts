import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { ask, card, dialog, enter, expectFigure, phone, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface SalesMonths {
  readonly months: readonly { readonly month: string; readonly sale: { readonly state: string; readonly gross: number } | null }[]
}

const proofFile = { name: '平台账单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('sales elsewhere')) }

test('an operator declares sales on other platforms on a phone, and the centre confirms them', async ({ browser }) => {
  const month = shiftMonth(monthOf(new Date(`${dayOf(new Date())}T12:00:00+08:00`)), -1)
  const operator = await enter(browser, 'subcontractor', phone)
  await operator.goto('/tax/otherSales')
  await expect(visibleText(operator, /现行税务政策尚未计入|自 .* 起计入起征点/)).toBeVisible()
  await expectFits(operator, 'the months to declare')
  await card(operator, month)
    .getByRole('button', { name: `申报 ${month}` })
    .click()
  const form = dialog(operator)
  await form.getByRole('radio', { name: '有其他销售' }).check()
  await form.getByLabel('销售额（含税）').fill('32000')
  await form.getByLabel('平台或付款方').fill('某外卖平台')
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请上传证明')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles(proofFile)
  await form.getByRole('button', { name: '提交' }).click()
  await expectFigure(card(operator, month), '其他平台销售额（含税）', '¥32,000.00')
  await expect(card(operator, month)).toContainText('待核对')
  await expectFits(operator, 'a declared month')
  await savePicture(operator, 'other-sales-01-declared')

  const centre = await enter(browser, 'centre')
  await centre.goto('/tax/otherSales?isForMe=1')
  await centre
    .getByRole('row', { name: /某外卖平台/ })
    .getByRole('button', { name: '核对' })
    .click()
  await dialog(centre).getByRole('radio', { name: '确认，计入起征点' }).check()
  await savePicture(centre, 'other-sales-02-decide')
  await dialog(centre).getByRole('button', { name: '核对' }).click()
  await expect(dialog(centre)).toBeHidden()

  await operator.reload()
  await expect(card(operator, month)).toContainText('已确认')
  const months = await ask<SalesMonths>('subcontractor', 'othersales.own', {})
  const { state, gross } = months.months.find((each) => each.month === month)?.sale ?? {}
  expect([state, gross]).toEqual(['confirmed', 3_200_000])
})
