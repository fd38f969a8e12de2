import type { Page } from '@playwright/test'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { ask, batchAt, confirmButton, dialog, enter, linesFor, payByCall, payees, personNamed, visibleText, waitForState } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { correctEarlier, declare, getPeriod, type Period, pdfFile, startCorrection } from '#/e2e/periods.ts'
import { expect, test } from '#/e2e/test.ts'

interface Line {
  readonly name: string
  readonly gross: number
  readonly withheld: number
  readonly vat: number
  readonly cumIncome: number
  readonly due: number
}

const dayMinutes = 24 * 60
const { name, idNumber } = personNamed('bounces')

const targetOf = async (declarationId: number) => ({ declarationId, version: (await getPeriod(declarationId)).version })
const getDemoNow = async () => new Date((await ask<{ now: string }>('finance', 'demo.accounts', {})).now)
const advance = (minutes: number) => ask('finance', 'demo.advance', { minutes })

async function lineOf(declarationId: number): Promise<Line | undefined> {
  const { rows } = await ask<{ rows: Line[] }>('finance', 'periods.lines', { declarationId, size: 200, keyword: name })
  return rows.find((line) => line.name === name)
}

/** Closes the month. The form requires a reason if the pre-check has warnings. */
async function closePeriod(page: Page, id: number): Promise<void> {
  const { faults } = await ask<{ faults: readonly unknown[] }>('finance', 'periods.check', { declarationId: id })
  await page.goto(`/tax/taxListWtdz?open=${id}`)
  await page.getByRole('button', { name: '关账', exact: true }).click()
  const closeButton = dialog(page).getByRole('button', { name: '关账' })
  if (faults.length === 0) await expect(dialog(page).getByText('原因（选填）')).toBeVisible()
  else {
    await expect(dialog(page).getByText(`关账检查有 ${faults.length} 项提示`)).toBeVisible()
    await expect(dialog(page).getByText('选填')).toHaveCount(0)
    await expect(closeButton).toBeDisabled()
    await dialog(page).getByLabel('原因', { exact: true }).fill('已逐项核实')
  }
  await closeButton.click()
}

/** Pays the person on the last day of the current month, closes and confirms the month, and returns its period. */
async function payAndCloseMonth(page: Page, person: (typeof payees)[number], amount: string): Promise<Period> {
  const start = await getDemoNow()
  const month = monthOf(start)
  const minutes = Math.round((Date.parse(`${shiftMonth(month, 1)}-01T12:00:00+08:00`) - start.getTime()) / 60_000) - dayMinutes
  if (minutes > 0) await advance(minutes)
  const batch = await batchAt('payable', linesFor([person], amount))
  await payByCall(batch)
  await waitForState(batch.id, /paid|closed/)
  await advance(dayMinutes)
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { size: 200 })
  // Months close in order, and another test may have moved the clock past an open one.
  const openPeriods = rows.filter((row) => row.state === 'open' && row.month <= month).sort((one, other) => one.month.localeCompare(other.month))
  for (const period of openPeriods) {
    await closePeriod(page, period.id)
    await expect.poll(async () => (await getPeriod(period.id)).state, { timeout: 30_000 }).toBe('closed')
  }
  const { id = 0 } = openPeriods.at(-1) ?? {}
  await ask('centre', 'periods.confirm', await targetOf(id))
  return getPeriod(id)
}

async function payAll(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: '登记缴款' }).click()
  const payDialog = dialog(page)
  await payDialog.getByRole('textbox', { name: '缴款书号' }).fill(`JKS-C-${id}`)
  await payDialog.locator('input[type=file]').setInputFiles(pdfFile('缴款书.pdf'))
  await payDialog.getByRole('button', { name: '登记缴款' }).click()
  await expect(page.getByRole('textbox', { name: '缴款书号' })).toHaveCount(0)
  const { entries } = await getPeriod(id)
  const [entry] = entries.filter(({ state }) => state === 'proposed')
  await ask('centre', 'periods.decidePayment', { taxEntryId: entry?.id, version: entry?.version, isApproved: true })
  await expect.poll(async () => (await getPeriod(id)).state).toBe('paid')
}

/** Returns the first cell texts of the matching row in the named list. */
const textsIn = async (page: Page, list: string, text: string, count: number): Promise<string[]> => {
  const row = page.getByRole('region', { name: list, exact: true }).filter({ visible: true }).getByRole('row').filter({ hasText: text }).first()
  await expect(row).toBeVisible()
  return (await row.getByRole('cell').allInnerTexts()).slice(0, count)
}

/** Checks the preview: the changed months, and the person's declared and corrected figures. */
async function expectPreview(page: Page, month: string): Promise<void> {
  await expect(visibleText(page, '申报后有 1 笔付款退汇，须办理更正申报')).toBeVisible()
  await page.getByRole('tab', { name: '更正', exact: true }).click()
  expect(await textsIn(page, '涉及月份', month, 3)).toEqual([month, '1', '-¥330.00'])
  const heads = await page.getByRole('columnheader').filter({ hasText: ' · ' }).allInnerTexts()
  expect(heads.map((head) => head.split(' · ')[0]).filter((_, at) => at % 2 === 0)).toEqual([
    '收入总额',
    '个人所得税',
    '增值税',
    '附加税费',
    '累计收入',
    '本期应预扣',
  ])
  const figures = ['¥20,000.00', '¥0.00', '¥330.00', '¥0.00', '¥0.00', '¥0.00', '¥0.00', '¥0.00', '¥20,000.00', '¥0.00', '¥330.00', '¥0.00']
  expect(await textsIn(page, '逐人差异', name, 15)).toEqual([month, name, maskIdNumber(idNumber), ...figures])
  await savePicture(page, 'tax-corrections-01-preview')
}

/**
 * Starts the correction and declares it with its own receipt. The correction cannot be cancelled, because amounts
 * change.
 */
async function correctDeclaration(page: Page, id: number): Promise<void> {
  await startCorrection(page)
  await page.getByRole('button', { name: '取消更正' }).click()
  await confirmButton(page).click()
  await expect(visibleText(page, /不能取消，请登记更正申报/)).toBeVisible()
  await declare(page, id, 'HZ-0002')
  await expect.poll(async () => (await getPeriod(id)).state).toBe('paid')
  await page.getByRole('tab', { name: '概况' }).click()
  expect(await textsIn(page, '缴款记录', '转入多缴税款', 2)).toEqual(['个人所得税', '-¥330.00'])
}

/** Declares another month, which has tax due. */
async function declareOwingMonth(page: Page): Promise<Period> {
  const [person = personNamed('bounces')] = payees
  const { id } = await payAndCloseMonth(page, person, '30000.00')
  await page.goto(`/tax/taxListWtdz?open=${id}`)
  await declare(page, id, 'HZ-0003')
  return getPeriod(id)
}

async function applyPart(page: Page, owing: Period): Promise<void> {
  await page.getByRole('button', { name: '抵缴' }).click()
  const applyDialog = dialog(page)
  await applyDialog.getByRole('radio', { name: `${owing.month} ${formatYuan(fen(owing.leftByTax.iit))}` }).check()
  await expect(applyDialog.getByRole('textbox', { name: '金额' })).toHaveValue('330.00')
  await savePicture(page, 'tax-corrections-04-apply')
  await applyDialog.getByRole('textbox', { name: '金额' }).fill('100.00')
  await applyDialog.getByRole('button', { name: '抵缴' }).click()
  await expect(page.getByRole('textbox', { name: '金额' })).toHaveCount(0)
  expect((await getPeriod(owing.id)).leftByTax.iit).toBe(owing.leftByTax.iit - 10_000)
}

/** Registers the refund of the remaining credit and returns its day. */
async function refundRest(page: Page): Promise<string> {
  await page.getByRole('button', { name: '登记退税' }).click()
  const refundDialog = dialog(page)
  await expect(refundDialog.getByRole('textbox', { name: '金额' })).toHaveValue('230.00')
  await refundDialog.getByRole('textbox', { name: '凭证号' }).fill('TK-0001')
  await refundDialog.locator('input[type=file]').setInputFiles(pdfFile('退库凭证.pdf'))
  await refundDialog.getByRole('button', { name: '登记退税' }).click()
  await expect(visibleText(page, '已退税')).toBeVisible()
  return dayOf(await getDemoNow())
}

test('tax paid for a payment returned later is corrected, credited and refunded', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await enter(browser, 'finance')
  await correctEarlier(page)
  // The simulated bank returns this person's payments days later.
  const { id, month, gross, accrued } = await payAndCloseMonth(page, personNamed('bounces'), '20000.00')
  await page.goto(`/tax/taxListWtdz?open=${id}`)
  await declare(page, id, 'HZ-0001')
  await payAll(page, id)
  expect(await lineOf(id)).toMatchObject({ gross: 2_000_000, cumIncome: 2_000_000, vat: 0, withheld: 33_000, due: 33_000 })
  await advance(2 * dayMinutes)
  await expect.poll(async () => (await getPeriod(id)).toCorrect, { timeout: 60_000 }).toBe(1)
  await page.reload()
  await expectPreview(page, month)
  await correctDeclaration(page, id)
  expect(await lineOf(id)).toMatchObject({ gross: 0, cumIncome: 0, vat: 0, withheld: 0, due: 0 })
  expect(await getPeriod(id)).toMatchObject({
    gross: gross - 2_000_000,
    accrued: { ...accrued, iit: accrued.iit - 33_000 },
    toCorrect: 0,
    leftByTax: { iit: 0 },
  })
  const owingPeriod = await declareOwingMonth(page)
  await page.goto('/tax/taxListWtdz?tab=credits')
  const [no = '', ...credit] = await textsIn(page, '多缴税款', month, 6)
  expect(no).toMatch(/^DK\d{6}$/)
  expect(credit).toEqual(['待处理', month, '个人所得税', '¥330.00', '¥330.00'])
  await page.getByRole('button', { name: `查看 ${no}` }).click()
  await expect(visibleText(page, '更正形成')).toBeVisible()
  await savePicture(page, 'tax-corrections-02-credit')
  await applyPart(page, owingPeriod)
  await expect(page.getByRole('button', { name: '登记退税' })).toBeDisabled()
  const secondPage = await enter(browser, 'caiwu')
  await secondPage.goto('/tax/taxListWtdz?tab=credits')
  await secondPage.getByRole('button', { name: `查看 ${no}` }).click()
  const day = await refundRest(secondPage)
  expect((await textsIn(secondPage, '处理记录', '更正形成', 7)).slice(1)).toEqual(['更正形成', '¥330.00', '—', '—', '—', '—'])
  expect((await textsIn(secondPage, '处理记录', `${no}-1`, 7)).slice(1)).toEqual(['抵缴', '¥100.00', owingPeriod.month, '—', `${no}-1`, '—'])
  expect((await textsIn(secondPage, '处理记录', 'TK-0001', 7)).slice(1)).toEqual(['退税', '¥230.00', '—', day, 'TK-0001', '—'])
  await expect(secondPage.getByRole('button', { name: '登记退税' })).toHaveCount(0)
  expect((await textsIn(secondPage, '多缴税款', no, 6)).slice(1)).toEqual(['已退税', month, '个人所得税', '¥330.00', '¥0.00'])
  await savePicture(secondPage, 'tax-corrections-03-refunded')
})
