import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { demoPassword } from '#/db/demo/accounts.ts'
import { base, keepPicture, signIn } from '#/e2e/people.ts'

test('a wrong password stays on the sign-in page, and the message ends in 0000', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/用户名|User name/).fill('maker')
  await page.getByLabel(/^(密码|Password)$/).fill('Wrong#2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/0000/)).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('without a token every page leads to sign-in and back', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  await page.goto('/imprest/yufukuan')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('用户名').fill('unit2')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/imprest\/yufukuan/)
  await expect(page.getByText('青禾文化传播有限公司').first()).toBeVisible()
})

test('an account under review gets no session', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/用户名|User name/).fill('pending')
  await page.getByLabel(/^(密码|Password)$/).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate("localStorage.getItem('token')")).toBeNull()
})

const looks = [
  { who: 'maker', paths: ['dashboard', 'zfPtList', 'zfpzList', 'yufukuan', 'message'] },
  { who: 'centre', paths: ['dashboard', 'zfPtListpt', 'yufukuan', 'datacheck'] },
] as const

for (const { who, paths } of looks) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${who} finds nothing blank and axe nothing serious, ${scheme}`, async ({ browser }) => {
      const page = await signIn(browser, who, { mode: 2 })
      await page.emulateMedia({ colorScheme: scheme })
      for (const key of paths) {
        await page.goto(pages[key].path)
        await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
        const serious = found.violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
        expect(serious.map((each) => `${key}: ${each.id} ${each.nodes[0]?.target}`)).toEqual([])
      }
      if (scheme === 'light') await keepPicture(page, `page-${who}`)
    })
  }
}

test('approvers can work on a phone', async ({ browser }) => {
  const page = await signIn(browser, 'checker', { width: 390, height: 844 })
  await page.goto('/zf/zfPtList')
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()).toBeVisible()
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow).toBeLessThanOrEqual(1)
  await keepPicture(page, 'phone-list')
})
