import type { Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { dialog } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// The behaviour of dialogs, fields and selects, on pages that use them.

const createButton = (page: Page) => page.getByRole('button', { name: '新增账号' })
const discardDialog = (page: Page) => page.getByRole('dialog').filter({ hasText: '继续填写' })
const list = (page: Page) => page.getByRole('listbox')

async function openForm(page: Page): Promise<void> {
  await createButton(page).click()
  await expect(dialog(page).getByLabel('用户名')).toBeVisible()
}

test('a dialog focuses its first field and keeps Tab inside until it closes', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  await openForm(page)
  await expect(dialog(page).locator('input:focus')).toHaveCount(1)
  await dialog(page).locator('.k-overlay-foot button').last().focus()
  await page.keyboard.press('Tab')
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(dialog(page).locator('.k-overlay-foot button').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(createButton(page)).toBeFocused()
})

test('Escape discards input only after confirmation', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  await openForm(page)
  const name = dialog(page).getByLabel('姓名')
  await name.fill('张三')
  await page.keyboard.press('Escape')
  await discardDialog(page).getByRole('button', { name: '继续填写' }).click()
  await expect(discardDialog(page)).toHaveCount(0)
  await expect(name).toHaveValue('张三')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await discardDialog(page).getByRole('button', { name: '放弃并关闭' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('Enter submits a form, and an invalid form focuses the first wrong field with its error', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  await openForm(page)
  await dialog(page).getByLabel('手机').fill('123')
  await page.keyboard.press('Enter')
  const invalidField = dialog(page).locator('[aria-invalid="true"]').first()
  await expect(invalidField).toBeFocused()
  const descriptionId = (await invalidField.getAttribute('aria-describedby')) ?? ''
  const error = dialog(page).getByRole('alert').first()
  await expect(error).toBeVisible()
  expect(descriptionId.split(' ')).toContain(await error.getAttribute('id'))
})

test('an error with the same text as the note of a field replaces the note', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  await openForm(page)
  const name = dialog(page).getByLabel('用户名')
  await name.fill('abc')
  await name.blur()
  const error = dialog(page).getByRole('alert')
  await expect(error).toHaveCount(1)
  await expect(dialog(page).getByText((await error.textContent()) ?? '', { exact: true })).toHaveCount(1)
})

test('fields of a disabled form have no buttons to clear, remove or show', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  const fields = page.locator('fieldset:disabled')
  await expect(fields.getByLabel('文字')).toHaveValue('云创客')
  await expect(fields.getByRole('button')).toHaveCount(0)
})

test('composing Chinese neither submits a form nor loses or repeats letters', async ({ browser }) => {
  const page = await signIn(browser, 'unit1', { at: pages.employeeDw.path })
  const cdp = await page.context().newCDPSession(page)
  await openForm(page)
  const name = dialog(page).getByLabel('姓名')
  await name.focus()
  await cdp.send('Input.imeSetComposition', { text: 'zhang', selectionStart: 5, selectionEnd: 5 })
  await page.keyboard.press('Enter')
  await cdp.send('Input.imeSetComposition', { text: '张', selectionStart: 1, selectionEnd: 1 })
  await cdp.send('Input.insertText', { text: '张三' })
  await expect(name).toHaveValue('张三')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('a select opens, chooses and closes by keyboard', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.PtUserList.path })
  await page.getByRole('button', { name: '新增用户' }).click()
  const type = dialog(page).getByRole('combobox', { name: '用户类型' })
  await type.focus()
  await page.keyboard.press('ArrowDown')
  await expect(list(page)).toBeVisible()
  await expect(type).toHaveAttribute('aria-expanded', 'true')
  const valueBefore = await type.inputValue()
  await page.keyboard.press('End')
  const activeOption = list(page).locator(`[id="${await type.getAttribute('aria-activedescendant')}"]`)
  const last = (await activeOption.textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
  await expect(type).toHaveValue(valueBefore)
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(list(page)).toHaveCount(0)
  await expect(type).toHaveValue(last)
})

test('a date can be typed, or chosen in the calendar with arrow keys', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.zfPtListpt.path })
  await page.locator('.k-days').first().click()
  await expect(page.locator('.k-calendar')).toBeVisible()
  const [from, to] = [page.locator('.k-days-open input').first(), page.locator('.k-days-open input').last()]
  await from.fill('2026-11-02')
  await expect(page).toHaveURL(/2026-11-02/)
  await to.fill('2026/11/5')
  await to.press('Enter')
  await expect(page).toHaveURL(/2026-11-05/)
  await to.press('ArrowDown')
  await expect(page.locator('.k-calendar [title="2026-11-05"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('2026-11-13')
  await expect(page.locator('.k-calendar')).toHaveCount(0)
  await expect(to).toBeFocused()
})

test('letters typed in a select at once after opening find and choose the option', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { at: pages.userYzPtList.path, mode: 2 })
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const destinationField = dialog(page).getByLabel('导入到')
  await destinationField.click()
  await destinationField.fill('星河')
  // Until the options match the typed letters, no option is active and Enter chooses nothing.
  await expect(destinationField).toHaveAttribute('aria-activedescendant', /./)
  await expect(list(page).getByRole('option').filter({ hasText: '星河互娱' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(destinationField).toHaveValue(/星河互娱/)
})

test('a form with an invalid date or number is not sent and keeps the typed text', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  await page.getByRole('button', { name: '打开对话框' }).click()
  await dialog(page).getByLabel('文字').fill('云创客')
  const day = dialog(page).getByLabel('日期')
  await day.fill('2026-02-31')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('请按 yyyy-MM-dd 输入日期')
  await dialog(page).getByRole('button', { name: '提交' }).click()
  await expect(day).toBeFocused()
  await expect(day).toHaveValue('2026-02-31')
  await day.fill('2026/2/27')
  await page.keyboard.press('Enter')
  await expect(day).toHaveValue('2026-02-27')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const days = page.getByRole('spinbutton', { name: '天数' }).nth(1)
  await days.fill('100')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '请输入 1 至 90 的整数' })).toBeVisible()
  await days.fill('1.5')
  await page.keyboard.press('Enter')
  await expect(days).toHaveValue('1.5')
  await expect(page.getByText('已提交')).toHaveCount(0)
})

test('an amount with a decimal comma is accepted in Spanish', async ({ browser }) => {
  const page = await signIn(browser, 'payer', { at: pages.yufukuan.path })
  await page.context().addCookies([{ name: 'language', value: 'es', domain: '127.0.0.1', path: '/' }])
  await page.reload()
  await page.getByRole('button', { name: 'Enviar recarga' }).click()
  const amount = dialog(page).getByLabel('Importe')
  for (const [typed, shown] of [
    ['1234,50', '1,234.50'],
    ['12,5', '12.5'],
    ['1.234.567,89', '1,234,567.89'],
  ] as const) {
    await amount.clear()
    await amount.pressSequentially(typed)
    await amount.blur()
    await expect(amount).toHaveValue(shown)
  }
  await page.evaluate(`navigator.clipboard.writeText('1,5')`)
  await amount.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  await amount.blur()
  await expect(amount).toHaveValue('1.5')
})

const calendar = (page: Page) => page.locator('.k-calendar')

test('Tab reaches every part of the calendar and stays inside until Escape', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  const dateTimeField = page.getByLabel('时间', { exact: true }).nth(1)
  await dateTimeField.fill('2026-11-18 09:30')
  await dateTimeField.press('ArrowDown')
  await expect(calendar(page).locator('[title="2026-11-18"]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(calendar(page).getByRole('button', { name: '今天' })).toBeFocused()
  await page.keyboard.press('Tab')
  const timeField = calendar(page).getByLabel('时间')
  await expect(timeField).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(calendar(page).getByRole('button', { name: '上一年' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar(page).getByText('2025年11月')).toBeVisible()
  await expect(calendar(page).getByRole('button', { name: '上一年' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await timeField.fill('10:15')
  await page.keyboard.press('Enter')
  await expect(dateTimeField).toHaveValue('2026-11-18 10:15')
  await expect(calendar(page)).toHaveCount(0)
  await expect(dateTimeField).toBeFocused()
  await dateTimeField.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(calendar(page)).toHaveCount(0)
  await expect(dateTimeField).toBeFocused()
})

test('page keys move the calendar by months and years, and Home and End move within the week', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  const day = page.getByLabel('日期').nth(1)
  await day.fill('2026-11-18')
  await day.press('ArrowDown')
  const expectFocused = (title: string) => expect(calendar(page).locator(`[title="${title}"]`)).toBeFocused()
  await expectFocused('2026-11-18')
  for (const [key, title] of [
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageDown', '2026-12-22'],
    ['Shift+PageUp', '2025-12-22'],
    ['PageUp', '2025-11-22'],
  ] as const) {
    await page.keyboard.press(key)
    await expectFocused(title)
  }
  await page.keyboard.press('Enter')
  await expect(day).toHaveValue('2025-11-22')
})

test('a select finds options by pinyin and announces the heading of each group', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  const singleSelect = page.getByRole('combobox', { name: '单选' }).nth(1)
  await singleSelect.click()
  await expect(list(page).getByRole('group', { name: '常用' }).getByRole('option')).toHaveCount(2)
  await expect(list(page).getByRole('group', { name: '其他' }).getByRole('option', { name: '方式 C' })).toBeVisible()
  await singleSelect.fill('fangshi Ｃ')
  await expect(list(page).getByRole('option')).toHaveText(['方式 C'])
  await page.keyboard.press('Enter')
  await expect(singleSelect).toHaveValue('方式 C')
})

test('a failed rule without a message shows a general message and focuses the field', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { hasShowcase: true, at: '/components/mixin' })
  await page.getByRole('button', { name: '打开对话框' }).click()
  await dialog(page).getByLabel('文字').fill('云创客')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('请填写此项')
  await expect(dialog(page).getByLabel('日期')).toBeFocused()
})

test('buttons, arrow keys and swipes switch between pictures under review', async ({ browser }) => {
  const page = await signIn(browser, 'auditor', { at: pages.hzhbList.path })
  await page
    .getByRole('row')
    .getByRole('button', { name: /^(审核|查看)$/ })
    .first()
    .click()
  const zoomButtons = page.locator('.k-drawer .a-zoom')
  await expect(zoomButtons.nth(1)).toBeVisible()
  // Each picture can be opened once its own link has arrived.
  await expect(page.locator('.k-drawer .a-picture-wait')).toHaveCount(0)
  const count = await zoomButtons.count()
  await zoomButtons.nth(1).click()
  const preview = page.locator('.k-dialog')
  await expect(preview.getByRole('status')).toHaveText(`2 / ${count}`)
  const secondAlt = await preview.getByRole('img').getAttribute('alt')
  await preview.getByRole('button', { name: '上一个' }).click()
  await expect(preview.getByRole('status')).toHaveText(`1 / ${count}`)
  await expect(preview.getByRole('img')).not.toHaveAttribute('alt', secondAlt ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('status')).toHaveText(`2 / ${count}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(preview.getByRole('status')).toHaveText(`${count} / ${count}`)
  const box = await preview.locator('.k-preview').boundingBox()
  const fingerAt = (x: number) => [{ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + 80 }]
  const touchSession = await page.context().newCDPSession(page)
  await touchSession.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingerAt(300) })
  await touchSession.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingerAt(200) })
  await touchSession.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingerAt(100) })
  await touchSession.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(preview.getByRole('status')).toHaveText(`1 / ${count}`)
})
