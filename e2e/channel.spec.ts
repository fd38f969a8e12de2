import { pages } from '#/api/pages.ts'
import { approveChanges, ask, batchAt, confirmPassword, dialog, linesFor, payByCall, payees, setUnitChannels, visibleText, waitForState } from '#/e2e/desk.ts'
import { savePicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { settingsFor, startBank } from '#/server/money/payouts/channels/http-testing.ts'

test('a new HTTP channel is tested, pays each line once and delivers the bank’s receipts', async ({ browser }) => {
  const bank = await startBank()
  try {
    const merchant = await bank.merchant('M1001')
    const settings = settingsFor(bank, merchant)
    const page = await signIn(browser, 'platform', { at: `${pages.userMsList.path}?open=2&pane=channels` })
    await page.getByRole('button', { name: '新增通道' }).click()
    await dialog(page).getByLabel('通道名称').fill('模拟银行')
    await dialog(page).getByLabel('类型').click()
    await page.getByRole('listbox').getByRole('option').filter({ hasText: 'HTTP 标准通道' }).click()
    const labels = { address: '接口地址', merchantNo: '商户号', payerAccount: '付款账号', ownKey: '我方签名密钥' } as const
    for (const [key, label] of Object.entries(labels))
      await dialog(page)
        .getByLabel(label)
        .fill(settings[key] ?? '')
    // With the wrong key, the connection test names the setting to check.
    await dialog(page)
      .getByLabel('对方验签密钥')
      .fill((await bank.merchant('M1002')).bankOpen)
    await dialog(page).getByLabel('变更原因').fill('新签约银行')
    await savePicture(page, 'channel-01-dialog')
    await dialog(page)
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await confirmPassword(page)
    await expect(page.getByRole('button', { name: /保\s?存/ })).toBeHidden()
    await approveChanges()
    await page.reload()
    const row = page.getByRole('row', { name: /模拟银行/ })
    await row.getByRole('button', { name: '测试连接' }).click()
    await expect(visibleText(page, /对方应答的签名无效/)).toBeVisible()
    await row.getByRole('button', { name: /编\s?辑/ }).click()
    await dialog(page)
      .getByLabel('对方验签密钥')
      .fill(settings.theirKey ?? '')
    await dialog(page).getByLabel('变更原因').fill('更正验签密钥')
    await dialog(page)
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await expect(page.getByRole('button', { name: /保\s?存/ })).toBeHidden()
    await approveChanges()
    await row.getByRole('button', { name: '测试连接' }).click()
    await expect(visibleText(page, /连接正常，双方签名均已验证/)).toBeVisible()
    await savePicture(page, 'channel-02-tested')

    const { channels } = await ask<{ channels: { id: number; name: string }[] }>('platform', 'centres.get', { id: 2 })
    const batch = await batchAt('payable', linesFor(payees.slice(0, 3), '66.00'))
    const { createdAt } = await ask<{ createdAt: string }>('maker', 'payments.get', { id: batch.id })
    const today = new Date(new Date(createdAt).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    await setUnitChannels(
      today,
      channels.filter(({ name }) => name === '模拟银行').map(({ id }) => id),
    )
    await payByCall(batch)
    await setUnitChannels(today, [])
    await waitForState(batch.id, 'paid')
    const paidOrders = (await bank.book()).filter(({ status }) => status === 'SUCCESS')
    expect(paidOrders.map((order) => order.executed)).toEqual([1, 1, 1])
    expect(paidOrders.reduce((sum, order) => sum + order.paid, 0)).toBe(batch.net)
    type Row = { readonly isFromChannel: boolean }
    const countBankVouchers = async () =>
      (await ask<{ rows: Row[] }>('maker', 'vouchers.list', { batchId: batch.id })).rows.filter((voucher) => voucher.isFromChannel).length
    await expect.poll(countBankVouchers, { timeout: 60_000, intervals: [1000] }).toBe(3)

    await page.goto(`${pages.zfpzList.path}?batchId=${batch.id}`)
    await expect(page.getByRole('row', { name: /支付通道/ })).toHaveCount(3)
    const downloadPromise = page.waitForEvent('download')
    await page
      .getByRole('row', { name: /支付通道/ })
      .first()
      .getByRole('button', { name: /下\s?载/ })
      .click()
    await downloadPromise
    await savePicture(page, 'channel-03-receipts')
    await page
      .getByRole('row', { name: /支付通道/ })
      .first()
      .getByRole('button', { name: '预览' })
      .click()
    const preview = page.getByRole('dialog')
    await expect(preview.getByText('共 1 页')).toBeVisible()
    await expect(preview.locator('canvas')).toBeVisible()
  } finally {
    await bank.stop()
  }
})
