import { readExamples } from '#/db/base/examples.ts'
import { ask, dialog, enter } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

const exampleCount = readExamples().length

interface Draft {
  readonly id: number
  readonly version: number
  readonly policyVersion: string
}

test('the tax lead sees the points to confirm and a missing year of holidays', async ({ browser }) => {
  const page = await enter(browser, 'caiwu')
  await page.route('**/api/policies/years*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, missing: 2027 } } })
  })
  await page.goto('/tax/taxPolicies?pane=points')
  const first = page.getByRole('row', { name: /^U1 / })
  await expect(first).toContainText('2026年第28号')
  await expect(first).toContainText('2026-12-15')
  await first.getByRole('button').last().click()
  await expect(dialog(page)).toContainText('2026-12-15')
  await savePicture(page, 'policies-03-first-filing')
  await page.goto('/tax/taxPolicies?pane=calendar')
  await expect(page.getByText(/2027 年节假日/)).toBeVisible()
  await savePicture(page, 'policies-04-calendar')
})

test('two people review and publish a draft with a new figure and VAT method', async ({ browser }) => {
  const { id, version, policyVersion } = await ask<Draft>('caiwu', 'policies.begin', { firstDay: '2027-06-01' })
  await ask('caiwu', 'policies.save', { draftId: id, version, values: [{ path: 'source', value: '浏览器测试公告' }] })
  const draftPath = `/tax/taxPolicies?pane=drafts&draft=${id}`
  const page = await enter(browser, 'caiwu')
  await page.goto(draftPath)
  await page.getByRole('button', { name: '修改', exact: true }).click()
  const form = dialog(page)
  await form.getByRole('combobox', { name: '部分' }).click()
  await page.getByRole('listbox').getByRole('option', { name: '十二个月销售额' }).click()
  await form.getByRole('textbox', { name: '政策依据' }).fill('浏览器测试公告第二条')
  await form.getByRole('textbox', { name: '预警金额' }).fill('4500000.50')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('¥4,500,000.50')).toBeVisible()
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await form.getByRole('combobox', { name: '部分' }).click()
  await page.getByRole('listbox').getByRole('option', { name: '增值税', exact: true }).click()
  await form.getByRole('textbox', { name: '政策依据' }).fill('浏览器测试公告第三条')
  await form.getByRole('button', { name: '添加类目' }).click()
  await form.getByRole('combobox', { name: '服务类目 1' }).click()
  await page.getByRole('listbox').getByRole('option', { name: '广告服务' }).click()
  await savePicture(page, 'policies-02-ways')
  await form.getByRole('button', { name: '保存' }).click()
  const taxMethod = '广告服务　付款方代扣代缴（28号）'
  await expect(page.getByText(taxMethod)).toBeVisible()
  await page.getByRole('button', { name: '测算用例' }).click()
  await expect(page.getByText(`${exampleCount} / ${exampleCount} 个用例结果一致`)).toBeVisible()
  await page.getByRole('button', { name: '测算影响' }).click()
  await expect(page.getByRole('heading', { name: /本月人员/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled()
  await savePicture(page, 'policies-01-draft')
  const secondBrowserPage = await enter(browser, 'platform')
  await secondBrowserPage.goto(draftPath)
  await secondBrowserPage.getByRole('button', { name: '发布', exact: true }).click()
  const publishDialog = secondBrowserPage.getByRole('dialog', { name: /^发布/ })
  await expect(publishDialog.getByText('¥4,500,000.50')).toBeVisible()
  await expect(publishDialog.getByText(taxMethod)).toBeVisible()
  await publishDialog.getByRole('button', { name: '发布', exact: true }).click()
  await expect(secondBrowserPage.getByRole('button', { name: '申请撤回' })).toBeVisible()
  await secondBrowserPage.goto('/tax/taxPolicies')
  await expect(secondBrowserPage.getByRole('row', { name: new RegExp(`${policyVersion} 待执行 2027-06-01`) })).toBeVisible()
})
