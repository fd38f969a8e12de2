import { ask, dialog } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { resultsFile, zipOf } from '#/server/taxation/invoices/testing.ts'

interface Row {
  readonly id: number
  readonly no: string
  readonly price: number
  readonly tax: number
  readonly amount: number
}

const pagePath = '/fp/fpListGth'

test('an operator downloads an invoice that the centre generated, approved and issued', async ({ browser }) => {
  const finance = await signIn(browser, 'finance', { mode: 1, at: pagePath })
  await finance.getByRole('button', { name: '生成发票' }).click()
  await finance.getByRole('combobox', { name: '单位' }).click()
  await finance.getByText(/^星河互娱科技有限公司 · 默认运营中心/).click()
  await expect(dialog(finance).getByText('未授权开票，请先登记授权').first()).toBeVisible()
  for (const category of ['个体户类目', '服务费类目']) {
    await dialog(finance).getByRole('combobox', { name: category }).click()
    await finance.getByRole('listbox').getByRole('option').filter({ visible: true }).first().click()
  }
  await dialog(finance).getByRole('button', { name: '生成发票' }).click()
  await expect(finance.getByText(/^已生成 \d+ 张/)).toBeVisible()

  const director = await signIn(browser, 'centre', { mode: 1, at: `${pagePath}?states=pending&keyword=孙秀兰` })
  await expect(director.getByRole('row', { name: /朝阳区孙秀兰直播工作室/ }).first()).toBeVisible()
  await director.getByRole('checkbox').first().check()
  await director.getByRole('button', { name: '批量通过' }).click()
  await dialog(director).getByRole('button', { name: '批量通过' }).click()
  await expect(director.getByText(/^已通过 \d+ 单$/)).toBeVisible()

  const { rows } = await ask<{ rows: Row[] }>('finance', 'businessinvoices.list', { states: ['todo'], keyword: '孙秀兰' }, { mode: 1 })
  const row = rows[0]
  if (!row) throw new Error('nothing of the operator waits to be issued')
  const number = '26440000000007000001'
  const result = {
    no: row.no,
    number,
    day: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    price: row.price,
    tax: row.tax,
    total: row.amount,
    rate: '1%',
  }
  await finance.getByRole('button', { name: '导入开票结果' }).click()
  const [sheet, archive] = [await resultsFile([result]), await zipOf({ [`${number}.pdf`]: pdfPage(number) })]
  for (const [index, file] of [sheet, archive].entries()) {
    await dialog(finance)
      .locator('input[type=file]')
      .nth(index)
      .setInputFiles({ name: file.filename, mimeType: file.mediaType, buffer: Buffer.from(file.bytes) })
  }
  await dialog(finance).getByRole('button', { name: '导入开票结果' }).click()
  await expect(dialog(finance).getByText('开票结果.xlsx：1 行，已开票 1 行，未匹配 0 条')).toBeVisible()

  const operator = await signIn(browser, 'operator', { at: `${pagePath}?open=${row.id}` })
  await expect(operator.getByRole('tabpanel', { name: '发票' }).getByRole('cell', { name: number })).toBeVisible()
  const downloadPromise = operator.waitForEvent('download')
  await operator.getByRole('button', { name: '打包下载' }).click()
  expect((await downloadPromise).suggestedFilename()).toBe(`${row.no}.zip`)
})
