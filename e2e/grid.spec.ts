import { batchAt, dialog, enter, getBatch, linesFor, payees } from '#/e2e/desk.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

// Typing and pasting in the grid of lines.

test('composing Chinese in a selected cell neither loses nor repeats letters', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 2), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell', { name: payees[0]?.name ?? '' }).click()
  const cdp = await page.context().newCDPSession(page)
  for (const text of ['z', 'zh', 'zha', 'zhan', 'zhang'])
    await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await cdp.send('Input.insertText', { text: '张' })
  const editor = grid.getByRole('textbox')
  await expect(editor).toHaveValue('张')
  await page.keyboard.insertText('三丰')
  await expect(editor).toHaveValue('张三丰')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('gridcell', { name: '张三丰' })).toBeVisible()
})

test('typing in a selected cell replaces its text, and an invalid amount stays visible', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  const cells = grid.getByRole('gridcell', { name: /66/ })
  await cells.first().click()
  await page.keyboard.type('-5')
  await page.keyboard.press('Enter')
  // The minus sign stays visible in the cell. The check of the line refuses the amount.
  await expect(grid.getByRole('gridcell', { name: '-5', exact: true })).toBeVisible()
})

test('amount, tax, net and the filter by issue are visible at 1440 px', async ({ browser }) => {
  const [first, ...others] = linesFor(payees.slice(0, 4), '66.00')
  const batch = await batchAt('draft', [{ ...first, idNumber: '123' }, ...others])
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell', { name: others[0]?.name ?? '' })).toBeVisible()
  const box = await grid.boundingBox()
  for (const name of ['金额(元)', '税费', '实发金额']) {
    const head = await grid.getByRole('columnheader', { name, exact: true }).boundingBox()
    expect((head?.x ?? 0) + (head?.width ?? 0), name).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1)
  }
  // The grid starts in the upper half of the window.
  expect(box?.y).toBeLessThan(450)
  await expect(page.getByLabel('问题类型').getByRole('option', { name: 'E102 证件号码有误 (1)' })).toBeAttached()
})

test('the maker adds payees from two roster pages by keyboard, but none already in the batch', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 1), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: '从名册选择' }).click()
  const rows = dialog(page).locator('tbody tr')
  await expect(rows).toHaveCount(20)
  const bank = await dialog(page).getByRole('columnheader', { name: '收款银行' }).boundingBox()
  const box = await dialog(page).boundingBox()
  expect((bank?.x ?? 0) + (bank?.width ?? 9999)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  await rows.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await dialog(page).getByRole('button', { name: '下一页' }).click()
  await expect(rows.first().getByRole('checkbox')).not.toBeChecked()
  await rows.first().getByRole('checkbox').check()
  const search = dialog(page).getByLabel('姓名、完整证件号或手机号')
  await search.fill(payees[0]?.idNumber ?? '')
  await search.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('已在批次中')).toBeVisible()
  await expect(rows.getByRole('checkbox')).toBeDisabled()
  await dialog(page).getByLabel('每人金额（选填）').fill('88')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'the roster on a phone')
  await dialog(page).getByRole('button', { name: '加入 3 人' }).click()
  await expect.poll(async () => (await getBatch(batch.id)).lineCount).toBe(4)
})
