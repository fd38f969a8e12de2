import { pages } from '#/api/pages.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

test('a list stays unchanged under a banner while offline and loads the chosen page afterwards', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: `${pages.zfpzList.path}?size=20` })
  const pager = page.getByRole('navigation', { name: '翻页' })
  const first = page.getByRole('row').nth(1)
  await expect(pager.getByRole('button', { name: '第 2 页' })).toBeVisible()
  const text = await first.innerText()
  await page.context().setOffline(true)
  await expect(page.getByText('网络已断开，当前显示的是断开前的内容')).toBeVisible()
  await pager.getByRole('button', { name: '第 2 页' }).click()
  await expect(page.getByText('网络已断开，以下仍是之前的结果')).toBeVisible()
  await expect(pager.locator('[aria-current=page]')).toHaveText('1')
  expect(await first.innerText()).toBe(text)
  await page.context().setOffline(false)
  await expect(page.getByText('网络已断开')).toHaveCount(0)
  await expect(pager.locator('[aria-current=page]')).toHaveText('2')
  await expect(first).not.toHaveText(text)
})

test('messages that cannot be refreshed show the time of the last response', async ({ browser }) => {
  const page = await signIn(browser, 'platform')
  await page.getByRole('button', { name: '沙箱消息' }).click()
  const drawer = page.getByRole('dialog', { name: '沙箱消息' })
  await expect(drawer.getByText('演示沙箱')).toBeVisible()
  await page.route('**/api/demo/outbox', (route) => route.abort())
  await expect(drawer.getByText(/未能更新，以下是 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 的数据/)).toBeVisible()
  await expect(page.locator('.k-toast')).toHaveCount(0)
  await page.unroute('**/api/demo/outbox')
  await expect(drawer.getByText('未能更新')).toHaveCount(0)
})
