import { batchAt, enter, linesFor, payees } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'

// Typing and pasting in the grid of lines.

test('composing Chinese in a selected cell neither loses nor doubles letters', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 2), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell', { name: payees[0]?.name ?? '' }).click()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['z', 'zh', 'zha', 'zhan', 'zhang'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await keyboard.send('Input.insertText', { text: '张' })
  const editor = grid.getByRole('textbox')
  await expect(editor).toHaveValue('张')
  await page.keyboard.insertText('三丰')
  await expect(editor).toHaveValue('张三丰')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('gridcell', { name: '张三丰' })).toBeVisible()
})

test('typing in a selected cell replaces its text, and an invalid sign is kept', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  const cells = grid.getByRole('gridcell', { name: /66/ })
  await cells.first().click()
  await page.keyboard.type('-5')
  await page.keyboard.press('Enter')
  // An invalid sign stays in the cell and the amount is refused.
  await expect(grid.getByRole('gridcell', { name: '-5', exact: true })).toBeVisible()
})
