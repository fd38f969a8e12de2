import type { Page } from '@playwright/test'
import { ask, confirmButton, dialog, enter, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Credit {
  readonly serial: string
  readonly amount: number
  readonly payerName: string
}

const pdfFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const yuan = (fen: number) => (fen / 100).toFixed(2)

test('a credit from an unknown payer is claimed and booked, and two people pay a refund (ST-04)', async ({ browser }) => {
  const { rows } = await ask<{ rows: Credit[] }>('finance', 'prepayments.credits', { state: 'unclaimed' })
  const credit = rows[0] ?? { serial: 'none', amount: 0, payerName: 'none' }

  const payer = await enter(browser, 'payer')
  await payer.goto('/imprest/yufukuan')
  await payer.getByRole('button', { name: '认领来款' }).click()
  const claimDialog = dialog(payer)
  await claimDialog.getByRole('combobox').first().click()
  await payer.getByRole('listbox').getByRole('option').filter({ hasText: '总包分包' }).first().click()
  await claimDialog.getByRole('textbox', { name: '银行流水号' }).fill(credit.serial)
  await claimDialog.getByRole('textbox', { name: /金额/ }).fill(yuan(credit.amount))
  await claimDialog.getByRole('textbox', { name: '付款户名' }).fill(credit.payerName)
  await claimDialog.getByRole('textbox', { name: '认领原因' }).fill('关联公司代付服务款')
  await claimDialog.locator('input[type=file]').setInputFiles(pdfFile('代付证明.pdf'))
  await savePicture(payer, 'prepayments-01-claim')
  await claimDialog.getByRole('button', { name: '认领来款' }).click()
  await expect(visibleText(payer, '代付认领')).toBeVisible()

  const finance = await enter(browser, 'finance')
  await finance.goto(`/imprest/yufukuan?keyword=${credit.serial}`)
  await finance.getByRole('button', { name: '确认入账' }).click()
  await confirmButton(finance).click()
  await expect(visibleText(finance, '已入账')).toBeVisible()

  await payer.goto('/imprest/yufukuan?pane=refunds')
  await payer.getByRole('button', { name: '申请退款' }).click()
  const refundDialog = dialog(payer)
  await refundDialog.getByRole('combobox').first().click()
  await payer.getByRole('listbox').getByRole('option').filter({ hasText: '总包分包' }).first().click()
  await refundDialog.getByRole('combobox').nth(1).click()
  await payer.getByRole('listbox').getByRole('option', { disabled: false }).filter({ hasText: '可退' }).first().click()
  await refundDialog.getByRole('textbox', { name: /金额/ }).fill('88.00')
  await refundDialog.getByRole('textbox').last().fill('项目结束，退回余款')
  await savePicture(payer, 'prepayments-02-refund')
  await refundDialog.getByRole('button', { name: '申请退款' }).click()
  await expect(visibleText(payer, '待审核')).toBeVisible()
  await expect(payer.getByText('¥88.00').first()).toBeVisible()

  const centre = await enter(browser, 'centre')
  await centre.goto('/imprest/yufukuan?pane=refunds&states=applied')
  const topupRow = (page: Page) => page.getByRole('row', { name: '¥88.00' })
  await topupRow(centre).getByRole('button', { name: '通过' }).click()
  await confirmButton(centre).click()
  await expect(topupRow(centre)).toHaveCount(0)

  await finance.goto('/imprest/yufukuan?pane=refunds&states=approved,failing')
  await topupRow(finance).getByRole('button', { name: '打款失败' }).click()
  await dialog(finance).getByRole('textbox').fill('银行提示户名不符')
  await dialog(finance).getByRole('button', { name: '打款失败' }).click()
  await expect(topupRow(finance).getByText('失败待确认')).toBeVisible()
  await expect(topupRow(finance).getByRole('button', { name: '确认失败' })).toBeDisabled()

  await centre.goto('/imprest/yufukuan?pane=refunds&states=failing')
  await topupRow(centre).getByRole('button', { name: '确认失败' }).click()
  await expect(dialog(centre).getByText('银行提示户名不符')).toBeVisible()
  await savePicture(centre, 'prepayments-03-failure')
  await dialog(centre).getByRole('button', { name: '取消' }).click()
  await topupRow(centre).getByRole('button', { name: '失败不成立' }).click()
  await dialog(centre).getByRole('textbox').fill('银行流水显示未退回')
  await dialog(centre).getByRole('button', { name: '失败不成立' }).click()
  await expect(topupRow(centre)).toHaveCount(0)

  await topupRow(finance).getByRole('button', { name: '登记打款' }).click()
  const paymentDialog = dialog(finance)
  await paymentDialog.getByRole('textbox', { name: '银行流水号' }).fill('E2E-REFUND-1')
  await paymentDialog.locator('input[type=file]').setInputFiles(pdfFile('银行回单.pdf'))
  await paymentDialog.getByRole('button', { name: '登记打款' }).click()
  await expect(topupRow(finance)).toHaveCount(0)

  await payer.goto('/imprest/yufukuan?pane=refunds&states=paid')
  await expect(visibleText(payer, 'E2E-REFUND-1')).toBeVisible()
})
