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

const drawer = (page: Page) => page.locator('.k-drawer').filter({ visible: true })
const discardQuestion = (page: Page) => page.getByRole('dialog').filter({ hasText: '内容尚未保存' })
const pressOutside = (page: Page) => page.mouse.click(100, 500)

test('a press outside a drawer asks only while it has unsaved input', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.newsEdit.path })
  await page.getByRole('button', { name: '新建文章' }).click()
  await dialog(page).getByLabel('标题').fill('抽屉里的草稿')
  await dialog(page).getByRole('button', { name: '新建文章' }).click()
  const title = drawer(page).getByLabel('标题')
  const body = drawer(page).getByRole('textbox', { name: '正文' })
  const reopen = async () => {
    await expect(drawer(page)).toHaveCount(0)
    await page.getByRole('row', { name: '抽屉里的草稿' }).click()
    await expect(body).toBeVisible()
  }
  await expect(body).toBeVisible()
  await pressOutside(page)

  await reopen()
  await body.click()
  await body.pressSequentially('尚未保存的正文')
  await pressOutside(page)
  await discardQuestion(page).getByRole('button', { name: '继续填写' }).click()
  await expect(body).toHaveText('尚未保存的正文')
  await expect(body).toBeFocused()
  await pressOutside(page)
  await discardQuestion(page).getByRole('button', { name: '放弃并关闭' }).click()

  await reopen()
  await expect(body).toHaveText('')
  await title.fill('抽屉里的草稿二')
  await drawer(page).getByRole('button', { name: '保存草稿' }).click()
  await expect(drawer(page).locator('.k-overlay-title')).toHaveText('抽屉里的草稿二')
  await pressOutside(page)
  await expect(drawer(page)).toHaveCount(0)
  await expect(discardQuestion(page)).toHaveCount(0)
})

test('a drawer asks before it discards the reasons of a reviewer', async ({ browser }) => {
  const page = await signIn(browser, 'auditor', { at: pages.hzhbList.path })
  await page.getByRole('row').getByRole('button', { name: '审核', exact: true }).first().click()
  const mark = drawer(page)
    .getByRole('button', { name: /^驳回此项/ })
    .first()
  await mark.click()
  const reason = drawer(page).getByRole('combobox', { name: /^驳回原因/ })
  await reason.fill('照片模糊')
  await page.keyboard.press('Escape')
  await discardQuestion(page).getByRole('button', { name: '继续填写' }).click()
  await expect(reason).toHaveValue('照片模糊')
  await drawer(page).getByRole('button', { name: '取消驳回' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
})

test('a dialog with an empty form closes at once, and asks after input', async ({ browser }) => {
  const page = await signIn(browser, 'payer', { at: pages.ttList.path })
  const addButton = page.getByRole('button', { name: '新增抬头' })
  const email = dialog(page).getByLabel('收票邮箱')
  await addButton.click()
  await expect(email).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await addButton.click()
  await email.fill('finance')
  await email.press('Enter')
  await expect(dialog(page).getByRole('alert').filter({ hasText: '邮箱格式不正确' })).toBeVisible()
  await page.keyboard.press('Escape')
  await discardQuestion(page).getByRole('button', { name: '放弃并关闭' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await addButton.click()
  await expect(email).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
