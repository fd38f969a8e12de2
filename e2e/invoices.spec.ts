import { ask, dialog, enter, shown } from '#/e2e/desk.ts'
import { keepPicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { resultsFile, zipOf } from '#/server/taxation/invoices/testing.ts'

interface Application {
  readonly id: number
  readonly no: string
  readonly appliedAt: string
  readonly invoices: readonly { readonly price: number; readonly tax: number; readonly amount: number }[]
}

const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const numbers = ['26352000000900000001', '26352000000900000002'] as const

test('a unit applies for two invoices; one file is missing and is brought by hand; a part is taken back (ST-09)', async ({ browser }) => {
  const payer = await enter(browser, 'payer')
  await payer.goto('/fp/fpListDz')
  await expect(payer.getByRole('region', { name: '可开票额度' })).toBeVisible()
  await keepPicture(payer, 'invoices-01-quota')
  await payer.getByRole('button', { name: '申请开票' }).click()
  const form = dialog(payer)
  await form.getByText('按金额（先付先开）').click()
  await form.getByRole('textbox', { name: '开票金额' }).fill('150000.00')
  await form.getByRole('combobox', { name: '类目' }).click()
  await payer.locator('.ant-select-item-option').first().click()
  await form.getByRole('button', { name: '预览票面' }).click()
  await expect(form.getByText('共 2 张，单张不超过 ¥100,000.00')).toBeVisible()
  await keepPicture(payer, 'invoices-02-preview')
  await form.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog(payer)).toHaveCount(0)

  const { rows } = await ask<{ rows: Application[] }>('finance', 'invoices.list', { states: ['pending'] })
  const first = rows[0] ?? { id: 0, no: '' }
  const finance = await enter(browser, 'finance')
  await finance.goto(`/fp/fpListDz?open=${first.id}`)
  await finance.getByRole('button', { name: '通过', exact: true }).click()
  await dialog(finance).getByRole('button', { name: '通过', exact: true }).click()
  await expect(shown(finance, '待开票').first()).toBeVisible()

  const asked = await ask<Application>('finance', 'invoices.get', { invoicingId: first.id })
  const results = asked.invoices.map((each, at) => ({
    no: first.no,
    number: numbers[at] ?? '',
    day: asked.appliedAt.slice(0, 10),
    price: each.price,
    tax: each.tax,
    total: each.amount,
  }))
  const file = await resultsFile(results)
  const archive = await zipOf({ [`${numbers[0]}.pdf`]: pdfPage('first') })
  await finance.goto('/fp/fpListDz')
  await finance.getByRole('button', { name: '导入开票结果' }).click()
  const brings = dialog(finance)
  await brings
    .locator('input[type=file]')
    .nth(0)
    .setInputFiles({ name: file.filename, mimeType: file.mediaType, buffer: Buffer.from(file.bytes) })
  await brings
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: archive.filename, mimeType: archive.mediaType, buffer: Buffer.from(archive.bytes) })
  await brings.getByRole('button', { name: '导入开票结果' }).click()
  await expect(shown(finance, '压缩包中没有以该号码命名的 PDF/OFD/XML')).toBeVisible({ timeout: 30_000 })
  await keepPicture(finance, 'invoices-03-mismatch')

  await finance.goto(`/fp/fpListDz?open=${first.id}`)
  await finance.getByRole('button', { name: '登记开票' }).click()
  const hand = dialog(finance)
  await hand.getByRole('textbox', { name: '发票号码' }).fill(numbers[1])
  await hand.locator('input[type=file]').setInputFiles(paper('发票.pdf'))
  await hand.getByRole('button', { name: '登记开票' }).click()
  await expect(dialog(finance)).toHaveCount(1)
  await expect(shown(finance, '已开票').first()).toBeVisible()

  await finance.getByRole('button', { name: '红冲', exact: true }).first().click()
  const red = dialog(finance)
  await red.getByText('销售折让').click()
  await red.getByRole('textbox', { name: '价税合计' }).fill('1000.00')
  await red.getByRole('button', { name: '红冲', exact: true }).click()
  await expect(shown(finance, '10 申请中').first()).toBeVisible()
  await keepPicture(finance, 'invoices-04-red')
})
