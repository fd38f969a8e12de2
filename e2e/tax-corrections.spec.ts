import { ask, batchAt, dialog, enter, known, linesFor, payByCall, shown, untilState, yes } from '#/e2e/desk.ts'
import { keepPicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Period {
  readonly id: number
  readonly month: string
  readonly state: string
  readonly version: number
  readonly toCorrect: number
  readonly accrued: Readonly<Record<'vat' | 'surcharge' | 'iit', number>>
  readonly leftByTax: Readonly<Record<'vat' | 'surcharge' | 'iit', number>>
}

const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const yuan = (fen: number) => (fen / 100).toFixed(2)
const names = { vat: '增值税', surcharge: '附加税费', iit: '个人所得税' } as const
const kinds = ['vat', 'surcharge', 'iit'] as const
const dayMinutes = 24 * 60

test('a payment that returns after its month was paid is corrected, and the overpaid tax is refunded', async ({ browser }) => {
  test.setTimeout(300_000)
  const get = (declarationId: number) => ask<Period>('finance', 'periods.get', { declarationId })
  const target = async (id: number) => ({ declarationId: id, version: (await get(id)).version })
  const { now } = await ask<{ now: string }>('finance', 'demo.accounts', {})
  const last = new Date(`${now.slice(0, 7)}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1)
  const minutes = Math.round((last.getTime() - Date.parse(now)) / 60_000) - dayMinutes
  if (minutes > 0) await ask('finance', 'demo.advance', { minutes })
  const batch = await batchAt('payable', linesFor([known('bounces')], '20000.00'))
  await payByCall(batch)
  await untilState(batch.id, /paid|closed/)
  await ask('finance', 'demo.advance', { minutes: dayMinutes })
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { states: ['open'], size: 200 })
  const open = rows.find(({ month }) => month === now.slice(0, 7))
  if (!open) throw new Error('the month is open')
  await ask('finance', 'periods.close', { ...(await target(open.id)), reason: '已逐项核实' })
  await expect.poll(async () => (await get(open.id)).state, { timeout: 30_000 }).toBe('closed')
  await ask('centre', 'periods.confirm', await target(open.id))
  const page = await enter(browser, 'finance')
  await page.goto(`/tax/taxListWtdz?open=${open.id}`)
  const declare = async (no: string) => {
    const { accrued } = await get(open.id)
    await page.getByRole('button', { name: '登记申报' }).click()
    const form = dialog(page)
    await form.getByRole('textbox', { name: '回执号' }).fill(no)
    for (const kind of kinds) await form.getByRole('textbox', { name: names[kind] }).fill(yuan(accrued[kind]))
    await form.locator('input[type=file]').setInputFiles(paper('回执.pdf'))
    await form.getByRole('button', { name: '登记申报' }).click()
    await expect(page.getByRole('textbox', { name: '回执号' })).toHaveCount(0)
  }
  await declare('HZ-0001')
  const { leftByTax } = await get(open.id)
  for (const kind of kinds) {
    if (leftByTax[kind] === 0) continue
    await page.getByRole('button', { name: '登记缴款' }).click()
    const pay = dialog(page)
    await pay.getByRole('radio', { name: names[kind] }).check()
    await pay.getByRole('textbox', { name: /金额/ }).fill(yuan(leftByTax[kind]))
    await pay.getByRole('textbox', { name: '缴款书号' }).fill(`JKS-C-${kind}`)
    await pay.locator('input[type=file]').setInputFiles(paper('缴款书.pdf'))
    await pay.getByRole('button', { name: '登记缴款' }).click()
    await expect(page.getByRole('textbox', { name: '缴款书号' })).toHaveCount(0)
  }
  await expect.poll(async () => (await get(open.id)).state).toBe('paid')
  await ask('finance', 'demo.advance', { minutes: 2 * dayMinutes })
  await expect.poll(async () => (await get(open.id)).toCorrect, { timeout: 60_000 }).toBe(1)
  await page.reload()
  await expect(shown(page, '申报后有 1 笔付款退汇，须办理更正申报')).toBeVisible()
  await page.getByRole('tab', { name: '更正', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: /个人所得税 · 更正后/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: known('bounces').name }).first()).toContainText('20,000.00')
  await keepPicture(page, 'tax-corrections-01-preview')
  await page.getByRole('button', { name: '更正申报' }).click()
  await dialog(page).getByRole('textbox').fill('申报后退汇')
  await dialog(page).getByRole('button', { name: '更正申报' }).click()
  await expect(page.getByRole('button', { name: '登记申报' })).toBeEnabled({ timeout: 30_000 })
  await page.getByRole('button', { name: '取消更正' }).click()
  await yes(page).click()
  await expect(shown(page, /不能取消，请登记更正申报/)).toBeVisible()
  await declare('HZ-0002')
  await expect.poll(async () => (await get(open.id)).state).toBe('paid')
  await page.goto('/tax/taxListWtdz?tab=credits')
  const row = page.getByRole('row').filter({ hasText: 'DK' }).first()
  await expect(row).toContainText('待处理')
  await row.getByRole('button', { name: /查看/ }).click()
  await expect(shown(page, '更正形成')).toBeVisible()
  await keepPicture(page, 'tax-corrections-02-credit')
  await page.getByRole('button', { name: '登记退税' }).click()
  await dialog(page).getByRole('textbox', { name: '凭证号' }).fill('TK-0001')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(paper('退库凭证.pdf'))
  await dialog(page).getByRole('button', { name: '登记退税' }).click()
  await expect(shown(page, '已退税')).toBeVisible()
  await keepPicture(page, 'tax-corrections-03-refunded')
})
