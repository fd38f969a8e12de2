import { type Fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { ask, card, confirmButton, dialog, enter, expectFigure, getBatch, payByCall, phone, visibleText, waitForState } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface ReceivedSums {
  readonly year: { readonly net: number }
  readonly month: { readonly net: number }
}

const everyPoint = { contract: true, evidence: true, unique: true, people: true, amounts: true }
const resultFile = { name: '成果.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('result')) }

test('a claim from a phone is confirmed and paid, and an objection to it is decided', async ({ browser }) => {
  const getReceivedSums = () => ask<ReceivedSums>('operator', 'collections.received', {})
  const { year, month } = await getReceivedSums()
  const operator = await enter(browser, 'operator', phone)
  await operator.goto('/zf/zfSkYzList')
  await expect(visibleText(operator, '本年实收')).toBeVisible()
  await operator.getByRole('button', { name: '申请收款' }).click()
  const claimDialog = dialog(operator)
  await claimDialog.getByLabel('订单').click()
  await operator.keyboard.type('框架')
  const offeredOrders = operator.getByRole('listbox').getByRole('group')
  const unitAndMode = await offeredOrders.first().locator('.k-options-heading').innerText()
  const [unitName = '', mode = ''] = unitAndMode.split(' · ')
  expect(['个体工商户', '总包分包']).toContain(mode)
  const order = offeredOrders.first().getByRole('option').first()
  await expect(order).toHaveText(new RegExp(`^DD\\d+ .*框架订单.* · ${unitAndMode}$`))
  await order.click()
  await expect(claimDialog.locator('.k-facts')).toContainText(new RegExp(`DD\\d+.*${unitName}.*${mode}`, 's'))
  await claimDialog.getByLabel('服务内容').fill('夜场直播场控')
  const day = shiftDay(dayOf(new Date()), -12)
  for (const name of ['服务开始日', '服务结束日']) {
    await claimDialog.getByLabel(name).fill(day)
    await operator.keyboard.press('Enter')
  }
  await claimDialog.getByLabel('金额（应发，税前）').fill('640')
  await claimDialog.locator('input[type=file]').setInputFiles(resultFile)
  await claimDialog.getByRole('button', { name: '提交单位确认' }).click()
  await expect(visibleText(operator, '待单位确认')).toBeVisible()
  await expect(card(operator, '夜场直播场控')).toContainText('¥640.00')
  await expectFits(operator, 'the claims')
  await savePicture(operator, 'collections-01-claim')

  const maker = await enter(browser, 'maker')
  await maker.goto('/zf/zfSkList?states=pending&keyword=夜场')
  await maker
    .getByRole('row', { name: /夜场直播场控/ })
    .getByRole('button', { name: /^查看/ })
    .click()
  await maker.getByRole('button', { name: '确认', exact: true }).click()
  await confirmButton(maker).click()
  await expect(confirmButton(maker)).toHaveCount(0)
  await maker.goto('/zf/zfSkList?states=confirmed&keyword=夜场')
  await maker
    .getByRole('row', { name: /夜场直播场控/ })
    .getByRole('checkbox')
    .check()
  await maker.getByRole('button', { name: '合并支付' }).click()
  await savePicture(maker, 'collections-02-merge')
  await confirmButton(maker).click()
  await expect(maker).toHaveURL(/\/zf\/batch\/\d+/)
  const id = Number(maker.url().split('/').at(-1)?.split('?')[0])
  const getTarget = async () => ({ id, version: (await getBatch(id)).version })
  await ask('maker', 'payments.submit', { ...(await getTarget()), acknowledgement: '已逐条核对' })
  await ask('checker', 'payments.check', { ...(await getTarget()), approve: true })
  await ask('auditor', 'payments.audit', { ...(await getTarget()), approve: true, checklist: everyPoint })
  await payByCall(await getBatch(id))
  await waitForState(id, /paid|closed/)

  await operator.goto('/zf/zfSkYzList?keyword=夜场')
  // The first payment is below 800.00, so it is free of income tax and VAT. The unit bears the fee.
  const receivedCard = card(operator, '夜场直播场控')
  for (const [name, figure] of [
    ['应发', '¥640.00'],
    ['税费', '¥0.00'],
    ['服务费', '¥0.00'],
    ['实收', '¥640.00'],
  ] as const)
    await expectFigure(receivedCard, name, figure)
  await expect(visibleText(operator, `本年实收 ${formatYuan((year.net + 64_000) as Fen)}`)).toBeVisible()
  await expect(visibleText(operator, `本月实收 ${formatYuan((month.net + 64_000) as Fen)}`)).toBeVisible()
  await expectFits(operator, 'the payments received')
  await receivedCard.getByRole('button').first().click()
  await expect(visibleText(operator, '税费怎么算')).toBeVisible()
  await expectFigure(dialog(operator), '实收', '¥640.00')
  const [receipt] = await Promise.all([operator.waitForEvent('download'), operator.getByRole('button', { name: '下载回单' }).click()])
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/)
  await operator.getByRole('button', { name: '提出异议' }).click()
  const objectionDialog = dialog(operator)
  await objectionDialog.getByRole('radio', { name: '金额不符' }).check()
  await objectionDialog.getByLabel('异议说明').fill('约定 700 元')
  await objectionDialog.getByRole('button', { name: '提出异议' }).click()
  await expect(visibleText(operator, '待单位答复')).toBeVisible()
  await savePicture(operator, 'collections-03-objection')

  await maker.goto('/zf/zfSkList?pane=objections&states=open')
  const head = (name: string) => maker.getByRole('columnheader', { name }).boundingBox()
  await expect.poll(async () => ((await head('答复期限'))?.x ?? 0) + ((await head('答复期限'))?.width ?? 0)).toBeLessThanOrEqual((await head('操作'))?.x ?? 0)
  await maker
    .getByRole('row', { name: /约定 700 元/ })
    .getByRole('button', { name: /^查看/ })
    .click()
  await maker.getByRole('button', { name: '答复' }).click()
  await dialog(maker).getByRole('textbox').fill('按验收单结算')
  await dialog(maker).getByRole('button', { name: '答复' }).click()
  await expect(visibleText(maker, '待中心裁定')).toBeVisible()

  const centre = await enter(browser, 'centre')
  await centre.goto('/zf/zfSkList?pane=objections&states=answered')
  await centre
    .getByRole('row', { name: /约定 700 元/ })
    .getByRole('button', { name: /^查看/ })
    .click()
  await centre.getByRole('button', { name: '异议不成立' }).click()
  await dialog(centre).getByRole('textbox').fill('合同约定 640 元')
  await dialog(centre).getByRole('button', { name: '异议不成立' }).click()
  await expect(dialog(centre).getByRole('textbox')).toHaveCount(0)
  await operator.reload()
  await expect(visibleText(operator, '合同约定 640 元')).toBeVisible()
})
