import type { Locator, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { ask, batchAt, dialog, enter, getBatch, linesFor, payees } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { sharp } from '#/server/lib/sharp.ts'

interface Answer<T> {
  readonly code: number
  readonly data: T
}

type Rows = readonly { readonly id: number }[]

/** Changes all further responses of this operation with `change`. */
async function changeAnswers<T>(page: Page, operation: string, change: (data: T) => T): Promise<void> {
  const url = `**/api/${operation.replace('.', '/')}`
  await page.unroute(url)
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer<T>
    await route.fulfill({ response, json: answer.code === 1 ? { ...answer, data: change(answer.data) } : answer })
  })
}

/** Triggers refetches, as returning to the tab does, until `value` returns the expected value. */
async function refetchUntil<V>(page: Page, value: () => Promise<V>, expected: V): Promise<void> {
  const refetchValue = async () => {
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    return value()
  }
  await expect.poll(refetchValue).toEqual(expected)
}

const keysOf = (list: Locator) => () => list.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key')))

/** Reverses the rows of the list, removes them, and then narrows the window. Checks `isThere` after each step. */
async function reloadList(page: Page, operation: string, list: Locator, isThere: () => Promise<void>): Promise<void> {
  const keys = await keysOf(list)()
  expect(keys.length, 'rows to reorder').toBeGreaterThan(1)
  const rowsOf = (change: (rows: Rows) => Rows) =>
    changeAnswers<Rows | { readonly rows: Rows }>(page, operation, (data) => ('rows' in data ? { ...data, rows: change(data.rows), count: 0 } : change(data)))
  await rowsOf((rows) => [...rows].reverse())
  await refetchUntil(page, keysOf(list), keys.toReversed())
  await isThere()
  await rowsOf(() => [])
  await refetchUntil(page, keysOf(list), [])
  await isThere()
  await page.setViewportSize({ width: 390, height: 844 })
  await isThere()
}

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).filter({ visible: true })

test('a preview stays open while the documents below it are reordered and removed', async ({ browser }) => {
  const picture = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const batch = await batchAt('draft', linesFor(payees.slice(0, 2), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}?pane=papers`)
  for (const name of ['甲.png', '乙.png']) {
    await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'image/png', buffer: picture })
    await expect(page.getByRole('row', { name })).toBeVisible()
  }
  const section = page.getByRole('region', { name: '业务材料' })
  await page.getByRole('row', { name: '甲.png' }).getByRole('button', { name: '预览' }).click()
  const image = dialog(page).getByRole('img', { name: '甲.png' })
  await expect(image).toBeVisible()
  await dialog(page).getByRole('button', { name: '旋转' }).click()
  await reloadList(page, 'payments.evidence', section, () => expect(image).toHaveCSS('transform', 'matrix(0, 1, -1, 0, 0, 0)'))
  await page.keyboard.press('Escape')
  await expect(image).toBeHidden()
})

test('the menu of a row stays open and usable after the row has left the list', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 2, at: pages.userYzPtList.path })
  await page
    .getByRole('button', { name: /的更多操作/ })
    .first()
    .click()
  const freezeItem = page.getByRole('menuitem', { name: '冻结', exact: true })
  await expect(freezeItem).toBeVisible()
  await reloadList(page, 'operators.list', list(page, '平台经营者'), () => expect(freezeItem).toBeVisible())
  await freezeItem.click()
  await expect(dialog(page).getByRole('textbox', { name: '原因' })).toBeVisible()
})

test('the drawer of a row stays open after the row has left the list', async ({ browser }) => {
  const page = await enter(browser, 'finance')
  await page.goto(pages.ttList.path)
  await page.getByRole('row').nth(1).click()
  const historyHeading = page.locator('.k-drawer').getByRole('heading', { name: '版本记录' })
  await expect(historyHeading).toBeVisible()
  await reloadList(page, 'titles.list', list(page, '发票抬头'), () => expect(historyHeading).toBeVisible())
})

test('a cell being edited keeps its row and text while lines are reordered and removed', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell', { name: payees[0]?.name ?? '' }).dblclick()
  const editor = grid.getByRole('textbox')
  await editor.fill('李新名')
  const readOrder = async () => {
    const rows = await grid.getByRole('row').allTextContents()
    return [payees[2], payees[1]].map((payee) => rows.findIndex((row) => row.includes(payee?.name ?? '')))
  }
  const expectOpen = async () => {
    await expect(editor).toHaveValue('李新名')
    await expect(editor).toBeFocused()
    await expect(grid.getByRole('row').filter({ has: page.getByRole('textbox') })).toContainText(payees[0]?.cardNo.slice(-4) ?? '')
  }
  const isTurned = async () => {
    const [third = -1, second = -1] = await readOrder()
    return third !== -1 && third < second
  }
  await changeAnswers<{ rows: Rows }>(page, 'lines.list', (data) => ({ ...data, rows: data.rows.slice(1).toReversed() }))
  await refetchUntil(page, isTurned, true)
  await expectOpen()
  await page.unroute('**/api/lines/list')
  await editor.press('Enter')
  await expect(grid.getByRole('gridcell', { name: '李新名' })).toBeVisible()
  expect((await getBatch(batch.id)).lineCount).toBe(3)
})

for (const width of [1440, 390])
  test(`the confirmation above a dialog and a drawer can be answered at ${width} pixels`, async ({ browser }) => {
    const { rows } = await ask<{ rows: Rows }>('finance', 'titles.list', { page: 1, size: 20 })
    const page = await enter(browser, 'finance')
    await page.setViewportSize({ width, height: 844 })
    await changeAnswers<{ rows: Rows }>(page, 'titles.list', (data) => ({ ...data, rows: data.rows.map((row) => ({ ...row, state: 'pending' })) }))
    await page.goto(`${pages.ttList.path}?open=${rows[0]?.id}`)
    const historyHeading = page.locator('.k-drawer').getByRole('heading', { name: '版本记录' })
    await expect(historyHeading).toBeVisible()
    await page.getByRole('button', { name: '驳回', exact: true }).click()
    const reason = page.getByRole('textbox', { name: '原因' })
    await reason.fill('税号有误')

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '继续填写' }).click()
    await expect(reason).toHaveValue('税号有误')

    await page.getByRole('dialog').filter({ has: reason }).getByRole('button', { name: '关闭', exact: true }).click()
    await page.screenshot({ path: `test-results/question-${width}.png` })
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await expect(reason).toBeHidden()
    await expect(historyHeading).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(historyHeading).toBeHidden()
  })

test('a click counts for the button that was pressed, even if that button moves', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  const addButton = page.getByRole('button', { name: '新增账号' })
  const press = async (move: () => Promise<void>) => {
    await addButton.hover()
    await page.mouse.down()
    await move()
    await page.mouse.up()
  }
  await press(() => page.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin', '<br>'.repeat(5))`))
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')

  await press(() => page.mouse.move(300, 500))
  await expect(dialog(page)).toBeHidden()
})
