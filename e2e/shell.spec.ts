import { demoPassword } from '#/demo/accounts.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

test('a wrong password stays on the sign-in page with a message that ends in 0000', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/用户名|User name/).fill('maker')
  await page.getByLabel(/^(密码|Password)$/).fill('Wrong#2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/0000/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('without a token a page leads to sign-in, and sign-in leads back to the page', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  await page.goto('/imprest/yufukuan')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('用户名').fill('unit2')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/imprest\/yufukuan/)
  await expect(page.getByText('青禾文化传播有限公司').first()).toBeVisible()
})

test('an account under review cannot start a session', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/用户名|User name/).fill('pending')
  await page.getByLabel(/^(密码|Password)$/).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
})

test('the batch list fits on a checker’s phone', async ({ browser }) => {
  const page = await signIn(browser, 'checker', { width: 390, height: 844, at: '/zf/zfPtList' })
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()).toBeVisible()
  await expectFits(page, 'the list')
  await savePicture(page, 'phone-list')
})
