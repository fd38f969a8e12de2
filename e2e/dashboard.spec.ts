import type { Browser, Locator, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { enter, visibleText } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { countTraffic } from '#/e2e/traffic.ts'

// Opens every figure of the dashboard as each kind of user and expects the same figure on its list.

// Other tests reduce motion. This one keeps animations, as most users do.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const people = ['maker', 'unit2', 'auditor', 'centre', 'platform', 'operator', 'partner'] as const

interface DisplayedFigure {
  readonly key: string
  readonly href: string
  /** The amount on the card as shown; null without an amount. */
  readonly money: string | null
  readonly count: string | null
}

const moneyIn = (text: string) => text.match(/¥[\d,]+\.\d\d/)?.[0] ?? null
const countIn = (text: string) =>
  text
    .replace(/¥[\d,]+\.\d\d/g, '')
    .match(/\d[\d,]*/)?.[0]
    ?.replaceAll(',', '') ?? null

async function dashboardOf(browser: Browser, who: string): Promise<Page> {
  const page = await enter(browser, who)
  await page.goto(pages.dashboard.path)
  await expect(page.locator('[data-figure]').first()).toBeVisible()
  const zeroFigures = page.locator('.d-zeros > summary')
  if (await zeroFigures.isVisible()) await zeroFigures.click()
  return page
}

async function figureOf(card: Locator): Promise<DisplayedFigure> {
  const text = `${await card.locator('.d-card-figure').innerText()} ${(await card.locator('.d-card-more').allTextContents()).join(' ')}`
  return {
    key: (await card.getAttribute('data-figure')) ?? '',
    href: (await card.getAttribute('href')) ?? '',
    money: moneyIn(text),
    count: countIn(text),
  }
}

const visibleLocator = (page: Page, selector: string): Locator => page.locator(selector).filter({ visible: true })

/** Expects the list of a figure to show the same count and total. */
async function expectListed(page: Page, { key, href, money, count }: DisplayedFigure): Promise<void> {
  await expect(page).toHaveURL(new RegExp(href.split('?')[0] ?? ''))
  if (key === 'available' || key === 'frozen') {
    await expect(visibleLocator(page, '.prepay-total').or(visibleLocator(page, '.prepay-balances')).first()).toContainText(money ?? '')
    return
  }
  // The calendar has no pager, but shows the counts in the heading.
  if (key === 'filingsOverdue') return expect(visibleText(page, `逾期 ${count} 项`), key).toBeVisible()
  // The overview of money held for others shows every centre on one page, without a pager.
  if (key === 'custody' && count !== '0') return expect(visibleLocator(page, 'tbody tr')).toHaveCount(Number(count))
  // An empty list shows a message instead of its pager.
  if (count === '0') return expect(visibleLocator(page, '.k-no-rows .k-state').first(), key).toBeVisible()
  if (count !== null) await expect(visibleLocator(page, '.k-found').first(), key).toContainText(new RegExp(`(^|\\D)${count}\\D`))
  const hasTotals = ['zf/', 'states=submitted', 'hzhbBrders'].some((part) => href.includes(part))
  if (money !== null && hasTotals) await expect(visibleLocator(page, '.k-totals').last(), key).toContainText(money)
}

for (const who of people) {
  test(`every figure of ${who}’s dashboard equals the figure of its list`, async ({ browser }) => {
    const page = await dashboardOf(browser, who)
    const keys = await page.locator('[data-figure]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-figure')))
    expect(keys.length).toBeGreaterThan(2)
    for (const key of keys) {
      await page.goto(pages.dashboard.path)
      const card = page.locator(`[data-figure=${key}]`)
      await expect(card).toBeAttached()
      if (!(await card.isVisible())) await page.locator('.d-zeros > summary').click()
      // Read the figure again before each click, because bank responses can change it.
      const figure = await figureOf(card)
      await card.click()
      if (!figure.href.includes('#')) {
        await expectListed(page, figure)
        continue
      }
      const list = page.locator(`#${figure.href.split('#')[1]}`)
      await expect(list).toBeFocused()
      // Without withheld tax the page shows a message instead of a table.
      if (figure.money !== '¥0.00') await expect(list.locator('tfoot')).toContainText(figure.money ?? figure.count ?? '-')
    }
  })
}

test('a ranked unit links to receipts with the same total and a removable filter', async ({ browser }) => {
  const page = await dashboardOf(browser, 'centre')
  const firstRanked = page.locator('.d-ranking li').first()
  const money = moneyIn(await firstRanked.innerText()) ?? ''
  const name = await firstRanked.locator('.d-cut').innerText()
  await firstRanked.getByRole('link').click()
  await expect(visibleLocator(page, '.k-totals').last()).toContainText(money)
  const removeFilterButton = page.getByRole('button', { name: '取消条件：单位' })
  await expect(removeFilterButton).toContainText(name)
  await removeFilterButton.click()
  await expect(removeFilterButton).toHaveCount(0)
  await expect(visibleLocator(page, '.k-totals').last()).not.toContainText(money)
})

test('a unit of a partner links to its commission with the same total, by keyboard too', async ({ browser }) => {
  const page = await dashboardOf(browser, 'partner')
  // The table has the unit on the first day of a month too, when returns exceed the new commission.
  const commissionCell = page.locator('td.d-wrap', { hasNotText: '¥0.00' })
  const row = page.locator('#units tbody tr').filter({ has: commissionCell }).first()
  const money = moneyIn(await row.locator('td.d-wrap').innerText()) ?? ''
  const unitLink = row.getByRole('link')
  const name = await unitLink.innerText()
  await unitLink.focus()
  await page.keyboard.press('Enter')
  await expect(visibleLocator(page, '.k-totals').last()).toContainText(money)
  await expect(page.getByRole('button', { name: '取消条件：单位' })).toContainText(name)
})

test('a centre in the comparison links to payments with the same total', async ({ browser }) => {
  const page = await dashboardOf(browser, 'platform')
  const link = page
    .getByRole('row', { name: /海南运营中心/ })
    // The first match, because the table of channels also has rows of this centre.
    .getByRole('link', { name: /¥/ })
    .first()
  const money = await link.innerText()
  await link.click()
  await expect(visibleLocator(page, '.k-totals').last()).toContainText(money)
})

test('a unit starts a batch or a top-up from the dashboard', async ({ browser }) => {
  const page = await dashboardOf(browser, 'maker')
  await page.getByRole('button', { name: '批量支付' }).click()
  await expect(page.getByRole('dialog').filter({ visible: true })).toBeVisible()
  await page.goto(pages.dashboard.path)
  await page.getByRole('button', { name: /充 ?值/ }).click()
  await expect(page.getByRole('dialog').filter({ visible: true })).toBeVisible()
})

test('the code of the notification drawer loads only when the drawer opens', async ({ browser }) => {
  const page = await enter(browser, 'centre')
  const fetchedUrls: string[] = []
  page.on('request', (request) => fetchedUrls.push(request.url()))
  await page.goto(pages.dashboard.path)
  await expect(page.locator('[data-figure]').first()).toBeVisible()
  await (await countTraffic(page)).settled()
  expect(fetchedUrls.filter((url) => /BellDrawer|OwnUnits|Receipts|Centres-/.test(url))).toEqual([])
  await page.getByRole('button', { name: /任务中心/ }).click()
  const drawer = page.getByRole('dialog').filter({ visible: true })
  await expect(drawer.getByRole('link', { name: /支付失败待处理/ })).toBeVisible()
  expect(fetchedUrls.some((url) => /BellDrawer/.test(url))).toBe(true)
  await drawer.getByRole('link', { name: /退汇待处理/ }).click()
  await expect(page).toHaveURL(/tab=returned/)
})

test('a list opened by a to-do shows its active filter, at 1440 and 390 px', async ({ browser }) => {
  for (const width of [1440, 390]) {
    const page = await signIn(browser, 'centre', { mode: 2, width, at: `${pages.htList.path}?isToCheck=1` })
    const conditionCheckbox = page.getByRole('checkbox', { name: '纸质合同待我核对' })
    await expect(conditionCheckbox).toBeChecked()
    await conditionCheckbox.uncheck()
    await expect(page).not.toHaveURL(/isToCheck/)
    await expect(conditionCheckbox).toBeVisible()
    await page.context().close()
  }
})

test('figures of zero are collapsed under their names and expand to links', async ({ browser }) => {
  const page = await signIn(browser, 'finance', { mode: 1, at: pages.dashboard.path })
  const zeroFigures = page.locator('.d-zeros')
  await expect(zeroFigures.locator('summary')).toContainText(/项为零：.*退汇待红冲/)
  for (const figure of await page.locator('.d-work > .d-cards .d-card-figure').allInnerTexts()) expect(figure).not.toMatch(/^0\D/)
  await expect(page.locator('[data-figure=redDue]')).toBeHidden()
  await zeroFigures.locator('summary').click()
  await expect(page.locator('[data-figure=redDue]')).toHaveAttribute('href', /\S/)
})
