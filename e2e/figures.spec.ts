import type { Locator, Page } from '@playwright/test'
import { ask, batchAt, dialog, enter, expectFigure, expectRow, getBatch, linesFor, payees, personNamed } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

// The figures of a general contractor, computed by hand in this file.

const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

interface Figures {
  readonly gross: number
  readonly vat: number
  readonly surcharge: number
  readonly iit: number
  readonly fee: number
}

/**
 * 120,000.00 to a person without other income. Sales 120,000.00 / 1.01 = 118,811.88 reach the threshold of 100,000.00,
 * so VAT is 1 %: 1,188.12. Surcharges, each half of 7 %, 3 % and 2 % of it: 41.58 + 17.82 + 11.88 = 71.28. Taxable:
 * 118,811.88 - 20 % (23,762.38) - 5,000.00 = 90,049.50; at 10 % less 2,520.00: 6,484.95. Fee 6 %: 7,200.00.
 */
const largeFigures: Figures = { gross: 12_000_000, vat: 118_812, surcharge: 7_128, iit: 648_495, fee: 720_000 }

/** The brackets of cumulative withholding: upper limit and quick deduction in fen, rate in percent. */
const brackets = [
  { limit: 3_600_000, rate: 3, quick: 0 },
  { limit: 14_400_000, rate: 10, quick: 252_000 },
  { limit: 30_000_000, rate: 20, quick: 1_692_000 },
] as const

const fenIn = (text: string) => Math.round(Number(text.replace(/[¥,\s]/g, '')) * 100)

/** Opens the calculation of a payee and returns its dialog. */
async function openCalculation(page: Page, name: string): Promise<Locator> {
  await page.getByRole('row').filter({ hasText: name, visible: true }).getByRole('button', { name: '这笔税怎么算的' }).click()
  await expect(dialog(page).getByRole('table').last()).toContainText('单位应付')
  return dialog(page)
}

const stepOf = (calculation: Locator, part: string, name: string | RegExp) =>
  calculation
    .getByRole('table', { name: part })
    .getByRole('row')
    .filter({ has: calculation.page().getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')

async function expectSteps(calculation: Locator, part: string, steps: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, fen] of Object.entries(steps)) await expect(stepOf(calculation, part, name), `${part} ${name}`).toHaveText(yuan(fen))
}

/** Computes the income tax of a payment below the VAT threshold from the earlier income and tax on the page. */
async function taxByHand(calculation: Locator, gross: number): Promise<number> {
  const readFigure = async (name: string | RegExp) => fenIn(await stepOf(calculation, '个人所得税', name).innerText())
  const months = Number((await calculation.getByRole('rowheader', { name: '累计减除' }).innerText()).match(/\d+/)?.[0])
  const earlier = (await readFigure('累计收入')) - (await readFigure('本笔收入'))
  const cumulative = earlier + gross
  const taxable = Math.max(0, cumulative - Math.round(cumulative * 0.2) - 500_000 * months)
  const { rate, quick } = brackets.find(({ limit }) => taxable <= limit) ?? brackets[2]
  return Math.max(0, Math.round((taxable * rate) / 100) - quick - (await readFigure('减：累计已预扣')))
}

/** The figures by the names that every page uses. The payee bears the taxes and the unit the fee. */
const namedFigures = ({ gross, vat, surcharge, iit, fee }: Figures) => ({
  应发金额: yuan(gross),
  税费: yuan(vat + surcharge + iit),
  服务费: yuan(fee),
  实发金额: yuan(gross - vat - surcharge - iit),
  单位应付: yuan(gross + fee),
})

const namedFiguresByTax = (figures: Figures) => {
  const { 税费: _, ...others } = namedFigures(figures)
  return { ...others, 增值税: yuan(figures.vat), 附加税费: yuan(figures.surcharge), 个人所得税: yuan(figures.iit) }
}

const sumOf = (all: readonly Figures[]): Figures => {
  const sum = (key: keyof Figures) => all.reduce((total, each) => total + each[key], 0)
  return { gross: sum('gross'), vat: sum('vat'), surcharge: sum('surcharge'), iit: sum('iit'), fee: sum('fee') }
}

test('list, batch, calculation and payment show the figures computed by hand', async ({ browser }) => {
  // The demo has never paid this person.
  const operatorId = personNamed('frozen').id
  await ask('centre', 'operators.unfreeze', { operatorId, reason: '异议已处理' })
  const [first, second, third] = [personNamed('frozen'), ...payees]
  if (!first || !second || !third) throw new Error('the demo has payees')
  const lines = [linesFor([first], '120000.00'), linesFor([second], '20000.00'), linesFor([third], '6250.00')].flat()
  const batch = await batchAt('payable', lines, [new File([new Uint8Array(pdfPage('验收单'))], '验收单.pdf', { type: 'application/pdf' })])

  const auditor = await enter(browser, 'auditor')
  await auditor.goto(`/zf/batch/${batch.id}?pane=tax`)
  const smallFigures: Figures[] = []
  for (const [name, gross, fee] of [
    [second.name, 2_000_000, 120_000],
    [third.name, 625_000, 37_500],
  ] as const) {
    const iit = await taxByHand(await openCalculation(auditor, name), gross)
    smallFigures.push({ gross, vat: 0, surcharge: 0, iit, fee })
    await auditor.keyboard.press('Escape')
  }
  const calculation = await openCalculation(auditor, first.name)
  await expectSteps(calculation, '增值税 · 税率 1%', { 本月不含税销售额: 11_881_188, 免税起征点: 10_000_000, 本笔应扣: 118_812 })
  await expectSteps(calculation, '附加税费', { 本笔应扣: 7_128 })
  await expectSteps(calculation, '个人所得税（累计预扣）', { 累计应纳税所得额: 9_004_950, '减：速算扣除数': 252_000, 本笔应扣: 648_495 })
  await expectSteps(calculation, '结果', { 应发金额: 12_000_000, 服务费: 720_000, 实发金额: 11_225_565, 单位应付: 12_720_000 })
  await auditor.keyboard.press('Escape')

  const all = [largeFigures, ...smallFigures]
  const maker = await enter(browser, 'maker')
  for (const page of [auditor, maker]) {
    await page.goto(`/zf/batch/${batch.id}?pane=tax`)
    const tabPanel = page.getByRole('tabpanel')
    for (const [at, { name }] of [first, second, third].entries()) await expectRow(tabPanel, name, namedFiguresByTax(all[at] ?? largeFigures))
    await expectRow(tabPanel, '合计', namedFiguresByTax(sumOf(all)))
    const sums = page.getByRole('region', { name: '批次金额构成' })
    for (const [name, figure] of Object.entries({ ...namedFigures(sumOf(all)), '单位承担税费/服务费': '¥8,775.00' })) await expectFigure(sums, name, figure)
  }
  expect(namedFigures(sumOf(all))).toMatchObject({ 应发金额: '¥146,250.00', 服务费: '¥8,775.00', 单位应付: '¥155,025.00' })

  for (const [page, path] of [
    [auditor, '/zf/zfPtListpt'],
    [maker, '/zf/zfPtList'],
  ] as const) {
    await page.goto(`${path}?keyword=${batch.no}`)
    await expectRow(page.getByRole('main'), batch.no, namedFigures(sumOf(all)))
    for (const [name, figure] of Object.entries(namedFigures(sumOf(all)))) await expect(page.getByText(`${name} ${figure}`).first()).toBeVisible()
  }

  const payer = await enter(browser, 'payer')
  await payer.goto(`/zf/batch/${batch.id}`)
  await payer.getByRole('button', { name: '支付', exact: true }).click()
  const { 应发金额: _, 单位应付: cost, ...split } = namedFigures(sumOf(all))
  await expect(dialog(payer).locator('.k-confirm-figure')).toHaveText(cost)
  for (const [name, figure] of Object.entries(split)) await expectFigure(dialog(payer), name, figure)

  await ask('maker', 'payments.cancel', { id: batch.id, version: (await getBatch(batch.id)).version, reason: '仅核对金额' })
  await ask('centre', 'operators.freeze', { operatorId, reason: '身份异议处理中' })
})
