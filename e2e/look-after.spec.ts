import { mkdirSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { ask } from '#/e2e/desk.ts'
import { base, tokenFor } from '#/e2e/people.ts'
import { test } from '#/e2e/test.ts'

const dir = '/tmp/shots-after'
mkdirSync(dir, { recursive: true })
const pass = process.env.LOOK ?? 'zh'

async function open(browser: Browser, who: string) {
  const isPhone = pass === 'en'
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: isPhone ? 'dark' : 'light',
    storageState: {
      cookies: [{ name: 'language', value: pass, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
      origins: [{ origin: base, localStorage: [{ name: 'token', value: await tokenFor(who) }, { name: 'nstype', value: '2' }, { name: 'yycenterid', value: '2' }, { name: 'setting.theme', value: isPhone ? 'dark' : 'light' }, { name: 'theme', value: isPhone ? 'dark' : 'light' }] }],
    },
  })
  return context.newPage()
}

test('look', async ({ browser }) => {
  test.setTimeout(400_000)
  const batches = await ask<{ rows: { id: number; no: string; state: string; unitName: string; isHalted?: boolean }[] }>('finance', 'payments.list', { states: ['auditing'], size: 50 })
  const halted = batches.rows.find((row) => row.unitName.startsWith('极鹿'))?.id ?? 0
  const paid = await ask<{ rows: { id: number }[] }>('payer', 'payments.list', { states: ['paid', 'closed'], size: 5 })
  const batch = paid.rows[0]?.id ?? 0
  const list: [string, string, string][] = [
    ['payer', 'yf-topups', '/imprest/yufukuan'],
    ['payer', 'yf-refunds', '/imprest/yufukuan?pane=refunds'],
    ['payer', 'yf-statements', '/imprest/yufukuan?pane=statements'],
    ['payer', 'yf-history', '/imprest/yufukuan?pane=history'],
    ['finance', 'yf-refunds-c', '/imprest/yufukuan?pane=refunds'],
    ['finance', 'yf-statements-c', '/imprest/yufukuan?pane=statements'],
    ['finance', 'yf-adjust', '/imprest/yufukuan?pane=adjustments'],
    ['finance', 'yf-credits', '/imprest/yufukuan?pane=credits'],
    ['finance', 'yf-topups-c', '/imprest/yufukuan'],
    ['finance', 'zfdz', '/zf/zfdzList'],
    ['maker', 'sk-unit', '/zf/zfSkList'],
    ['operator', 'sk-own', '/zf/zfSkYzList'],
    ['operator', 'sk-op', '/zf/zfSkList'],
    ['partner', 'bj', '/hzhb_yw/hzhbBjbusiness'],
    ['partner', 'br', '/hzhb_yw/hzhbBrders'],
    ['finance', 'pz', '/zf/zfpzList'],
    ['payer', 'trail', `/zf/moneyTrail?from=batch:${batch}`],
    ['payer', 'proof', `/zf/batch/${batch}?pane=proof`],
    ['finance', 'halted', `/zf/batch/${halted}`],
    ['operator', 'dash-op', '/dashboard'],
    ['unit1', 'dash-unit', '/dashboard'],
    ['finance', 'dash-fin', '/dashboard'],
  ]
  for (const who of [...new Set(list.map(([name]) => name))]) {
    const page = await open(browser, who)
    for (const [, name, at] of list.filter(([name]) => name === who)) {
      await page.goto(at)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${dir}/${pass}-${name}.png`, animations: 'disabled' })
    }
    await page.context().close()
  }
})
