import { type Fen, formatYuan } from '#/domain/base/money.ts'
import { ask, card, confirmButton, dialog, enter, expectFigure, phone, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Bill {
  readonly id: number
  readonly no: string
  readonly partyType: string
  readonly base: Fen
  readonly accrued: Fen
  readonly reversed: Fen
  readonly adjusted: Fen
  readonly amount: Fen
}

interface EarnedTotals {
  readonly totals: { readonly base: Fen; readonly commission: Fen }
}

const pdfFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })

test('two people pay a commission bill that a partner accepted and invoiced (ST-12)', async ({ browser }) => {
  const { rows } = await ask<{ rows: Bill[] }>('finance', 'commissions.list', { states: ['generated'] })
  const bill = rows.find((row) => row.partyType === 'partner')
  if (!bill) throw new Error('the demo has a generated bill of a partner')
  const { totals } = await ask<EarnedTotals>('finance', 'commissions.days', { billId: bill.id, isWhole: true })
  expect([totals.base, totals.commission + bill.adjusted]).toEqual([bill.base, bill.amount])

  const partner = await enter(browser, 'partner', phone)
  await partner.goto('/hzhb_yw/hzhbBrders')
  await expect(card(partner, '本方佣金').first()).toBeVisible()
  await expectFits(partner, 'commission by day')
  await savePicture(partner, 'commissions-01-days')
  await partner.goto('/hzhb_yw/hzhbBjbusiness?states=generated')
  await expectFigure(card(partner, bill.no), '应付', formatYuan(bill.amount))
  await expectFits(partner, 'the bills')
  await card(partner, bill.no).getByRole('button').first().click()
  await expect(visibleText(partner, '按单位和日期')).toBeVisible()
  for (const [name, amount] of [
    ['业务额（计提基数）', bill.base],
    ['计提', bill.accrued],
    ['退汇冲回', bill.reversed],
    ['调整', bill.adjusted],
    ['应付', bill.amount],
  ] as const)
    await expectFigure(dialog(partner), name, formatYuan(amount))
  await savePicture(partner, 'commissions-02-bill')
  await partner.getByRole('button', { name: '确认账单' }).click()
  await confirmButton(partner).click()
  await partner.getByRole('button', { name: '上传发票' }).click()
  const invoiceDialog = dialog(partner)
  await invoiceDialog.getByRole('textbox', { name: '发票号码' }).fill('26442000000098765432')
  await invoiceDialog.locator('input[type=file]').setInputFiles(pdfFile('发票.pdf'))
  await invoiceDialog.getByRole('button', { name: '上传发票' }).click()
  await expect(partner.getByRole('button', { name: '上传发票' })).toHaveCount(0)

  const finance = await enter(browser, 'finance')
  await finance.goto(`/hzhb_yw/hzhbBjbusiness?open=${bill.id}`)
  await finance.getByRole('button', { name: '登记付款' }).click()
  const paymentDialog = dialog(finance)
  await paymentDialog.getByRole('textbox', { name: '银行流水号' }).fill('E2E-COMMISSION-1')
  await paymentDialog.locator('input[type=file]').setInputFiles(pdfFile('银行回单.pdf'))
  await paymentDialog.getByRole('button', { name: '登记付款' }).click()
  await expect(finance.getByRole('group', { name: '不能复核自己登记的付款' }).first()).toBeVisible()
  await finance.context().close()

  const centre = await enter(browser, 'centre')
  await centre.goto(`/hzhb_yw/hzhbBjbusiness?open=${bill.id}`)
  await centre.getByRole('button', { name: '复核付款' }).click()
  await savePicture(centre, 'commissions-03-paying')
  await confirmButton(centre).click()
  await expect(centre.getByRole('button', { name: '复核付款' })).toHaveCount(0)

  await partner.goto(`/hzhb_yw/hzhbBjbusiness?open=${bill.id}`)
  await expect(visibleText(partner, '付款已复核')).toBeVisible()
  await expect(partner.getByRole('button', { name: '提出异议' })).toHaveCount(0)
})
