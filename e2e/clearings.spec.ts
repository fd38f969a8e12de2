import { ask, card, dialog, enter, expectFigure, phone } from '#/e2e/desk.ts'
import { keepPicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Cleared {
  readonly rows: readonly { readonly state: string; readonly amount: number; readonly refunded: number; readonly left: number }[]
}

const slip = { name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('refund')) }

test('a payee chooses the refund of excess tax on a phone, and two people of the centre pay it', async ({ browser }) => {
  const payee = await enter(browser, 'subcontractor', phone)
  await payee.goto('/tax/taxClearings')
  await expectFits(payee, 'tax withheld too much')
  await keepPicture(payee, 'clearing-01-offered')
  const row = card(payee, '待本人选择')
  await row.getByRole('button', { name: '选择' }).click()
  await dialog(payee).getByRole('radio', { name: '退还', exact: true }).check()
  await expectFits(payee, 'the choice')
  await keepPicture(payee, 'clearing-02-choice')
  await dialog(payee).getByRole('button', { name: '提交' }).click()
  await expect(card(payee, '待复核')).toBeVisible()

  const director = await enter(browser, 'centre')
  await director.goto('/tax/taxClearings?isForMe=1&states=chosen')
  await director.getByRole('button', { name: '复核' }).click()
  await dialog(director).getByRole('radio', { name: '同意' }).check()
  await keepPicture(director, 'clearing-03-approve')
  await dialog(director).getByRole('button', { name: '复核' }).click()
  await expect(dialog(director)).toBeHidden()

  const finance = await enter(browser, 'finance')
  await finance.goto('/tax/taxClearings?isForMe=1&states=approved')
  await finance.getByRole('button', { name: '登记退款' }).click()
  await dialog(finance).getByLabel('银行流水号').fill('TK20261128001')
  await dialog(finance).locator('input[type=file]').setInputFiles(slip)
  await dialog(finance).getByRole('button', { name: '登记退款' }).click()
  await expect(dialog(finance)).toBeHidden()
  await finance.goto('/tax/taxClearings')
  await keepPicture(finance, 'clearing-04-paid')

  await payee.reload()
  const [cleared] = (await ask<Cleared>('subcontractor', 'clearings.list', {})).rows
  expect([cleared?.state, cleared?.refunded, cleared?.left]).toEqual(['done', cleared?.amount, 0])
  await expectFigure(card(payee, '已办结'), '剩余', '¥0.00')
})
