import { ask, batchAt, enter, headings, linesFor, payees, rowOf, sheetOf } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'
import { withHiddenRow } from '#/server/lib/spreadsheet/workbook-testing.ts'

// Excel lists as users prepare them: filtered, or pasted in parts.

test('the import asks for confirmation before it imports rows that a filter hides', async ({ browser }) => {
  const batch = await batchAt('draft', [])
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const list = await sheetOf(
    payees.slice(0, 3).map((person, at) => rowOf(at + 1, person, '61.00')),
    { name: '筛选过的名单.xlsx' },
  )
  const file = { ...list, buffer: await withHiddenRow(list.buffer, 3) }
  const fileInput = page.locator('input[type=file]').first()
  await fileInput.setInputFiles(file)
  const hiddenRowsDialog = page.getByRole('dialog', { name: '文件中有隐藏的行' })
  await expect(hiddenRowsDialog).toContainText('有 1 行被筛选或隐藏（第 3 行）')
  await hiddenRowsDialog.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('第 3 行').first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: payees[1]?.name ?? '' })).toHaveCount(0)
  await fileInput.setInputFiles(file)
  await hiddenRowsDialog.getByRole('button', { name: '连同隐藏行一起导入' }).click()
  await expect(page.getByRole('gridcell', { name: payees[1]?.name ?? '' })).toBeVisible()
})

test('a paste larger than the grid fills it and reports the omitted rows and columns', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  const cell = (text: string) => grid.getByRole('gridcell', { name: text, exact: true })
  const pasteRows = async (rows: readonly string[]) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows.join('\n'))})`)
    await page.keyboard.press('Control+v')
  }
  await cell('66.00').first().click()
  await pasteRows(['70', '71', '72', '73', '74'])
  await expect(page.locator('.k-toast').filter({ hasText: '有 2 行未粘贴' })).toBeVisible()
  await expect(cell('72')).toBeVisible()
  await cell('72').click()
  await pasteRows([['81', ...Array.from({ length: 12 }, () => '服务')].join('\t')])
  await expect(page.locator('.k-toast').filter({ hasText: /有 \d+ 列未粘贴/ })).toBeVisible()
  await expect(cell('81')).toBeVisible()
})

test('rows pasted into a cell being edited fill several cells', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 2), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const cell = (text: string) => page.getByRole('grid').getByRole('gridcell', { name: text, exact: true })
  await cell('66.00').first().dblclick()
  await expect(page.getByRole('grid').getByRole('textbox')).toHaveValue('66.00')
  await page.evaluate(`navigator.clipboard.writeText('90\\n91\\n92')`)
  await page.keyboard.press('Control+v')
  await expect(cell('90')).toBeVisible()
  await expect(cell('91')).toBeVisible()
  await expect(page.locator('.k-toast').filter({ hasText: '有 1 行未粘贴' })).toBeVisible()
})

/** Publishes an order for work on a platform that the unit itself runs. */
async function orderOnOwnPlatform(sourcePlatform: string): Promise<number> {
  const contracts = await ask<{ id: number; from: string; to: string; categories: string[] }[]>('maker', 'orders.contracts', {})
  const contract = contracts.find(({ categories }) => categories.length > 0)
  if (!contract) throw new Error('unit 1 has no contract')
  const { id, version } = await ask<{ id: number; version: number }>('maker', 'orders.create', {
    contractId: contract.id,
    kind: 'framework',
    title: '自有平台直播',
    category: contract.categories[0] ?? '',
    description: '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算，以验收单为依据。',
    criteria: '单位书面确认',
    budget: '5000',
    from: contract.to,
    to: contract.to,
    province: '',
    place: '',
    wanted: 0,
    sourcePlatform,
  })
  await ask('maker', 'orders.move', { id, version, move: 'publish' })
  return id
}

test('imported lines keep each payee’s account on the source platform of the order', async ({ browser }) => {
  const orderId = await orderOnOwnPlatform('星光直播')
  const { id } = await ask<{ id: number }>('maker', 'payments.create', { orderId })
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${id}`)
  await expect(page.getByRole('columnheader', { name: '来源平台昵称' })).toBeVisible()
  const [person] = payees
  if (!person) throw new Error('there are no payees')
  const list = await sheetOf([[...rowOf(1, person, '61.00'), '小李老师', 'U-1024']], { headings: [...headings, '来源平台昵称', '来源平台用户编号'] })
  await page.locator('input[type=file]').first().setInputFiles(list)
  await expect(page.getByRole('gridcell', { name: '小李老师' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'U-1024' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('gridcell', { name: 'U-1024' })).toBeVisible()
})
