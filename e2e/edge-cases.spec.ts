import { enter } from '#/e2e/desk.ts'
import { base, contextFor, tokenFor } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// Outdated addresses, pages translated by the browser, and browsers in other time zones.

test('a page number beyond the end leads to the last page of the list', async ({ browser }) => {
  const page = await enter(browser, 'centre')
  await page.goto('/zf/zfPtListpt?page=900')
  await expect(page).not.toHaveURL(/page=900/)
  await expect(page.getByText('没有符合条件的记录')).toHaveCount(0)
  await expect(page.locator('tbody tr').first()).toBeVisible()
})

/** Changes the texts of a page as the browser's translation does. */
const translateScript = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeValue.trim()) texts.push(node)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.nodeValue + ' '
    outer.append(inner)
    text.parentNode.insertBefore(outer, text)
    text.remove()
  }
})()`

test('a page translated by the browser keeps updating its figures and opens other pages', async ({ browser }) => {
  const page = await enter(browser, 'centre')
  const faults: string[] = []
  page.on('pageerror', (fault) => faults.push(String(fault)))
  await page.goto('/zf/zfPtListpt')
  const foundMarks = page.locator('.k-found')
  await expect(foundMarks).toHaveText(/\d/)
  const marksBefore = await foundMarks.textContent()
  await page.evaluate(translateScript)
  await page.getByLabel(/关键词/).fill('没有这样的批次')
  await page.getByLabel(/关键词/).press('Enter')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await page.evaluate(translateScript)
  await page.getByLabel(/关键词/).fill('')
  await page.getByLabel(/关键词/).press('Enter')
  await expect(foundMarks).toHaveText(marksBefore ?? '')
  for (const path of ['/dashboard', '/ht/htList', '/zf/zfPtListpt']) {
    await page.evaluate(translateScript)
    await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
    await expect(page.getByRole('main')).toBeVisible()
  }
  expect(faults).toEqual([])
})

test('a calendar marks the current day of Shanghai in a browser of another time zone', async ({ browser }) => {
  const now = new Date(Date.now() + 8 * 3_600_000)
  // At any hour, the date in one of these two places differs from the date in Shanghai.
  const timezoneId = now.getUTCHours() < 18 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati'
  const storedValues = { token: await tokenFor('centre'), nstype: '2', yycenterid: '2' }
  const storageState = await (await contextFor(browser, storedValues)).storageState()
  const page = await (await browser.newContext({ storageState, timezoneId, baseURL: base })).newPage()
  await page.goto('/zf/zfPtListpt')
  await page.locator('.k-days').first().click()
  await expect(page.locator('.k-calendar [aria-current="date"]').first()).toHaveAttribute('title', now.toISOString().slice(0, 10))
})
