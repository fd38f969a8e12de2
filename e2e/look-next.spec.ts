import { signIn } from '#/e2e/people.ts'
import { test } from '#/e2e/test.ts'

const shots = '/tmp/shots-next'
const looks: [string, string, string][] = [
  ['finance', '/imprest/yufukuan?pane=refunds', 'refunds'],
  ['finance', '/imprest/yufukuan?pane=adjustments', 'adjustments'],
  ['finance', '/imprest/yufukuan?pane=statements', 'statements'],
  ['finance', '/imprest/yufukuan?pane=credits', 'credits'],
  ['finance', '/imprest/yufukuan?pane=accounts', 'accounts'],
  ['payer', '/imprest/yufukuan', 'unit-yfk'],
  ['payer', '/imprest/yufukuan?pane=refunds', 'unit-refunds'],
  ['finance', '/zf/zfdzList', 'recon'],
  ['finance', '/zf/zfdzList?pane=items', 'recon-items'],
  ['maker', '/zf/zfSkList', 'sk'],
  ['operator', '/zf/zfSkYzList', 'skyz'],
  ['operator', '/zf/zfSkYzList?pane=claims', 'skyz-claims'],
  ['finance', '/zf/zfpzList', 'vouchers'],
  ['maker', '/zf/batch/1', 'batch'],
  ['finance', '/zf/moneyTrail?from=batch:1', 'trail'],
]
test('looks', async ({ browser }) => {
  test.setTimeout(600_000)
  for (const [who, at, name] of looks) {
    const page = await signIn(browser, who, { at, mode: 2 })
    await page.waitForTimeout(1800)
    await page.screenshot({ path: `${shots}/${name}.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${shots}/${name}-p.png` })
    await page.context().close()
  }
})
