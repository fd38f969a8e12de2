import { expect, test } from '@playwright/test'
import { signIn } from '#/e2e/people.ts'

test('the calendar tells what is due day by day, and leads to the business', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 1 })
  await page.goto('/user/userYzList')
  await page.getByText('申报日历').click()
  await expect(page.getByText('已逾期').first()).toBeVisible()
  const first = page.locator('.g-duty').first()
  await first.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
})
