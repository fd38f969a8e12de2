import { batchAt, enter, linesFor, payees } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'

// The grid of lines as people type and paste into it.

test('composing Chinese on a chosen cell loses no letter and doubles none', async ({ browser }) => {
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

test('typing on a chosen cell replaces its text, and a sign that makes it no amount stays', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  const cells = grid.getByRole('gridcell', { name: /66/ })
  await cells.first().click()
  await page.keyboard.type('-5')
  await page.keyboard.press('Enter')
  // A sign that makes it no amount to pay stays, and is refused.
  await expect(grid.getByRole('gridcell', { name: '-5', exact: true })).toBeVisible()
})
