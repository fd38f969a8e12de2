import { ask, dialog, enter } from '#/e2e/desk.ts'
import { keepPicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Period {
  readonly id: number
  readonly month: string
  readonly state: string
  readonly leftByTax: Readonly<Record<'vat' | 'surcharge' | 'iit', number>>
}

const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const yuan = (fen: number) => (fen / 100).toFixed(2)

test('a declared month is paid tax by tax to zero (ST-10)', async ({ browser }) => {
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { states: ['declared'] })
  const id = rows[0]?.id ?? 0
  const { leftByTax } = await ask<Period>('finance', 'periods.get', { declarationId: id })
  const page = await enter(browser, 'finance')
  await page.goto(`/tax/taxListWtdz?open=${id}`)
  await expect(page.getByRole('tab', { name: '预检' })).toBeVisible()
  await keepPicture(page, 'tax-periods-01-declared')
  await page.getByRole('tab', { name: '人员明细' }).click()
  await expect(page.getByRole('columnheader', { name: '累计收入' }).first()).toBeVisible()
  await keepPicture(page, 'tax-periods-02-lines')
  const names = { vat: '增值税', surcharge: '附加税费', iit: '个人所得税' } as const
  for (const kind of ['vat', 'surcharge', 'iit'] as const) {
    if (leftByTax[kind] === 0) continue
    await page.getByRole('button', { name: '登记缴款' }).click()
    const pay = dialog(page)
    await pay.getByRole('radio', { name: names[kind] }).check()
    await pay.getByRole('textbox', { name: /金额/ }).fill(yuan(leftByTax[kind]))
    await pay.getByRole('textbox', { name: '缴款书号' }).fill(`JKS-${kind}`)
    await pay.locator('input[type=file]').setInputFiles(paper('缴款书.pdf'))
    if (kind === 'iit') await keepPicture(page, 'tax-periods-03-pay')
    await pay.getByRole('button', { name: '登记缴款' }).click()
    await expect(page.getByRole('textbox', { name: '缴款书号' })).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: '上传完税凭证' })).toBeEnabled()
})
