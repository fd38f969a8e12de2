import type { Browser, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { ask, confirmButton, dialog } from '#/e2e/desk.ts'
import { base, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable, waitUntilSettled } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const checksPath = `${pages.syslog.path}?pane=checks`
const lostOrder = (index: number, more: object) => ({
  requestNo: `ZF2026111802${String(index).padStart(6, '0')}-1`,
  amount: 123_456_789 * index,
  channelName: '模拟银行华东结算专户',
  sentAt: '2026-11-18T02:15:07.000Z',
  answer: '',
  exceptionNo: null,
  exceptionState: null,
  path: '',
  ...more,
})
const exceptionOf = (index: number, exceptionState: string) => ({
  answer: index === 3 ? '处理成功，交易流水 20261118000012345678，请以回单为准' : '查无此指令',
  exceptionNo: `YC2026111802${String(index).padStart(6, '0')}`,
  exceptionState,
  path: '/zhifufk',
})
const stop = {
  id: 1,
  broken: ['INV-76'],
  stoppedAt: '2026-11-18T02:20:00.000Z',
  affected: [
    { check: 'INV-76', item: 'trail 2 20–24', unitName: '', centreName: '', path: '', remedy: 'lost' },
    { check: 'INV-76', item: 'order ZF2026111802000001-1', unitName: '', centreName: '', path: '', remedy: 'lost' },
  ],
  lost: { count: 4, openCount: 2, rows: [lostOrder(1, {}), lostOrder(2, {}), lostOrder(3, exceptionOf(3, 'open')), lostOrder(4, exceptionOf(4, 'resolved'))] },
  askedBy: null,
  askedAt: null,
  reason: null,
  mayAsk: '',
  mayRelease: '',
  mayDeny: '',
}

/** Opens the page of checks while the server reports lost orders. Only the server's own test really loses orders. */
async function openChecks(browser: Browser, language: string, width: number): Promise<Page> {
  const page = await signIn(browser, 'platform', { width })
  await page.context().addCookies([{ name: 'language', value: language, url: base }])
  const state = await ask<object>('platform', 'integrity.state', {})
  await page.route('**/api/integrity/state', (route) => route.fulfill({ json: { code: 1, message: '', data: { ...state, stop } } }))
  await page.goto(checksPath)
  await expect(page.getByText('ZF2026111802000001-1', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await waitUntilSettled(page)
  return page
}

/** Returns the parts of the payout stop that need sideways scrolling. */
const findClippedTexts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.k-stack *')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)).map((each) => each.className)`)

for (const language of ['zh', 'es'])
  for (const width of [1440, 390])
    test(`the notice of lost orders fits and is readable in ${language} at ${width} pixels`, async ({ browser }) => {
      const page = await openChecks(browser, language, width)
      await page.screenshot({ path: test.info().outputPath(`lost-${language}-${width}.png`), fullPage: true })
      expect(await findClippedTexts(page)).toEqual([])
      await expectFits(page, `lost orders, ${language}, ${width}`)
      await expectReadable(page, `lost orders, ${language}, ${width}`)
    })

test('restoring lost orders asks for confirmation and states the number of queries', async ({ browser }) => {
  const page = await openChecks(browser, 'zh', 1440)
  const calls: string[] = []
  await page.route('**/api/integrity/bringBack', (route) => {
    calls.push(route.request().postData() ?? '')
    return route.fulfill({ json: { code: 1, message: '已开始找回', data: {} } })
  })
  await expect(page.getByText('4 条付款指令已发往银行，但数据库中没有，其中 2 条待找回').first()).toBeVisible()
  await page.getByRole('button', { name: '向银行找回' }).click()
  await expect(dialog(page).getByText('将向银行查询 2 条指令')).toBeVisible()
  expect(calls).toEqual([])
  await page.screenshot({ path: test.info().outputPath('lost-ask.png') })
  await confirmButton(page).click()
  await expect.poll(() => calls.length).toBe(1)
})
