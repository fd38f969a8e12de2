import type { Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { ask, enter } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'

/**
 * Returns the texts of a table's cells, row by row. A chart names its table, a list names the region around the table.
 */
const cellsOf = (page: Page, name: string, role: 'table' | 'region' = 'table'): Promise<string[][]> =>
  page
    .getByRole(role, { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())))

const parseFen = (text = '') => Number(text.replaceAll(/[^\d-]/g, ''))
const sumOf = (table: readonly string[][], column: number) => table.reduce((total, row) => total + parseFen(row[column]), 0)

test('the chart of tax months is readable with arrow keys and equals the list', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  await page.goto(pages.taxListWtdz.path)
  await expect(page.getByRole('region', { name: '申报期', exact: true })).toBeVisible()
  const title = '各月税费构成与应缴余额'
  await page.getByRole('button', { name: '图表', exact: true }).click()
  const slider = page.getByRole('slider', { name: title })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '2')
  const announcedText = (await slider.getAttribute('aria-valuetext')) ?? ''
  await page.locator('.k-chart-panel').getByText('数据表', { exact: true }).click()
  const chartCells = await cellsOf(page, title)
  const [month = '', ...values] = chartCells[1] ?? []
  for (const expectedText of [month, ...values]) expect(announcedText).toContain(expectedText)
  const listCells = await cellsOf(page, '申报期', 'region')
  const listedRows = new Map(listCells.map((row) => [row[0]?.slice(2), row]))
  expect(chartCells.length).toBeGreaterThan(3)
  for (const [label = '', ...amounts] of chartCells) expect(listedRows.get(label), label).toEqual(expect.arrayContaining(amounts))
})

test('an operator sees the VAT threshold and a chart of the year that equals the list', async ({ browser }) => {
  const page = await enter(browser, 'subcontractor')
  await page.goto(pages.taxListWtdz.path)
  const chart = page.getByRole('region', { name: '每月销售额与增值税起征点' })
  await expect(chart.getByText('增值税起征点 ¥100,000.00')).toBeVisible()
  await chart.getByText('数据表', { exact: true }).click()
  const table = await cellsOf(page, '每月销售额与增值税起征点')
  const list = new Map((await cellsOf(page, '总包分包报税', 'region')).map((row) => [row[0]?.slice(2), row]))
  expect(table.length).toBeGreaterThan(3)
  // The list has no row for a month without payments.
  for (const [month = '', sales, tax] of table.filter(([label = '']) => list.has(label))) {
    const [, gross, vat, surcharge, iit] = list.get(month) ?? []
    expect([parseFen(sales), parseFen(tax)], month).toEqual([parseFen(gross) - parseFen(vat), parseFen(vat) + parseFen(surcharge) + parseFen(iit)])
  }
})

interface ReconciledDay {
  readonly day: string
  readonly ours: { readonly amount: number }
  readonly differences: { readonly amount: number }
}

test('the chart of reconciled days equals the list, and Enter opens a day', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  const { rows } = await ask<{ rows: ReconciledDay[] }>('finance', 'reconciliation.days', { size: 200 })
  const days = new Map<string, number[]>()
  for (const { day, ours, differences } of rows) {
    const [amount = 0, open = 0] = days.get(day.slice(5)) ?? []
    days.set(day.slice(5), [amount + ours.amount, open + differences.amount])
  }
  await page.goto(pages.zfdzList.path)
  await page.getByRole('button', { name: '图表', exact: true }).click()
  const panel = page.locator('.k-chart-panel')
  await panel.getByText('数据表', { exact: true }).click()
  const title = (await panel.getByRole('heading').textContent()) ?? ''
  const table = await cellsOf(page, title)
  expect(table.length).toBeGreaterThan(3)
  for (const [label = '', ...amounts] of table) expect(amounts.map(parseFen), label).toEqual(days.get(label))
  await panel.getByText('图表', { exact: true }).click()
  await page.getByRole('slider', { name: title }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=\\d{4}-${table[0]?.[0]}`))
})

test('counts and amounts by age of open differences add up to those of the list', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  const title = '未平差异的账龄'
  await page.goto(`${pages.zfdzList.path}?pane=items`)
  await page.getByRole('button', { name: '图表', exact: true }).click()
  await page.getByRole('slider', { name: title }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider', { name: title })).toHaveAttribute('aria-valuetext', /^<1 天/)
  await page.locator('.k-chart-panel').getByText('数据表', { exact: true }).click()
  const table = await cellsOf(page, title)
  const states = ['open', 'waiting', 'proposed', 'hung', 'exception']
  const { rows } = await ask<{ rows: { difference: number }[] }>('finance', 'reconciliation.items', { states, size: 200 })
  expect(table.map(([label]) => label)).toEqual(['<1 天', '1–2 天', '3–6 天', '7–29 天', '≥30 天'])
  expect([sumOf(table, 1), sumOf(table, 2)]).toEqual([rows.length, rows.reduce((total, row) => total + Math.abs(row.difference), 0)])
  expect(rows.length).toBeGreaterThan(0)
})

test('the ages of undecided top-ups and unclaimed credits add up to their lists', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  for (const [pane, operation, filter, title] of [
    ['topups', 'prepayments.list', { states: ['submitted', 'matched'] }, '待处理充值的等待时间'],
    ['credits', 'prepayments.credits', { state: 'unclaimed' }, '待认领来款的等待时间'],
  ] as const) {
    await page.goto(`${pages.yufukuan.path}?pane=${pane}`)
    await page.getByRole('button', { name: '图表', exact: true }).click()
    await page.locator('.k-chart-panel').getByText('数据表', { exact: true }).click()
    const table = await cellsOf(page, title)
    const { rows } = await ask<{ rows: { amount: number }[] }>('finance', operation, { ...filter, size: 200 })
    expect([sumOf(table, 1), sumOf(table, 2)], pane).toEqual([rows.length, rows.reduce((total, row) => total + row.amount, 0)])
    expect(rows.length, pane).toBeGreaterThan(0)
    // A group without items has no amount, not an amount of zero.
    for (const [label, count, amount] of table) expect(amount === '—', label).toBe(count === '0')
  }
})

test('an age chart without open items reports that nothing is waiting', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  await page.goto(`${pages.yufukuan.path}?pane=credits&keyword=没有这笔`)
  await page.getByRole('button', { name: '图表', exact: true }).click()
  await expect(page.getByRole('region', { name: '待认领来款的等待时间' })).toContainText('没有待处理的记录')
})

test('the distance to each sales threshold is readable without colour', async ({ browser }) => {
  const page = await enter(browser, 'subcontractor')
  await page.goto(pages.taxListWtdz.path)
  const ownSales = await ask<{ rollingSales: number; limits: { warnSales: number; guideSales: number } }>('subcontractor', 'periods.own', {
    year: new Date().getFullYear(),
  })
  const bar = page.getByRole('meter', { name: /连续 12 个月的不含税销售额/ })
  await expect(bar).toHaveAttribute('aria-valuenow', String(ownSales.rollingSales))
  const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
  for (const limit of [ownSales.limits.warnSales, ownSales.limits.guideSales])
    await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`还差 ${yuan(limit - ownSales.rollingSales)}`))
  await expect(page.getByText(`还差 ${yuan(ownSales.limits.guideSales - ownSales.rollingSales)}`)).toBeVisible()
})

interface MonthRow {
  readonly month: string
  readonly amount: number
}

test('the chart of a unit ends with its net of this month, and Enter opens the receipts', async ({ browser }) => {
  const page = await enter(browser, 'platform')
  const title = '近 12 个月实发（按到账日）'
  const { rows } = await ask<{ rows: MonthRow[] }>('platform', 'units.paidMonths', { id: 1 })
  await page.goto(`${pages.userDwList.path}?open=1`)
  const chart = page.getByRole('region', { name: title })
  await chart.getByText('数据表', { exact: true }).click()
  const table = await cellsOf(page, title)
  expect(table.map(([month = '', amount]) => [month, parseFen(amount)])).toEqual(rows.map(({ month, amount }) => [month.slice(2), amount]))
  await expect(page.locator('.k-drawer').getByRole('link', { name: table.at(-1)?.[1] ?? '', exact: true })).toBeVisible()
  await chart.getByText('图表', { exact: true }).click()
  await page.getByRole('slider', { name: title }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${pages.zfpzList.path}.*from=${rows[0]?.month}-01.*unitId=1`))
})

test('a unit without payments shows a message instead of the chart', async ({ browser }) => {
  const page = await enter(browser, 'platform')
  await page.route('**/api/units/paidMonths', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { rows: MonthRow[] } }
    const rows = answer.data.rows.map((row) => ({ ...row, amount: 0 }))
    await route.fulfill({ response, json: { ...answer, data: { rows } } })
  })
  await page.goto(`${pages.userDwList.path}?open=1`)
  const chart = page.getByRole('region', { name: '近 12 个月实发（按到账日）' })
  await expect(chart).toContainText('近 12 个月没有到账的付款')
  await expect(page.getByRole('slider')).toHaveCount(0)
})

test('the chart of a partner equals its commission and is hidden without the permission', async ({ browser }) => {
  const page = await enter(browser, 'platform')
  const title = '近 12 个月佣金（按入账日）'
  await page.goto(`${pages.partnerList.path}?open=1`)
  await page.getByRole('region', { name: title }).getByText('数据表', { exact: true }).click()
  const table = await cellsOf(page, title)
  const { months } = await ask<{ months: MonthRow[] }>('partner', 'dashboard.figures', {})
  expect(table.map(([month = '', amount]) => [month, parseFen(amount)])).toEqual(months.map(({ month, amount }) => [month.slice(2), amount]))
  expect(sumOf(table, 1)).toBeGreaterThan(0)
  const other = await enter(browser, 'operation')
  await other.goto(`${pages.partnerList.path}?open=1`)
  await expect(other.locator('.k-drawer').getByText('HT2025000001')).toBeVisible()
  await expect(other.getByRole('region', { name: title })).toHaveCount(0)
})
