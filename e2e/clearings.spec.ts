import type { Page } from '@playwright/test'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { ask, card, dialog, enter, expectFigure, phone } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Clearing {
  readonly rows: readonly {
    readonly operatorName: string
    readonly state: string
    readonly amount: number
    readonly refunded: number
    readonly left: number
    readonly owed: number
    readonly may: { readonly enter: string }
  }[]
}

const scan = { name: '书面选择.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('choice')) }
const slip = { name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('refund')) }

test('two people pay a refund that a payee refused and later accepted on a phone', async ({ browser }) => {
  const payee = await enter(browser, 'subcontractor', phone)
  await payee.goto('/tax/taxClearings')
  await expectFits(payee, 'tax withheld too much')
  await savePicture(payee, 'clearing-01-offered')
  const row = card(payee, '待本人选择')
  await row.getByRole('button', { name: '选择' }).click()
  await dialog(payee).getByRole('radio', { name: '不同意该金额' }).check()
  await dialog(payee).getByLabel('原因').fill('与我的记录不符，请核对')
  await savePicture(payee, 'clearing-08-refusal')
  await dialog(payee).getByRole('button', { name: '提交' }).click()
  await expect(card(payee, '本人不同意')).toContainText('与我的记录不符')

  const finance = await enter(browser, 'finance')
  await finance.goto('/tax/taxClearings?states=refused')
  await finance.getByRole('button', { name: '告知本人' }).click()
  await expect(finance.getByRole('button', { name: '告知本人' })).toHaveCount(0)

  await payee.reload()
  await row.getByRole('button', { name: '选择' }).click()
  await dialog(payee).getByRole('radio', { name: '退还', exact: true }).check()
  await expectFits(payee, 'the choice')
  await savePicture(payee, 'clearing-02-choice')
  await dialog(payee).getByRole('button', { name: '提交' }).click()
  await expect(card(payee, '待复核')).toBeVisible()

  const director = await enter(browser, 'centre')
  await director.goto('/tax/taxClearings?isForMe=1&states=chosen')
  await director.getByRole('button', { name: '复核' }).click()
  await dialog(director).getByRole('radio', { name: '同意' }).check()
  await savePicture(director, 'clearing-03-approve')
  await dialog(director).getByRole('button', { name: '复核' }).click()
  await expect(dialog(director)).toBeHidden()

  await finance.goto('/tax/taxClearings?isForMe=1&states=approved')
  await finance.getByRole('button', { name: '开始退款' }).click()
  await savePicture(finance, 'clearing-09-begin')
  await dialog(finance).getByRole('button', { name: '开始退款' }).click()
  await expect(finance.getByText('退款转账中').first()).toBeVisible()
  await expect(finance.getByRole('button', { name: '取消退款' })).toBeDisabled()
  await director.goto('/tax/taxClearings?states=approved')
  await director.getByRole('button', { name: '取消退款' }).click()
  await dialog(director).getByLabel('原因').fill('银行退票，款项未转出')
  await savePicture(director, 'clearing-10-cancel')
  await dialog(director).getByRole('button', { name: '取消退款' }).click()
  await expect(dialog(director)).toBeHidden()
  await finance.reload()
  await finance.getByRole('button', { name: '开始退款' }).click()
  await dialog(finance).getByRole('button', { name: '开始退款' }).click()
  await expect(finance.getByRole('button', { name: '登记退款' })).toBeVisible()
  await payee.reload()
  await expectFigure(card(payee, '已复核，办理中'), '剩余', '¥0.00')
  await expect(payee.getByText('退款转账中').first()).toBeVisible()

  await finance.getByRole('button', { name: '登记退款' }).click()
  await dialog(finance).getByLabel('银行流水号').fill('TK20261128001')
  await dialog(finance).locator('input[type=file]').setInputFiles(slip)
  await dialog(finance).getByRole('button', { name: '登记退款' }).click()
  await expect(dialog(finance)).toBeHidden()
  await finance.goto('/tax/taxClearings')
  await savePicture(finance, 'clearing-04-paid')

  await payee.reload()
  const [cleared] = (await ask<Clearing>('subcontractor', 'clearings.list', {})).rows
  expect([cleared?.state, cleared?.refunded, cleared?.left]).toEqual(['done', cleared?.amount, 0])
  await expectFigure(card(payee, '已办结'), '剩余', '¥0.00')
})

/** Changes the payee's list to the state after a second return of the month: the whole refund is owed. */
async function showWholeDebt(page: Page): Promise<void> {
  await page.route('**/api/clearings/list*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [row] = answer.data.rows
    const refundPayment = { kind: 'refund', amount: row.amount, paidOn: '2026-11-20', serial: 'TK20261120001', fileId: crypto.randomUUID(), paidBy: '' }
    const debtState = { state: 'approved', choice: 'refund', reversed: row.amount, refunded: row.amount, left: 0, owed: row.amount, payments: [refundPayment] }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, rows: [{ ...row, ...debtState }], owed: row.amount } } })
  })
}

test('a payee can see the amount to pay back on a phone', async ({ browser }) => {
  const payee = await enter(browser, 'subcontractor', phone)
  await showWholeDebt(payee)
  await payee.goto('/tax/taxClearings')
  await expect(payee.getByText('请归还多退的')).toBeVisible()
  await expectFits(payee, 'tax to pay back')
  await savePicture(payee, 'clearing-05-owed')
})

test('two people book a payee’s partial repayment', async ({ browser }) => {
  const [debt] = (await ask<Clearing>('finance', 'clearings.list', { isOwed: true })).rows
  if (!debt) throw new Error('the demo has no debt')
  const debtPath = `/tax/taxClearings?keyword=${encodeURIComponent(debt.operatorName)}`
  const finance = await enter(browser, 'finance')
  await finance.goto(debtPath)
  await expect(finance.getByText('应收回').first()).toBeVisible()
  await savePicture(finance, 'clearing-06-owed')
  await finance.getByRole('button', { name: '登记收回' }).click()
  await dialog(finance).getByRole('button', { name: '登记收回' }).click()
  await expect(dialog(finance).getByText('请上传银行回单')).toBeVisible()
  await dialog(finance).getByLabel('金额').fill('999999.00')
  await expect(dialog(finance).getByText('超出应收回金额')).toBeVisible()
  await dialog(finance).getByLabel('金额').fill('10.00')
  await expect(dialog(finance).getByText('超出应收回金额')).toBeHidden()
  await dialog(finance).getByLabel('银行流水号').fill('SH20261128001')
  await dialog(finance).locator('input[type=file]').setInputFiles(slip)
  await savePicture(finance, 'clearing-07-recover')
  await dialog(finance).getByRole('button', { name: '登记收回' }).click()
  await expect(dialog(finance)).toBeHidden()
  await expect(finance.getByRole('button', { name: '核对登记' })).toBeDisabled()

  const director = await enter(browser, 'centre')
  await director.goto(`${debtPath}&isPending=1`)
  await director.getByRole('button', { name: '核对登记' }).click()
  await expect(dialog(director)).toContainText('SH20261128001')
  await dialog(director).getByRole('radio', { name: '不一致，驳回' }).check()
  await expect(dialog(director).getByRole('button', { name: '核对登记' })).toBeDisabled()
  await dialog(director).getByRole('radio', { name: '一致，确认' }).check()
  await savePicture(director, 'clearing-11-confirm')
  await dialog(director).getByRole('button', { name: '核对登记' }).click()
  await expect(dialog(director)).toBeHidden()

  await finance.reload()
  await expect(finance.getByText(`应收回 ${formatYuan(fen(debt.owed - 1_000))}`)).toBeVisible()
  await finance.getByRole('button', { name: '登记收回' }).click()
  await expect(dialog(finance).getByText('SH20261128001')).toBeVisible()
})

test('two people enter and confirm the paper choice of a payee without an account', async ({ browser }) => {
  const { rows } = await ask<Clearing>('finance', 'clearings.list', { states: ['offered'] })
  const openOffer = rows.find(({ may }) => may.enter === '')
  if (!openOffer) throw new Error('the demo has no offer to a payee without an account')
  const clearingsPath = `/tax/taxClearings?keyword=${encodeURIComponent(openOffer.operatorName)}`
  const finance = await enter(browser, 'finance')
  await finance.goto(clearingsPath)
  await finance.getByRole('button', { name: '录入书面选择' }).click()
  await dialog(finance).getByRole('radio', { name: '抵减以后税费' }).check()
  await dialog(finance).getByRole('button', { name: '录入书面选择' }).click()
  await expect(dialog(finance).getByText('请上传书面选择扫描件')).toBeVisible()
  await dialog(finance).locator('input[type=file]').setInputFiles(scan)
  await savePicture(finance, 'clearing-12-written')
  await dialog(finance).getByRole('button', { name: '录入书面选择' }).click()
  await expect(dialog(finance)).toBeHidden()
  await expect(finance.getByRole('button', { name: '核对登记' })).toBeDisabled()

  const director = await enter(browser, 'centre')
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await director.setViewportSize(size)
    await director.goto(`${clearingsPath}&isPending=1`)
    await director.getByRole('button', { name: '核对登记' }).click()
    await expect(dialog(director).getByRole('img').or(dialog(director).locator('canvas')).first()).toBeVisible()
    await expect(dialog(director).getByRole('radio', { name: '一致，确认' })).toBeInViewport()
    await savePicture(director, `clearing-13-paper-${size.width}`)
  }
  await dialog(director).getByRole('radio', { name: '一致，确认' }).check()
  await dialog(director).getByRole('button', { name: '核对登记' }).click()
  await expect(dialog(director)).toBeHidden()
  await expect(director.getByText('核对登记')).toHaveCount(0)
  await director.goto(clearingsPath)
  await expect(director.getByText('书面选择，由 钱守一 录入、许立言 核对')).toBeVisible()
  await director.getByRole('button', { name: '复核', exact: true }).click()
  await dialog(director).getByRole('radio', { name: '同意' }).check()
  await dialog(director).getByRole('button', { name: '复核' }).click()
  await expect(dialog(director)).toBeHidden()
  const [cleared] = (await ask<Clearing>('finance', 'clearings.list', { keyword: openOffer.operatorName })).rows
  expect([cleared?.state, cleared?.left]).toEqual(['approved', cleared?.amount])
})
