import { test } from '@playwright/test'
import { signIn } from '#/e2e/people.ts'
test('look', async ({ browser }) => {
  test.setTimeout(240_000)
  const shots: [string, string, object, string][] = [
    ['finance', '/caiwu/paymentSummary?period=2026', { }, 'zh-paymentSummary'],
    ['platform', '/caiwu/incomeSummary?period=2026-10', { }, 'zh-incomeSummary'],
    ['finance', '/caiwu/paymentDetail?period=2026', { }, 'zh-paymentDetail'],
    ['finance', '/caiwu/incomeTax?period=2026', { }, 'zh-incomeTax'],
    ['finance', '/caiwu/vatCumulative?period=2026', { width: 390, height: 844 }, 'phone-vat'],
    ['unit1', '/caiwu/incomeDetail?period=2026', { width: 390, height: 844 }, 'phone-incomeDetail'],
    ['finance', '/caiwu/incomeTaxSummary?period=2026', {}, 'es-incomeTaxSummary'],
  ]
  for (const [who, path, look, name] of shots) {
    const page = await signIn(browser, who, look as never)
    if (name.startsWith('phone')) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.context().addCookies([{ name: 'language', value: 'en', domain: '127.0.0.1', path: '/' }])
      await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    }
    if (name.startsWith('es')) await page.context().addCookies([{ name: 'language', value: 'es', domain: '127.0.0.1', path: '/' }])
    await page.goto(path)
    await page.waitForTimeout(2500)
    if (name === 'zh-paymentSummary') {
      await page.getByRole('button', { name: '与总账核对' }).click()
      await page.waitForTimeout(1500)
    }
    await page.screenshot({ path: `/tmp/shots-reports/${name}.png` })
    if (name === 'zh-paymentDetail') {
      await page.emulateMedia({ media: 'print' })
      await page.screenshot({ path: `/tmp/shots-reports/${name}-print.png` })
    }
    await page.close()
  }
})
