import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { enter, visibleText } from '#/e2e/desk.ts'
import { base, savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const paths = ['incomeDetail', 'incomeSummary', 'paymentDetail', 'paymentSummary', 'incomeTax', 'incomeTaxSummary', 'vatCumulative']

test('every report has totals, and a summary matches the ledger, links to its rows and prints', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  const period = shiftMonth(monthOf(new Date()), -1)
  for (const path of paths) {
    await page.goto(`/caiwu/${path}?period=${period}`)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByText('合计').first()).toBeVisible()
  }
  await page.goto(`/caiwu/paymentSummary?period=${period}`)
  const cell = page.getByRole('row').nth(1).getByRole('link').nth(1)
  const figure = (await cell.textContent()) ?? ''
  await page.getByRole('button', { name: '与总账核对' }).click()
  await expect(page.getByText('与总账一致')).toBeVisible()
  await savePicture(page, 'reports-01-agrees')
  await page.getByRole('link', { name: figure, exact: true }).first().click()
  await expect(page).toHaveURL(/paymentDetail.*kind=paid/)
  await expect(visibleText(page, figure)).toBeVisible()
  await savePicture(page, 'reports-02-rows')
  const feeDifference = { account: 'fee', report: 200_100, ledger: 200_000, difference: 100 }
  const answer = { why: '', isEven: false, figures: [feeDifference], journals: [{ no: 'PC-1', day: `${period}-02`, report: 100, ledger: 0 }] }
  await page.route('**/api/reports/compare', (route) => route.fulfill({ json: { code: 1, message: '', data: answer } }))
  await page.getByRole('button', { name: '与总账核对' }).click()
  await expect(page.getByText('与总账有差异')).toBeVisible()
  await expect(visibleText(page, /PC-1/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(visibleText(page, '打印人')).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/caiwu/incomeTaxSummary?period=${shiftMonth(period, -2)}`)
  await page.getByRole('row').nth(1).getByRole('link').last().click()
  await expect(page).toHaveURL(/taxListWtdz.*open=\d+/)
  await expect(visibleText(page, /（\d{4}-\d{2}-\d{2} 起执行）/)).toBeVisible()
  // For users who can read tax policies, the report links to its policy.
  const platform = await enter(browser, 'platform')
  await platform.goto(page.url())
  await expect(platform.getByRole('link', { name: /\d{4}-\d{2}（\d{4}-\d{2}-\d{2} 起/ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/caiwu/incomeTax?period=${period}`)
  const exportButton = page.getByRole('button', { name: '导出完整号码' })
  await expect(exportButton).toBeVisible()
  const box = await exportButton.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
})

/** The width of A4 landscape without its margins, in CSS pixels. */
const paperWidth = 1047

test('charts and tables of printed reports fit on the paper', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  for (const path of ['paymentSummary', 'incomeTaxSummary']) {
    await page.goto(`/caiwu/${path}?period=${monthOf(new Date())}`)
    await expect(page.getByText('合计').first()).toBeVisible()
    await page.getByRole('button', { name: '图表', exact: true }).click()
    const parts = [page.locator('.k-chart-panel'), page.getByRole('table').last()]
    for (const part of parts) await expect(part).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: paperWidth, height: 720 })
    await expect(page.getByRole('search')).toBeHidden()
    for (const part of parts) {
      const readRightEdge = async () => {
        const box = await part.boundingBox()
        return (box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)
      }
      await expect.poll(readRightEdge, path).toBeLessThanOrEqual(paperWidth)
    }
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('a report explains channel fees and links to their payments', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  await page.goto(`/caiwu/paymentSummary?period=${monthOf(new Date()).slice(0, 4)}`)
  await expect(visibleText(page, /通道手续费取自通道每日对账文件/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '通道手续费' })).toBeVisible()
  const heads = await page.getByRole('columnheader').allTextContents()
  const cell = page.locator(`tbody tr td:nth-child(${heads.findIndex((text) => text.includes('通道手续费')) + 1}) a`).first()
  const figure = (await cell.textContent()) ?? ''
  expect(figure).toMatch(/\d/)
  await cell.click()
  await expect(page).toHaveURL(/paymentDetail/)
  await expect(page.getByRole('region', { name: '支付明细' }).locator('tfoot')).toContainText(figure)
})

test('the trial balance balances and links to the entries and the batch behind them', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  const month = shiftMonth(monthOf(new Date()), -1)
  await page.goto(`/caiwu/trialBalance?from=${month}&to=${month}`)
  await expect(page.getByRole('table').first()).toBeVisible()
  const totals = (await page.getByRole('row', { name: /^合计/ }).getByRole('cell').allTextContents()).slice(1)
  expect([totals[0], totals[2], totals[4]]).toEqual([totals[1], totals[3], totals[5]])
  await savePicture(page, 'books-01-balance')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()])
  expect(file.suggestedFilename()).toMatch(/^科目余额表_/)
  await page.getByRole('link', { name: '银行' }).click()
  await expect(page).toHaveURL(/accountLedger.*id=\d+/)
  await expect(visibleText(page, /期初余额 借/)).toBeVisible()
  const expectColumnFits = async (heading: string) => {
    const head = await page.getByRole('columnheader', { name: heading, exact: true }).boundingBox()
    const list = await page
      .getByRole('region')
      .filter({ visible: true, has: page.getByRole('columnheader', { name: heading }) })
      .last()
      .boundingBox()
    expect((head?.x ?? 0) + (head?.width ?? 9999), heading).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0) + 1)
  }
  await expectColumnFits('余额')
  await savePicture(page, 'books-02-ledger')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(visibleText(page, /期初余额 借/)).toBeVisible()
  await expectFits(page, 'the ledger on a phone')
  await savePicture(page, 'books-03-phone')
  await test.step('the same clicks work in Spanish on a phone', async () => {
    await page.context().addCookies([{ name: 'language', value: 'es', url: base }])
    await page.goto(`/caiwu/trialBalance?from=${month}&to=${month}`)
    await page.getByRole('link', { name: 'Banco' }).click()
    await expect(visibleText(page, /Saldo inicial Debe/)).toBeVisible()
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    await page.getByRole('button', { name: 'Todas las cuentas' }).click()
    await page
      .getByRole('list', { name: 'Todas las cuentas' })
      .getByRole('button', { name: /^Ver Banco/ })
      .click()
    await expect(visibleText(page, /Saldo inicial Debe/)).toBeVisible()
    await expectFits(page, 'the ledger in Spanish on a phone')
    await page.context().addCookies([{ name: 'language', value: 'zh', url: base }])
    await page.reload()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '全部科目' }).click()
  await expectColumnFits('期末贷方')
  await page.getByRole('button', { name: /^明细 银行/ }).click()
  const source = page.getByRole('row', { name: /支付/ }).getByRole('link').first()
  await source.click()
  await expect(page).toHaveURL(/\/zf\/batch\/\d+/)
})
