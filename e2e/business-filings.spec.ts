import { dialog } from '#/e2e/desk.ts'
import { keepPicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

test('the VAT of a quarter is drawn up, closed, and declared with its receipt', async ({ browser }) => {
  const page = await signIn(browser, 'finance', { at: '/tax/taxList', mode: 1, width: 1600 })
  // The quarter before those that the demo has filed.
  const quarter = (await page.getByRole('radio').nth(2).locator('..').textContent()) ?? ''
  await page.getByText(quarter, { exact: true }).first().click()
  await page.getByRole('button', { name: `生成 ${quarter}` }).click()
  await expect(page.getByText('归集中').first()).toBeVisible()
  await page.getByRole('button', { name: '关账', exact: true }).click()
  await expect(dialog(page).getByText('关账前按最新收款重新归集')).toBeVisible()
  await keepPicture(page, 'business-filings-01-close')
  await dialog(page).getByRole('button', { name: '关账' }).click()
  await expect(page.getByText('归集中')).toHaveCount(0)
  await page.getByRole('button', { name: /^查看/ }).first().click()
  await expect(page.getByRole('tab', { name: '来源付款' })).toBeVisible()
  await expect(page.getByText('平台收款').first()).toBeVisible()
  await keepPicture(page, 'business-filings-02-figures')
  const due = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) }).getByText(/^¥/)
  const vat = ((await due('应纳增值税').textContent()) ?? '').replace(/[¥,]/g, '')
  await page.getByRole('button', { name: /登记申报|零申报/ }).click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: '回执号' }).fill('SB20260715000123')
  if ((await form.getByRole('textbox', { name: '增值税' }).count()) > 0) {
    await form.getByRole('textbox', { name: '增值税' }).fill(vat)
    await form.getByRole('textbox', { name: '附加税费' }).fill(
      (
        (await form
          .getByText(/应申报/)
          .nth(1)
          .textContent()) ?? ''
      ).replace(/[^\d.]/g, ''),
    )
  }
  await form.locator('input[type=file]').setInputFiles({ name: '回执.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('回执')) })
  await form.getByRole('button', { name: /登记申报|零申报/ }).click()
  await expect(page.getByRole('textbox', { name: '回执号' })).toHaveCount(0)
  await page.getByRole('tab', { name: '办理记录' }).click()
  await expect(page.getByText('SB20260715000123').first()).toBeVisible()
})
