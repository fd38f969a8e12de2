import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { ask, batchAt, dialog, enter, expectFigure, linesFor, payees, visibleText } from '#/e2e/desk.ts'
import { base, savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { expectUncutTexts } from '#/e2e/uncut-texts.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'

// An accountant's path through the product, on a large screen and a phone, in Chinese and Spanish. Each person signs in
// once.

type Language = 'zh' | 'es'
type TextByLanguage<T = string> = Readonly<Record<Language, T>>

interface Appearance {
  readonly language: Language
  readonly isPhone: boolean
  readonly say: (word: TextByLanguage) => string
  readonly name: string
}

type Steps = (page: Page, look: Appearance) => Promise<void>

const formatMoney = (fen: number) => `${fen < 0 ? '-' : ''}¥${Math.abs(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

/** Navigates to a page inside the application, as its links do. */
async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}), dispatchEvent(new PopStateEvent('popstate'))`)
  await expect(page).toHaveURL(new RegExp(path.split('?')[0] ?? ''))
}

async function runInEachAppearance(browser: Browser, who: string, steps: Steps, prepare: (page: Page) => Promise<void> = async () => undefined): Promise<void> {
  const page = await enter(browser, who)
  await prepare(page)
  for (const language of ['zh', 'es'] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: base }])
    await page.goto(pages.dashboard.path)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      const name = `${who}-${width}-${language}`
      await test.step(name, () => steps(page, { language, isPhone: width === 390, say: (word) => word[language], name }))
    }
  }
}

async function expectDisplayed(page: Page, look: Appearance, what: string): Promise<void> {
  // On a phone, scrolling to a figure far below moves the tab bar out of view.
  await page.locator('.s-tags').evaluate((bar) => bar.scrollIntoView())
  // Scroll positions are rounded to whole pixels.
  await expect(page.locator('.s-tag-on')).toBeInViewport({ ratio: 0.98 })
  await expectUncutTexts(page, `${what} of ${look.name}`)
  await savePicture(page, `accountant-${look.name}-${what}`)
}

const button = (container: Page | Locator, name: string) => container.getByRole('button', { name, exact: true }).filter({ visible: true })

/** Presses a button that downloads a workbook, and returns the texts and numbers of its cells. */
async function downloadCells(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return textsOf(await readFile(await download.path()))
}

const words = {
  amountWrong: { zh: '金额格式错误，请按 1234.50 的格式填写', es: 'Importe incorrecto: escríbalo como 1234,50.' },
  topup: { zh: '提交充值', es: 'Enviar recarga' },
  copy: { zh: '复制', es: 'Copiar' },
  amount: { zh: '金额（元）', es: 'Importe (yuanes)' },
  closing: { zh: '期末余额', es: 'Saldo final' },
  pay: { zh: '支付', es: 'Pagar' },
  payTitle: { zh: '确认支付', es: 'Confirmar el pago' },
  cost: { zh: '单位应付', es: 'Coste para la empresa' },
  net: { zh: '实发金额', es: 'Neto' },
  tax: { zh: '税费', es: 'Impuestos' },
  lineAmount: { zh: '金额(元)', es: 'Importe (CNY)' },
  close: { zh: '关闭', es: 'Cerrar' },
  discard: { zh: '放弃并关闭', es: 'Descartar' },
  keep: { zh: '继续填写', es: 'Seguir editando' },
  cancel: { zh: '取消', es: 'Cancelar' },
  export: { zh: '导出', es: 'Exportar' },
  total: { zh: '合计', es: 'Total' },
  pageTotal: { zh: '本页合计', es: 'Esta página' },
  change: { zh: '环比', es: 'Variación' },
  toException: { zh: '补单（转支付异常）', es: 'A incidencias de pago' },
  effect: { zh: '该通道可能停止出款', es: 'el canal puede dejar de pagar' },
  book: { zh: '入账', es: 'Contabilizar' },
  reason: { zh: '原因', es: 'Motivo' },
  bank: { zh: '银行', es: 'Banco' },
  opening: { zh: /期初余额 借/, es: /Saldo inicial Debe/ },
  tasks: { zh: '任务中心', es: 'Centro de tareas' },
  background: { zh: '后台任务', es: 'Tareas en segundo plano' },
} as const satisfies Record<string, TextByLanguage<string | RegExp>>

/**
 * Typed keys, and the field's content afterwards in each language. Null: the field refuses the text and leaves it as
 * typed.
 */
const typedAmounts: readonly { readonly keys: string; readonly held: Readonly<Record<Language, string | null>> }[] = [
  { keys: '1234567.8', held: { zh: '1,234,567.8', es: '1,234,567.8' } },
  { keys: '1,234.5', held: { zh: '1,234.5', es: '1,234.5' } },
  { keys: '１２３４．５', held: { zh: '1,234.5', es: '1,234.5' } },
  { keys: '1.5万', held: { zh: '15,000', es: '15,000' } },
  { keys: '12,50', held: { zh: null, es: '12.50' } },
  { keys: '1,2345', held: { zh: null, es: null } },
  { keys: '-5', held: { zh: null, es: null } },
]

const textBeforeCaret = (field: object) => {
  const { value, selectionStart } = field as { value: string; selectionStart: number }
  return value.slice(0, selectionStart)
}

async function typeAmounts(page: Page, look: Appearance): Promise<void> {
  await openPath(page, pages.yufukuan.path)
  const toast = page.locator('.k-toast')
  await button(page, look.say(words.copy)).first().click()
  await expect(toast).toBeVisible()
  await button(page, look.say(words.topup)).click()
  // On a phone the message would cover the title of the dialog.
  if (look.isPhone) await expect(toast).toHaveCount(0)
  const form = dialog(page)
  const amount = form.getByRole('textbox', { name: look.say(words.amount) })
  for (const { keys, held } of typedAmounts) {
    await amount.fill('')
    for (const key of keys) await (key.charCodeAt(0) < 128 ? page.keyboard.press(key) : page.keyboard.insertText(key))
    await button(form, look.say(words.topup)).click()
    const expectedText = held[look.language]
    await expect(amount, keys).toHaveValue(expectedText ?? keys)
    const refusal = form.getByText(look.say(words.amountWrong))
    await (expectedText === null ? expect(refusal, keys).toBeVisible() : expect(refusal, keys).toHaveCount(0))
  }
  await expectDisplayed(page, look, 'refused')
  if (look.language === 'es') {
    await amount.fill('1234567')
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', ',']) await page.keyboard.press(key)
    expect(await amount.evaluate(textBeforeCaret)).toBe('12,')
  }
  await form.getByRole('button', { name: look.say(words.close), exact: true }).click()
  await button(page, look.say(words.discard)).click()
  await expect(form).toHaveCount(0)
}

interface Statement {
  readonly id: number
  readonly opening: number
  readonly closing: number
  readonly topup: number
  readonly payment: number
  readonly fee: number
  readonly tax: number
  readonly returned: number
  readonly refund: number
  readonly adjustment: number
  readonly other: number
}

test('a payer types amounts, opens a statement and sees the total before paying', async ({ browser }) => {
  const { rows } = await ask<{ rows: Statement[] }>('payer', 'prepayments.statements', {})
  const [statement] = rows
  if (!statement) throw new Error('the demo has statements')
  const { opening, topup, payment, fee, tax, returned, refund, adjustment, other, closing } = statement
  expect(opening + topup + payment + fee + tax + returned + refund + adjustment + other).toBe(closing)
  const batch = await batchAt('payable', linesFor(payees.slice(0, 2), '1234.50'))
  await runInEachAppearance(browser, 'payer', async (page, look) => {
    await typeAmounts(page, look)

    await openPath(page, `${pages.yufukuan.path}?pane=statements&open=${statement.id}`)
    await expect(dialog(page).getByRole('row', { name: look.say(words.closing) })).toContainText(formatMoney(closing))
    await expectDisplayed(page, look, 'statement')
    await page.keyboard.press('Escape')

    await openPath(page, `/zf/batch/${batch.id}`)
    await button(page, look.say(words.pay)).first().click()
    await expect(dialog(page)).toContainText(look.say(words.payTitle))
    const figure = dialog(page).locator('.k-confirm-figure')
    await expect(figure).toHaveText(formatMoney(batch.cost))
    await expect(figure).toBeInViewport({ ratio: 1 })
    await expectFigure(dialog(page), look.say(words.net), formatMoney(batch.net))
    await expectDisplayed(page, look, 'pay')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a maker sees amount, tax and net of each payee', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 3), '1234.50'))
  const { rows } = await ask<{ rows: { vat: number; surcharge: number; iit: number; net: number }[] }>('maker', 'lines.list', { batchId: batch.id })
  const [line] = rows
  if (!line) throw new Error('the batch has lines')
  await runInEachAppearance(browser, 'maker', async (page, look) => {
    await openPath(page, `/zf/batch/${batch.id}`)
    const grid = page.getByRole('grid')
    const box = await grid.boundingBox()
    for (const [word, figure] of [
      [words.lineAmount, '1234.50'],
      [words.tax, formatMoney(line.vat + line.surcharge + line.iit)],
      [words.net, formatMoney(line.net)],
    ] as const) {
      const head = grid.getByRole('columnheader', { name: look.say(word), exact: true })
      if (look.isPhone) await head.scrollIntoViewIfNeeded()
      // Fails if a pinned column covers the heading.
      await head.click({ trial: true })
      const cell = grid.getByRole('gridcell', { name: figure, exact: true }).first()
      if (look.isPhone) await cell.scrollIntoViewIfNeeded()
      await expect(cell).toBeInViewport()
      const headBox = await head.boundingBox()
      expect((headBox?.x ?? 0) + (headBox?.width ?? 9999), look.say(word)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1)
    }
    await expectDisplayed(page, look, 'grid')
  })
})

const totalsOf = (page: Page) => page.locator('tfoot, .k-card-totals').filter({ visible: true }).first()
const figuresIn = (text: string) => text.match(/¥[\d,]+\.\d\d/g) ?? []

/** Opens a summary of a month and compares its workbook with the totals of the page. */
async function checkSummary(page: Page, look: Appearance, key: 'incomeSummary' | 'paymentSummary', period: string): Promise<void> {
  await openPath(page, `${pages[key].path}?period=${period}`)
  // The page shows the totals of the previous page until it is drawn.
  await expect(page.getByRole('heading', { level: 1, name: look.say(pageTitles[key]) })).toBeVisible()
  await expect(totalsOf(page)).toContainText(look.say(words.total))
  const figures = figuresIn(await totalsOf(page).innerText())
  expect(figures.length).toBeGreaterThan(3)
  const cells = await downloadCells(page, look.say(words.export))
  expect(cells).toContain(look.say(words.change))
  for (const figure of figures) expect(cells, figure).toContain(`<v>${Number(figure.replace(/[¥,]/g, ''))}</v>`)
  await expectDisplayed(page, look, key)
}

/** Opens the forms of a difference and leaves them without a change. */
async function openDifference(page: Page, look: Appearance, id: number): Promise<void> {
  await openPath(page, `${pages.zfdzList.path}?pane=items&open=${id}`)
  await button(page, look.say(words.toException)).click()
  const confirmDialog = dialog(page)
  await expect(confirmDialog).toContainText(look.say(words.effect))
  await expectDisplayed(page, look, 'question')
  await button(confirmDialog, look.say(words.cancel)).click()
  await button(page, look.say(words.book)).click()
  const reason = page.getByRole('textbox', { name: look.say(words.reason) })
  await reason.fill('与通道核对')
  await page.keyboard.press('Escape')
  await expectDisplayed(page, look, 'unsaved')
  await button(page, look.say(words.keep)).click()
  await expect(reason).toHaveValue('与通道核对')
  await page.keyboard.press('Escape')
  await button(page, look.say(words.discard)).click()
  await expect(reason).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

interface ItemAnswer {
  readonly data: Readonly<Record<string, unknown>>
}

/** Makes a difference look open, whatever other tests did with it. Returns the writes that the page sent. */
async function showAsOpen(page: Page): Promise<readonly string[]> {
  const writes: string[] = []
  page.on('request', (request) => {
    if (/reconciliation\/(toException|propose|take|wait)$/.test(request.url())) writes.push(request.url())
  })
  await page.route('**/api/reconciliation/item', async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = (await response.json()) as ItemAnswer
    const noObstacles = { take: '', wait: '', toException: '', propose: '', decide: '' }
    await route.fulfill({
      response,
      json: { ...answer, data: { ...data, side: 'channel', state: 'open', treatments: ['hang', 'book'], may: noObstacles } },
    })
  })
  return writes
}

test('exports equal page totals, the trial balance balances, and cancelled forms change nothing', async ({ browser }) => {
  const month = shiftMonth(monthOf(new Date()), -1)
  const { rows } = await ask<{ rows: { id: number }[] }>('finance', 'reconciliation.items', {})
  const { rows: periods } = await ask<{ rows: { total: number }[] }>('finance', 'periods.list', { size: 20 })
  const totalDue = periods.reduce((sum, { total }) => sum + total, 0)
  let writes: readonly string[] = []
  const steps: Steps = async (page, look) => {
    await checkSummary(page, look, 'incomeSummary', month)
    await checkSummary(page, look, 'paymentSummary', month)
    await openDifference(page, look, rows[0]?.id ?? 0)

    await openPath(page, pages.taxListWtdz.path)
    await expect(totalsOf(page)).toContainText(look.say(words.pageTotal))
    await expect(totalsOf(page)).toContainText(formatMoney(totalDue))
    expect(await downloadCells(page, look.say(words.export))).toContain(`<v>${totalDue / 100}</v>`)
    await expectDisplayed(page, look, 'tax')

    await openPath(page, `${pages.trialBalance.path}?from=${month}&to=${month}`)
    // The list of the previous page stays in the document until this page is drawn.
    await expect(page.getByRole('link', { name: look.say(words.bank), exact: true })).toBeVisible()
    const balance = figuresIn(await totalsOf(page).innerText())
    expect([balance[0], balance[2], balance[4]]).toEqual([balance[1], balance[3], balance[5]])
    await expectDisplayed(page, look, 'balance')
    await page.getByRole('link', { name: look.say(words.bank), exact: true }).click()
    await expect(visibleText(page, words.opening[look.language])).toBeVisible()
    await expectDisplayed(page, look, 'ledger')

    await openPath(page, `${pages.message.path}?tab=tasks`)
    await expect(page.getByRole('heading', { level: 1, name: look.say(words.tasks) })).toBeVisible()
    await expect(page.getByRole('tab', { name: look.say(words.background) })).toBeInViewport({ ratio: 0.95 })
    await expectDisplayed(page, look, 'tasks')
  }
  await runInEachAppearance(browser, 'finance', steps, async (page) => {
    writes = await showAsOpen(page)
  })
  expect(writes).toEqual([])
})
