import { readFile } from 'node:fs/promises'
import type { Browser, Page, Route } from '@playwright/test'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import {
  approveChanges,
  ask,
  batchAt,
  type CreatedBatch,
  confirmButton,
  dialog,
  enter,
  getBatch,
  linesFor,
  payByCall,
  payees,
  personNamed,
  setUnitChannels,
  sheetOf,
  visibleText,
  waitForState,
} from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

/** Formats a moment in Shanghai time. */
const formatShanghaiTime = (moment: string) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const people = (from: number, to: number) => payees.slice(from, to)

interface Movement {
  readonly kind: string
  readonly available: number
  readonly frozen: number
}
const getMovements = (id: number) => ask<Movement[]>('payer', 'payments.money', { id })
const countPayments = async (id: number) => (await getMovements(id)).filter((each) => each.kind === 'payment').length
/**
 * Returns the changes of available and frozen balance by this batch. The account's balance also contains earlier
 * batches.
 */
async function fundsOf(id: number): Promise<[available: number, frozen: number]> {
  const all = await getMovements(id)
  return [all.reduce((sum, each) => sum + each.available, 0), all.reduce((sum, each) => sum + each.frozen, 0)]
}

async function openPay(page: Page, batch: CreatedBatch): Promise<void> {
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: '支付', exact: true }).click()
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).locator('input[type=password]').fill(demoPaymentPassword)
}
const payButton = (page: Page) => dialog(page).getByRole('button', { name: '确认支付' })

test('two tabs that pay at the same time pay the batch once', async ({ browser }) => {
  const batch = await batchAt('payable', linesFor(people(0, 2), '71.00'))
  const page = await enter(browser, 'payer')
  const secondTab = await page.context().newPage()
  await Promise.all([openPay(page, batch), openPay(secondTab, batch)])
  await Promise.all([payButton(page).dblclick(), payButton(secondTab).click()])
  await expect(dialog(page)).toHaveCount(0)
  await expect(dialog(secondTab)).toHaveCount(0)
  await waitForState(batch.id, 'paid')
  expect(await countPayments(batch.id)).toBe(2)
  expect(await fundsOf(batch.id)).toEqual([-batch.cost, 0])
  await page.context().close()
})

test('a payment retried after a lost connection moves the money only once', async ({ browser }) => {
  const batch = await batchAt('payable', linesFor(people(2, 3), '72.00'))
  const page = await enter(browser, 'payer')
  await openPay(page, batch)
  let isConnectionBroken = true
  let payCallCount = 0
  await page.route('**/api/**', async (route: Route) => {
    if (!isConnectionBroken) return route.continue()
    if (!route.request().url().endsWith('/payments/pay')) return route.abort('connectionreset')
    payCallCount++
    isConnectionBroken = payCallCount === 1
    if (!isConnectionBroken) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await payButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('同一笔支付不会执行两次')
  await savePicture(page, 'trouble-04-lost-answer')
  expect(payCallCount).toBe(1)
  await dialog(page).locator('input[type=password]').fill(demoPaymentPassword)
  await payButton(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await waitForState(batch.id, 'paid')
  expect(payCallCount).toBe(2)
  expect(await countPayments(batch.id)).toBe(1)
  await page.context().close()
})

async function decide(page: Page, batch: CreatedBatch, duty: '复核' | '审核', reason: string): Promise<void> {
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: duty, exact: true }).click()
  await dialog(page).getByRole('radio', { name: '驳回' }).check()
  const decideButton = dialog(page).getByRole('button', { name: `确认${duty}` })
  await expect(decideButton, 'a rejection needs its reason').toBeDisabled()
  await dialog(page).getByRole('textbox').fill(reason)
  await decideButton.click()
  await expect(visibleText(page, '待修正')).toBeVisible()
}

async function submit(maker: Page): Promise<void> {
  await maker.getByRole('button', { name: '提交复核' }).click()
  await dialog(maker).getByRole('button', { name: '确认提交' }).click()
  await expect(visibleText(maker, '待复核')).toBeVisible()
}

test('a batch rejected at check or audit can be corrected and submitted again', async ({ browser }) => {
  const batch = await batchAt('checking', linesFor(people(3, 5), '73.00'))
  const [checker, auditor, maker] = await Promise.all([enter(browser, 'checker'), enter(browser, 'auditor'), enter(browser, 'maker')])
  await decide(checker, batch, '复核', '第一行金额应为 73.50')
  await maker.goto(`/zf/batch/${batch.id}`)
  await expect(visibleText(maker, '第一行金额应为 73.50')).toBeVisible()
  await savePicture(maker, 'trouble-05-rejected')
  await maker.getByRole('gridcell', { name: '73.00' }).first().dblclick()
  await maker.keyboard.press('ControlOrMeta+a')
  await maker.keyboard.type('73.50')
  await maker.keyboard.press('Enter')
  await expect(visibleText(maker, '待提交')).toBeVisible()
  await submit(maker)

  const { version } = await getBatch(batch.id)
  await ask('checker', 'payments.check', { id: batch.id, version, approve: true })
  await decide(auditor, batch, '审核', '请补充验收单')
  await maker.reload()
  await expect(visibleText(maker, '请补充验收单')).toBeVisible()
  await submit(maker)
  await expect(maker.getByText('请补充验收单').filter({ visible: true })).toHaveCount(0)
  await Promise.all([checker, auditor, maker].map((page) => page.context().close()))
})

test('users who changed a colleague’s batch cannot check or pay it and see the reason', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(people(10, 11), '79.00'))
  const { rows } = await ask<{ rows: { id: number }[] }>('unit1', 'lines.list', { batchId: batch.id })
  await ask('unit1', 'lines.repair', { batchId: batch.id, changes: [{ lineId: rows[0]?.id, cells: { amountText: '7900.00' } }] })
  await ask('maker', 'payments.submit', { id: batch.id, version: (await getBatch(batch.id)).version, acknowledgement: '已逐条核对' })
  const page = await enter(browser, 'unit1')
  const reason = (duty: string) => page.getByRole('group', { name: new RegExp(`^您修改过本批次（\\d\\d-\\d\\d \\d\\d:\\d\\d），不能${duty}$`) })
  await page.goto(`/zf/batch/${batch.id}`)
  await expect(reason('复核').getByRole('button', { name: '复核', exact: true })).toBeDisabled()
  await reason('复核').hover()
  await expect(page.getByRole('tooltip')).toContainText('不能复核')
  await savePicture(page, 'trouble-11-own-work')
  await ask('checker', 'payments.check', { id: batch.id, version: (await getBatch(batch.id)).version, approve: true })
  const checklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }
  await ask('auditor', 'payments.audit', { id: batch.id, version: (await getBatch(batch.id)).version, approve: true, checklist })
  await page.reload()
  await expect(reason('支付').getByRole('button', { name: '支付', exact: true })).toBeDisabled()
  await page.getByRole('tab', { name: '流程' }).click()
  await expect(page.getByRole('row', { name: /修改明细.*苏明远/ })).toBeVisible()
  await payByCall(await getBatch(batch.id))
  await waitForState(batch.id, 'paid')
  await page.context().close()
})

async function cancelIn(browser: Browser, who: 'maker' | 'auditor', batch: CreatedBatch): Promise<void> {
  const page = await enter(browser, who)
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: '取消批次' }).click()
  await dialog(page).getByRole('textbox').fill('业务取消')
  await dialog(page).getByRole('button', { name: '确认取消' }).click()
  await expect(visibleText(page, '已取消')).toBeVisible()
  await expect(page.getByRole('button', { name: '取消批次' })).toHaveCount(0)
  await page.context().close()
}

test('cancelling a submitted or payable batch releases its frozen money', async ({ browser }) => {
  const draft = await batchAt('draft', [])
  const checkingBatch = await batchAt('checking', linesFor(people(5, 6), '74.00'))
  await cancelIn(browser, 'maker', draft)
  await cancelIn(browser, 'maker', checkingBatch)
  const payable = await batchAt('payable', linesFor(people(5, 6), '75.00'))
  expect(await fundsOf(payable.id)).toEqual([-payable.cost, payable.cost])
  await cancelIn(browser, 'auditor', payable)
  for (const { id } of [draft, checkingBatch, payable]) expect(await fundsOf(id)).toEqual([0, 0])
})

test('a payment waits for a paused channel, and a failed one is resent to another card', async ({ browser }) => {
  const failingPayee = { ...personNamed('nameMismatch') }
  const batch = await batchAt('payable', linesFor([failingPayee], '76.00'))
  const centre = await enter(browser, 'centre')
  await centre.goto('/zf/zfPtListpt')
  await centre.getByRole('tab', { name: '支付控制台' }).click()
  const flipSwitch = async (reason: string, button: '暂停' | '恢复') => {
    await centre.getByRole('switch').first().click()
    await dialog(centre).getByRole('textbox').fill(reason)
    await dialog(centre).getByRole('button', { name: button }).click()
  }
  await flipSwitch('银行维护', '暂停')
  await expect(centre.getByRole('row', { name: /已暂停/ })).toContainText('银行维护')
  await savePicture(centre, 'trouble-06-paused')
  await payByCall(batch)
  await expect(
    centre
      .getByRole('row', { name: /沙箱支付通道/ })
      .getByRole('cell')
      .nth(3),
  ).toHaveText('1', { timeout: 12_000 })
  expect((await getBatch(batch.id)).state).toBe('paying')
  await flipSwitch('维护结束', '恢复')
  await expect(dialog(centre).getByText('须由本中心或平台的另一人恢复')).toBeVisible()
  const channels = await ask<{ channelId: number; isPaused: boolean }[]>('platform', 'payouts.console', {})
  const channelId = channels.find((each) => each.isPaused)?.channelId
  await ask('platform', 'payouts.pause', { channelId, paused: false, reason: '维护结束' })
  await waitForState(batch.id, 'failed')
  await centre.context().close()

  const maker = await enter(browser, 'maker')
  await maker.goto(`/zf/batch/${batch.id}`)
  await maker.getByRole('button', { name: '更换收款卡' }).click()
  const card = `${failingPayee.cardNo.slice(0, 6)}${String(Date.now()).slice(-9)}8`
  await dialog(maker).getByRole('textbox').first().fill(card)
  await dialog(maker).getByRole('button', { name: '更换收款卡' }).click()
  await expect(visibleText(maker, '新卡已核验')).toBeVisible()
  await maker.getByRole('button', { name: '生成重发批次' }).first().click()
  await dialog(maker).getByRole('button', { name: '生成重发批次' }).click()
  await expect(visibleText(maker, `重发自 ${batch.no}`)).toBeVisible()
  const createdId = Number(new URL(maker.url()).pathname.split('/').at(-1))
  const { rows } = await ask<{ rows: { cardNo: string }[] }>('maker', 'lines.list', { batchId: createdId })
  expect(rows.map((row) => row.cardNo)).toEqual([card])
  await maker.context().close()
})

test('manual payments need the bank’s slip and a sheet without errors', async ({ browser }) => {
  await ask('platform', 'profile.prove', { password: demoPassword })
  await ask('platform', 'centres.addChannel', { centreId: 2, name: '线下付款', kind: 'offline', why: '线下付款' })
  await approveChanges()
  const { channels } = await ask<{ channels: { id: number; kind: string }[] }>('platform', 'centres.get', { id: 2 })
  const batch = await batchAt('payable', linesFor(people(8, 10), '78.00'))
  const getTimes = () => ask<{ createdAt: string; paidAt: string }>('maker', 'payments.get', { id: batch.id })
  const today = formatShanghaiTime((await getTimes()).createdAt).slice(0, 10)
  const offlineChannelIds = channels.filter((channel) => channel.kind === 'offline').map((channel) => channel.id)
  await setUnitChannels(today, offlineChannelIds)
  await payByCall(batch)
  await setUnitChannels(today, [])
  const { paidAt } = await getTimes()
  const finance = await enter(browser, 'finance')
  await finance.goto(`/zf/batch/${batch.id}`)
  await expect(visibleText(finance, '线下支付：2 笔等待登记银行回单')).toBeVisible()
  await finance.getByRole('button', { name: '登记线下支付' }).click()
  const slip = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(`${name} ${batch.no}`)) })
  const [slips, sheet] = [dialog(finance).locator('input[type=file]').nth(0), dialog(finance).locator('input[type=file]').nth(1)]
  const downloadPromise = finance.waitForEvent('download')
  await dialog(finance).getByRole('button', { name: '下载待登记明细' }).click()
  const columns = [{ key: 'no', headings: ['明细号'], required: true }] as const
  const downloadedSheet = await readSheet(await readFile(await (await downloadPromise).path()), { columns, maxRows: 10, unknownColumns: 'ignore', sheet: 1 })
  if (!downloadedSheet.ok) throw new Error(downloadedSheet.problem.code)
  expect(downloadedSheet.rows).toHaveLength(2)
  const filledSheet = (at: string) =>
    sheetOf([[downloadedSheet.rows[0]?.cells.no.text ?? '', `YH${batch.no}`, at, '成功', '', '']], {
      name: '线下支付回填.xlsx',
      headings: ['明细号*', '银行流水号*', '支付时间*', '结果*', '失败原因', '回单文件名'],
    })
  await slips.setInputFiles(slip('回单.pdf'))
  await expect(dialog(finance).getByRole('button', { name: '移除 回单.pdf' })).toBeVisible()
  await sheet.setInputFiles(await filledSheet('2020-01-01 10:00'))
  await dialog(finance)
    .getByRole('button', { name: /校\s?验/ })
    .click()
  await expect(dialog(finance).getByRole('row', { name: /2 支付时间 E709/ })).toBeVisible()
  await savePicture(finance, 'trouble-08-offline-faults')
  await sheet.setInputFiles(await filledSheet(formatShanghaiTime(paidAt)))
  await dialog(finance)
    .getByRole('button', { name: /校\s?验/ })
    .click()
  await expect(dialog(finance)).toContainText('1 笔 · ¥')
  await savePicture(finance, 'trouble-09-offline-look')
  await dialog(finance).getByRole('button', { name: '确认登记' }).click()
  await expect(visibleText(finance, '已登记 1 笔')).toBeVisible()

  const openRow = finance.getByRole('row', { name: /银行处理中/ })
  await expect(openRow).toHaveCount(1)
  await openRow.click()
  await finance.getByRole('tab', { name: '银行回单' }).click()
  await finance.getByLabel('银行流水号').fill(`DB${batch.no}`)
  await finance.getByLabel('支付日期').fill(formatShanghaiTime(paidAt).slice(0, 10))
  await finance.keyboard.press('Enter')
  await finance.getByLabel('支付时刻（时:分）').fill(formatShanghaiTime(paidAt).slice(11))
  await finance.getByRole('tabpanel', { name: '银行回单' }).locator('input[type=file]').setInputFiles(slip('单笔.pdf'))
  await savePicture(finance, 'trouble-10-offline-line')
  await finance
    .getByRole('tabpanel', { name: '银行回单' })
    .getByRole('button', { name: /^登\s?记$/ })
    .click()
  await dialog(finance).getByRole('button', { name: '确认登记' }).click()
  await expect(visibleText(finance, '单笔.pdf')).toBeVisible()
  await waitForState(batch.id, 'paid')
  expect(await countPayments(batch.id)).toBe(2)
  await finance.context().close()
})

async function sendTopup(page: Page, amount: string, serial: string): Promise<void> {
  await page.getByRole('button', { name: '提交充值' }).first().click()
  await dialog(page).getByRole('combobox').click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: '总包分包' }).first().click()
  await dialog(page).getByLabel('金额（元）').fill(amount)
  await dialog(page).getByLabel('付款账号').fill('6222020200112233445')
  await dialog(page).getByLabel('银行流水号').fill(serial)
  await dialog(page).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(page.getByRole('row', { name: new RegExp(serial) })).toBeVisible()
}

test('a top-up can be withdrawn, rejected, or booked from the bank’s record', async ({ browser }) => {
  const serialSuffix = String(Date.now()).slice(-8)
  const [maker, finance] = await Promise.all([enter(browser, 'maker'), enter(browser, 'finance')])
  await maker.goto('/imprest/yufukuan')
  for (const [amount, serial] of [
    ['101.01', `W${serialSuffix}`],
    ['202.02', `R${serialSuffix}`],
    ['303.03', `C${serialSuffix}`],
  ] as const)
    await sendTopup(maker, amount, serial)
  const rowOf = (page: Page, serial: string) => page.getByRole('row', { name: new RegExp(serial) })
  const numberOf = async (letter: string) => (await rowOf(maker, `${letter}${serialSuffix}`).innerText()).match(/CZ\d+/)?.[0]
  const numbers = await Promise.all(['W', 'R', 'C'].map(numberOf))
  await rowOf(maker, `W${serialSuffix}`).getByRole('button', { name: '撤回' }).click()
  await expect(visibleText(maker, /撤回充值单 CZ\d+（¥101.01）？/)).toBeVisible()
  await confirmButton(maker).click()
  await expect(rowOf(maker, `W${serialSuffix}`)).toContainText('已撤回')

  await finance.goto('/imprest/yufukuan')
  await rowOf(finance, `R${serialSuffix}`).getByRole('button', { name: '驳回' }).click()
  await dialog(finance).getByRole('textbox').fill('回单金额不符')
  await dialog(finance).getByRole('button', { name: '驳回' }).click()
  await expect(rowOf(finance, `R${serialSuffix}`)).toContainText('回单金额不符')

  await expect(rowOf(finance, `C${serialSuffix}`).getByRole('group', { name: /银行/ }), 'without the bank nothing is booked').toBeVisible()
  const { now } = await ask<{ now: string }>('maker', 'demo.accounts', {})
  await finance.getByRole('tab', { name: '来款认领' }).click()
  await finance.getByRole('button', { name: '导入银行流水' }).click()
  const tradedAt = new Date(Date.parse(now) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const statement = await sheetOf(
    [
      [tradedAt, `C${serialSuffix}`, '收入', '303.03', '星河互娱科技有限公司', '6222020200112233445', '招商银行', '预付款'],
      [tradedAt, `X${serialSuffix}`, '收入', '一百元', '某公司', '6222020200112233446', '招商银行', ''],
    ],
    { name: '流水.xlsx', headings: ['交易时间*', '银行流水号*', '收支方向*', '金额*', '对方户名*', '对方账号*', '对方开户行', '附言'] },
  )
  await dialog(finance).locator('input[type=file]').setInputFiles(statement)
  await dialog(finance).locator('.k-overlay-foot .k-btn-primary').click()
  await expect(dialog(finance)).toContainText('新增 1 笔，自动匹配 1 笔')
  await expect(dialog(finance)).toContainText('第 3 行')
  await savePicture(finance, 'trouble-07-statement')
  await finance.goto('/imprest/yufukuan')
  await expect(rowOf(finance, `C${serialSuffix}`).getByRole('group', { name: /该笔来款由您/ }), 'the importer does not confirm').toBeVisible()
  const centre = await enter(browser, 'centre')
  await centre.goto('/imprest/yufukuan')
  await rowOf(centre, `C${serialSuffix}`).getByRole('button', { name: '确认入账' }).click()
  await dialog(centre).getByRole('button', { name: '确认入账' }).click()
  await expect(rowOf(finance, `C${serialSuffix}`)).toContainText('已入账')
  // Only the last of the three top-ups moved money. The balance cannot prove this, because payouts of earlier tests may
  // be returned meanwhile.
  const { rows } = await ask<{ rows: { refNo: string; available: number }[] }>('maker', 'prepayments.history', { kind: 'topup', mode: 2 })
  expect(rows.filter((row) => numbers.includes(row.refNo)).map((row) => [row.refNo, row.available])).toEqual([[numbers[2], 30_303]])
  await Promise.all([maker, finance, centre].map((page) => page.context().close()))
})

test('the payment dialog opens at its total and balances, at 1440 and 390 px', async ({ browser }) => {
  const batch = await batchAt('payable', linesFor(payees.slice(0, 6), '66.00'))
  const page = await enter(browser, 'payer')
  for (const size of [
    { width: 1440, height: 500 },
    { width: 390, height: 600 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/zf/batch/${batch.id}`)
    await page.getByRole('button', { name: '支付', exact: true }).filter({ visible: true }).first().click()
    const box = dialog(page).locator('.k-confirm-amount')
    await expect(box).toContainText(/可用余额 ¥[\d,]+\.\d\d/)
    await expect(dialog(page).getByText('金额最大').first()).toBeAttached()
    await expect(box.locator('.k-confirm-figure')).toBeInViewport({ ratio: 1 })
    await expect(box.getByText('冻结余额')).toBeInViewport({ ratio: 1 })
  }
})

test('a unit sees how its tax and fee were computed and which part it bears', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor(payees.slice(0, 1), '120000.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}?pane=tax`)
  await page.getByRole('button', { name: '这笔税怎么算的' }).click()
  const drawer = dialog(page)
  await expect(drawer.getByRole('rowheader', { name: /六税两费减半征收（.*2023年第12号.*）/ })).toBeVisible()
  await expect(drawer.getByRole('rowheader', { name: /城市维护建设税 · 税率 7%，减半后 3.5%/ })).toBeVisible()
  const costTable = drawer.getByRole('table', { name: '单位应付' })
  await expect(costTable.getByRole('row', { name: /单位承担的服务费 ¥/ })).toBeVisible()
  await expect(costTable.getByRole('row', { name: /单位应付 ¥/ })).toBeVisible()
})
