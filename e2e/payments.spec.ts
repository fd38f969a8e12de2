import type { Locator, Page } from '@playwright/test'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { ask } from '#/e2e/desk.ts'
import { savePicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'

const { specials, ordinary } = demoPeople()
const naturalPersons = ordinary.filter((person) => person.entity === null)
const headings = ['序号', '姓名*', '证件类型', '证件号码*', '手机号*', '收款银行', '收款账号*', '应发金额(元)*', '服务内容', '备注']

function personNamed(name: string): DemoPerson {
  const person = specials[name]
  if (!person) throw new Error(`nobody is ${name}`)
  return person
}

/**
 * A batch file with a mistyped ID number, a person without agreement, and cards whose payments fail, wait, are answered
 * late or are returned.
 */
async function payeeFile() {
  const payees = [
    ...naturalPersons.slice(0, 5),
    personNamed('nameMismatch'),
    personNamed('held'),
    personNamed('slow'),
    personNamed('bounces'),
    personNamed('noAgreement'),
  ]
  const rows = payees.map((person, at) => [
    at + 1,
    person.name,
    '居民身份证',
    at === 0 ? `${person.idNumber.slice(0, 17)}A` : person.idNumber,
    person.mobile,
    person.bankName,
    person.cardNo,
    `${1200 + at}.50`,
    '直播服务费',
    '',
  ])
  const buffer = await writeSheet({ sheets: [{ name: '批量支付', columns: headings.map((heading) => ({ heading })), rows }] })
  return { name: '十一月主播结算.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer }
}

// Visited pages stay mounted but hidden, so only visible elements match.
const shownText = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first()
const dialog = (page: Page): Locator => page.getByRole('dialog').last()

test('a batch file with errors is corrected, paid, receipted and partly returned', async ({ browser }) => {
  test.setTimeout(300_000)
  const maker = await signIn(browser, 'maker')
  let batchUrl = ''

  await test.step('the maker starts a batch for an order', async () => {
    await maker.goto('/zf/zfPtList')
    await maker.getByRole('button', { name: '新建批量支付' }).click()
    await dialog(maker).getByRole('combobox').first().click()
    const order = maker.getByRole('listbox').getByRole('option').filter({ hasText: 'DD2025000012' })
    const [, mode = '', unitName = ''] = (await order.innerText()).split(' · ')
    expect(mode).toBe('总包分包')
    await order.click()
    await expect(dialog(maker).locator('.k-facts')).toContainText(new RegExp(`${unitName}.*${mode}`, 's'))
    await savePicture(maker, 'story-01-new-batch')
    await dialog(maker).locator('.k-overlay-foot .k-btn-primary').click()
    await expect(maker).toHaveURL(/\/zf\/batch\/\d+/)
    batchUrl = new URL(maker.url()).pathname
  })

  await test.step('one upload shows every error in its cell', async () => {
    await maker
      .locator('section[aria-label="上传明细文件"] input[type=file]')
      .first()
      .setInputFiles(await payeeFile())
    await expect(maker.getByText('已导入 10 条')).toBeVisible()
    await expect(maker.getByRole('grid')).toBeVisible()
    await expect(maker.locator('[aria-invalid=true]').first()).toBeVisible()
    await savePicture(maker, 'story-02-faults')
  })

  await test.step('a mistyped number is corrected in the grid and payees with obstacles are excluded', async () => {
    await maker.locator('[aria-invalid=true]').first().dblclick()
    await maker.keyboard.press('ControlOrMeta+a')
    await maker.keyboard.type(naturalPersons[0]?.idNumber ?? '')
    await maker.keyboard.press('Enter')
    await expect(maker.locator('[aria-invalid=true]')).toHaveCount(1)
    await maker.getByRole('button', { name: '剔除全部错误' }).click()
    await maker.locator('.k-dialog .k-overlay-foot .k-btn-primary').last().click()
    await expect(maker.locator('[aria-invalid=true]')).toHaveCount(0)
    await savePicture(maker, 'story-03-repaired')
  })

  await test.step('the maker submits the batch', async () => {
    await maker.getByRole('button', { name: '提交复核' }).click()
    await expect(dialog(maker).getByRole('button', { name: '确认提交' })).toBeVisible()
    const reasonField = dialog(maker).getByRole('textbox')
    if (await reasonField.count()) await reasonField.fill('已逐条核对')
    await dialog(maker).getByRole('button', { name: '确认提交' }).click()
    await expect(shownText(maker, '待复核')).toBeVisible()
  })

  await test.step('another person checks the batch', async () => {
    const checker = await signIn(browser, 'checker', { at: batchUrl })
    await checker.getByRole('button', { name: '复核', exact: true }).click()
    await savePicture(checker, 'story-04-check')
    await dialog(checker).getByRole('button', { name: '确认复核' }).click()
    await expect(shownText(checker, '待中心审核')).toBeVisible()
    await checker.context().close()
  })

  await test.step('the centre confirms each audit point of the batch', async () => {
    const auditor = await signIn(browser, 'auditor', { mode: 2, at: batchUrl })
    await auditor.getByRole('button', { name: '审核', exact: true }).click()
    const auditDialog = dialog(auditor)
      .getByRole('group', { name: /审核要点/ })
      .getByRole('checkbox')
    await expect(auditDialog.first()).toBeVisible()
    for (const box of await auditDialog.all()) await box.check()
    await savePicture(auditor, 'story-05-audit')
    await dialog(auditor).getByRole('button', { name: '确认审核' }).click()
    await expect(shownText(auditor, '待支付')).toBeVisible()
    await auditor.context().close()
  })

  const payer = await signIn(browser, 'payer')
  await test.step('a third person pays after a wrong payment password', async () => {
    await payer.goto(batchUrl)
    await payer.getByRole('button', { name: '支付', exact: true }).click()
    await dialog(payer).getByRole('checkbox').check()
    await dialog(payer).locator('input[type=password]').fill('Wrong#2026')
    await dialog(payer).getByRole('button', { name: '确认支付' }).click()
    await expect(shownText(payer, /剩余 4 次/)).toBeVisible()
    await savePicture(payer, 'story-06-wrong-password')
    await dialog(payer).locator('input[type=password]').fill(demoPaymentPassword)
    await savePicture(payer, 'story-07-pay')
    await dialog(payer).getByRole('button', { name: '确认支付' }).click()
    await expect(shownText(payer, '支付中')).toBeVisible()
    await savePicture(payer, 'story-08-paying')
  })

  await test.step('progress shows arrived, failed, held and unknown payments live', async () => {
    await expect(shownText(payer, /已有结果 7 \/ 9/)).toBeVisible({ timeout: 60_000 })
    await expect(shownText(payer, /结果待查 1/)).toBeVisible()
    await savePicture(payer, 'story-09-results')
    const clock = payer.locator('.s-demo-clock b')
    await expect(async () => {
      const timeBefore = (await clock.textContent()) ?? ''
      await payer.getByRole('button', { name: '+1 小时' }).click()
      // A click while the clock is advancing has no effect.
      await expect(clock).not.toHaveText(timeBefore)
      await expect(shownText(payer, /已有结果 8 \/ 9/)).toBeVisible({ timeout: 4000 })
    }).toPass({ timeout: 90_000 })
  })

  const countReturnsToDo = async () => {
    const tasks = await ask<{ kind: string; count: number }[]>('maker', 'tasks.waiting', {})
    return tasks.filter(({ kind }) => kind === 'returned').reduce((sum, { count }) => sum + count, 0)
  }
  const returnsBefore = await countReturnsToDo()
  await test.step('two days later the bank returns a payment with its tax and fee (ST-07)', async () => {
    await payer.getByRole('button', { name: '+2 天' }).click()
    await expect(shownText(payer, /已退汇 1/)).toBeVisible({ timeout: 60_000 })
    await savePicture(payer, 'story-10-returned')
  })

  await test.step('the calculation of a line is shown step by step', async () => {
    await payer.getByRole('tab', { name: '税费明细' }).click()
    await payer.getByRole('button', { name: '这笔税怎么算的' }).first().click()
    await expect(payer.getByText(/税务政策 2026-11/)).toBeVisible()
    await savePicture(payer, 'story-11-explained')
    await payer.keyboard.press('Escape')
  })

  await test.step('the money trail balances', async () => {
    await payer.getByRole('tab', { name: '资金流水' }).click()
    await expect(shownText(payer, '冻结')).toBeVisible()
    await savePicture(payer, 'story-12-money')
  })

  await test.step('all receipts download as one ZIP file with progress', async () => {
    await payer.getByRole('tab', { name: '回单' }).click()
    await payer.getByRole('button', { name: '打包下载全部回单' }).click()
    const downloadButton = payer.getByRole('button', { name: '下载压缩包' })
    await expect(downloadButton).toBeEnabled({ timeout: 40_000 })
    const downloadPromise = payer.waitForEvent('download')
    await downloadButton.click()
    expect((await downloadPromise).suggestedFilename()).toMatch(/\.zip$/)
    await savePicture(payer, 'story-13-receipts')
  })

  await test.step('the maker resends failed lines and cancels held lines', async () => {
    await maker.goto(batchUrl)
    await maker
      .getByRole('row', { name: /已挂起/ })
      .filter({ visible: true })
      .first()
      .getByRole('checkbox')
      .check()
    await maker.getByRole('button', { name: '重试挂起' }).click()
    await expect(dialog(maker)).toContainText('默认运营中心')
    await expect(dialog(maker)).toContainText('立即重新发送给支付通道')
    await savePicture(maker, 'story-14-retry')
    await maker.keyboard.press('Escape')
    await maker.getByRole('button', { name: '取消挂起' }).click()
    await dialog(maker).getByRole('button', { name: '确认取消' }).click()
    await expect(shownText(maker, '部分成功')).toBeVisible()
    expect(await countReturnsToDo(), 'the return is on the unit’s list (ST-07)').toBe(returnsBefore + 1)
    await maker.getByRole('button', { name: '生成重发批次' }).first().click()
    await expect(dialog(maker).getByText('原卡，需更换').first()).toBeVisible()
    await savePicture(maker, 'story-15-choose')
    await dialog(maker).getByRole('button', { name: '生成重发批次' }).click()
    await expect(maker).not.toHaveURL(new RegExp(`${batchUrl}$`))
    await expect(shownText(maker, '待提交')).toBeVisible()
    await savePicture(maker, 'story-16-resend')
  })
})
