import type { Page } from '@playwright/test'
import { plainYuan } from '#/domain/base/money.ts'
import { ask, confirmButton, dialog, enter, expectFigure, expectRow, sheetOf } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { InvoicingDetail } from '#/server/taxation/invoices/public.ts'
import { zipOf } from '#/server/taxation/invoices/testing.ts'

const headings = ['申请单号', '发票号码', '开票日期', '不含税金额', '税率', '税额', '价税合计', '文件名']
const dayMs = 86_400_000
const shanghaiDay = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)
const pdfFile = (name: string) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const getInvoicing = (id: number) => ask<InvoicingDetail>('finance', 'invoices.get', { invoicingId: id })
/**
 * Returns the part of the quota that applications use. Payments that arrive during the test do not change this part.
 */
const readUsedQuota = async () => (await ask<{ used: number }>('payer', 'invoices.figures', {})).used

/** Returns the days of the latest month whose payments need more than one invoice. */
async function splitMonth(centreId: number, titleId: number, category: string): Promise<{ from: string; to: string; parts: number; amount: number }> {
  for (let monthsBack = 1; monthsBack < 12; monthsBack++) {
    const month = new Date(`${shanghaiDay(Date.now()).slice(0, 7)}-01T00:00:00Z`)
    month.setUTCMonth(month.getUTCMonth() - monthsBack)
    const from = month.toISOString().slice(0, 10)
    month.setUTCMonth(month.getUTCMonth() + 1)
    const to = new Date(month.getTime() - dayMs).toISOString().slice(0, 10)
    const applicationTerms = { centreId, basis: 'period', from, to, titleId, kind: 'ordinary', category }
    const invoiceFace = await ask<{ amount: number; parts: unknown[] }>('payer', 'invoices.preview', applicationTerms).catch(() => null)
    if (invoiceFace && invoiceFace.parts.length > 1) return { from, to, parts: invoiceFace.parts.length, amount: invoiceFace.amount }
  }
  throw new Error('no month of the demo needs two invoices')
}

/** Uploads results and waits for the outcome. */
async function uploadResults(page: Page, name: string, rows: readonly string[][], files: readonly string[], outcome: string): Promise<void> {
  await page.getByRole('button', { name: '导入开票结果' }).first().click()
  const importDialog = dialog(page)
  const archive = await zipOf(Object.fromEntries(files.map((number) => [`${number}.pdf`, pdfPage(number)])))
  await importDialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(await sheetOf(rows, { name, headings }))
  await importDialog.locator('input[type=file]').nth(1).setInputFiles({ name: '发票.zip', mimeType: 'application/zip', buffer: archive.bytes })
  await importDialog.getByRole('button', { name: '导入开票结果' }).click()
  await expect(importDialog.getByText(`${name}：${outcome}`)).toBeVisible({ timeout: 60_000 })
}

const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

/** Computes the face of invoices with 6 % VAT by hand. Splits each amount separately and adds up the parts. */
function faceByHand(amounts: readonly number[]) {
  const amount = amounts.reduce((sum, each) => sum + each, 0)
  const price = amounts.reduce((sum, each) => sum + Math.round(each / 1.06), 0)
  return { 价税合计: yuan(amount), 不含税金额: yuan(price), 税额: yuan(amount - price) }
}

/** Expects the same figures in the drawer, in its table of invoices and in the list. */
async function expectFaces(page: Page, no: string, numberedFaces: readonly { readonly number: string; readonly amount: number }[]): Promise<void> {
  const invoiceFace = faceByHand(numberedFaces.map(({ amount }) => amount))
  for (const [name, figure] of Object.entries(invoiceFace)) await expectFigure(dialog(page), name, figure)
  const invoiceRegion = page.getByRole('region', { name: '发票', exact: true })
  for (const { number, amount } of numberedFaces) await expectRow(invoiceRegion, number, faceByHand([amount]))
  await expectRow(page.getByRole('main'), no, { ...invoiceFace, 张数: `${numberedFaces.length}/${numberedFaces.length}`, 已红冲: '¥0.00' })
}

/** Expects a reversal of 1,000.00: 943.40 and 56.60 of VAT. */
async function expectReversal(page: Page, no: string, number: string): Promise<void> {
  await expectRow(page.getByRole('region', { name: '发票', exact: true }), number, { 已红冲: '¥1,000.00' })
  await expectRow(page.getByRole('region', { name: '红字发票' }), number, { 价税合计: '¥1,000.00' })
  await expectRow(page.getByRole('main'), no, { 已红冲: '¥1,000.00' })
  await page.goto('/fp/fpListDz?pane=reds')
  await expectRow(page.getByRole('main'), no, { 价税合计: '¥1,000.00', 不含税金额: '¥943.40', 税额: '¥56.60' })
}

/** Expects the unit's quota to show this amount as used by applications. */
async function expectUsed(page: Page, used: number): Promise<void> {
  await page.goto('/fp/fpListDz')
  await expect(page.getByRole('region', { name: '可开票额度' })).toContainText(`− 申请占用 ${yuan(used)}`)
}

test('an application of a month is issued from result files and partly reversed (ST-09)', async ({ browser }) => {
  const terms = await ask<{ places: { centreId: number; categories: string[] }[] }>('payer', 'invoices.terms', {})
  const titles = await ask<{ id: number; isdefault: number }[]>('payer', 'ms.get_ttData', {})
  const [place] = terms.places
  const title = titles.find((each) => each.isdefault === 1) ?? titles[0]
  const { from, to, parts, amount } = await splitMonth(place?.centreId ?? 0, title?.id ?? 0, place?.categories[0] ?? '')
  const usedBefore = await readUsedQuota()

  const payer = await enter(browser, 'payer')
  await expectUsed(payer, usedBefore)
  await payer.getByRole('button', { name: '申请开票' }).click()
  const form = dialog(payer)
  await form.getByText('按付款期间').click()
  for (const [name, day] of [
    ['从', from],
    ['到', to],
  ] as const) {
    await form.getByLabel(name, { exact: true }).fill(day)
    await form.getByLabel(name, { exact: true }).press('Enter')
  }
  await form.getByRole('combobox', { name: '类目' }).click()
  await payer
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasText: place?.categories[0] ?? '' })
    .filter({ visible: true })
    .first()
    .click()
  await form.getByRole('button', { name: '预览票面' }).click()
  await expect(form.getByText(`共 ${parts} 张`)).toBeVisible()
  await expect(form.getByRole('heading', { name: /^电子发票（(增值税专用发票|普通发票)）$/ })).toBeVisible()
  await savePicture(payer, 'story-invoices-01-apply')
  const applyResponse = payer.waitForResponse((response) => response.url().endsWith('/api/invoices/apply'))
  await form.getByRole('button', { name: '提交申请' }).click()
  const { data: requested } = (await (await applyResponse).json()) as { data: InvoicingDetail }
  await expectUsed(payer, usedBefore + amount)

  const page = await enter(browser, 'finance')
  await page.goto(`/fp/fpListDz?open=${requested.id}`)
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await confirmButton(page).click()
  await expect.poll(async () => (await getInvoicing(requested.id)).state).toBe('todo')
  await page.goto('/fp/fpListDz')
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出待开清单' }).click()
  expect((await downloadPromise).suggestedFilename()).toContain('待开')
  await expect.poll(async () => (await getInvoicing(requested.id)).state).toBe('issuing')

  // One PDF is missing. The matched results are issued, and the page lists the other one with the reason.
  const { invoices } = await getInvoicing(requested.id)
  const numberedPapers = invoices.map((paper, at) => ({ paper, number: `2635${String(requested.id).padStart(8, '0')}${String(at + 1).padStart(8, '0')}` }))
  const rows = numberedPapers.map(({ paper, number }) => [
    requested.no,
    number,
    shanghaiDay(Date.now()),
    ...[paper.price].map(plainYuan),
    '6%',
    ...[paper.tax, paper.amount].map(plainYuan),
    '',
  ])
  const numbers = numberedPapers.map(({ number }) => number)
  const [last = ''] = numbers.slice(-1)
  await uploadResults(page, `开票结果-${requested.no}.xlsx`, rows, numbers.slice(0, -1), `${parts} 行，已开票 ${parts - 1} 行，未匹配 1 条`)
  await expect(dialog(page).getByText('压缩包中没有以该号码命名的').first()).toBeVisible()
  await savePicture(page, 'story-invoices-02-mismatch')
  expect(await getInvoicing(requested.id)).toMatchObject({ state: 'part', issuedCount: parts - 1 })
  await page.reload()
  await uploadResults(page, `补传-${requested.no}.xlsx`, rows.slice(-1), [last], '1 行，已开票 1 行，未匹配 0 条')
  await page.goto(`/fp/fpListDz?open=${requested.id}`)
  const invoiceRegion = page.getByRole('region', { name: '发票', exact: true })
  await expect(invoiceRegion.getByRole('cell', { name: last })).toBeVisible()
  await expectFaces(
    page,
    requested.no,
    numberedPapers.map(({ paper, number }) => ({ number, amount: paper.amount })),
  )
  await savePicture(page, 'story-invoices-03-issued')

  // The seller enters a reversal of 1,000.00 and the buyer confirms it. The amount is then available again.
  const usedWhenIssued = await readUsedQuota()
  await invoiceRegion
    .getByRole('row', { name: new RegExp(numbers[0] ?? '') })
    .getByRole('button', { name: '红冲' })
    .click()
  const reversalDialog = dialog(page)
  await reversalDialog.getByText('服务中止').click()
  await reversalDialog.getByLabel('价税合计').fill('1000.00')
  await reversalDialog.getByRole('button', { name: '红冲' }).click()
  for (const [code, confirmNo] of [
    ['02 销方录入待购方确认', '3502260000000001'],
    ['04 购销双方已确认', ''],
  ] as const) {
    await page.getByRole('button', { name: '登记确认单' }).first().click()
    const moveDialog = dialog(page)
    await moveDialog.getByText(code).click()
    if (confirmNo) await moveDialog.getByRole('textbox').fill(confirmNo)
    await moveDialog.getByRole('button', { name: '登记确认单' }).click()
    await expect(page.getByRole('region', { name: '红字发票' }).getByRole('cell', { name: code })).toBeVisible()
    if (confirmNo) await expect(page.getByText('剩余 72 小时')).toBeVisible()
    if (confirmNo) await savePicture(page, 'story-invoices-04-waiting')
  }
  await page.getByRole('button', { name: '登记红字发票' }).first().click()
  const paper = dialog(page)
  await paper.getByLabel('发票号码').fill(`2635${String(requested.id).padStart(8, '0')}99999999`)
  await paper.locator('input[type=file]').setInputFiles(pdfFile('red'))
  await paper.getByRole('button', { name: '登记红字发票' }).click()
  await expect(page.getByText('部分红冲').first()).toBeVisible()
  await savePicture(page, 'story-invoices-05-red')
  await expectReversal(page, requested.no, numbers[0] ?? '')
  await expectUsed(payer, usedWhenIssued - 100_000)
})
