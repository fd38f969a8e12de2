import { ask, dialog, enter, phone, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectFits } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

interface Quarter {
  readonly quarter: string
  readonly reporter: 'centre' | 'platform'
  readonly centreId: number | null
  readonly report: { readonly id: number; readonly gross: number } | null
}

interface Plans {
  readonly firstQuarter: string
  readonly plans: readonly { readonly state: string; readonly firstQuarter: string; readonly rules: readonly { readonly ground: string }[] }[]
}

test('two people of the platform confirm who reports, and a centre can only view its part', async ({ browser }) => {
  const { firstQuarter } = await ask<Plans>('caiwu', 'platformreports.plans', {})
  const proposer = await enter(browser, 'caiwu')
  await proposer.goto('/tax/platformReports?pane=plans')
  await expect(visibleText(proposer, '执行中')).toBeVisible()
  await proposer.getByRole('button', { name: '提出新设置' }).click()
  const form = dialog(proposer)
  await expect(form.getByLabel('报送主体')).toHaveValue('云创客网络科技有限公司')
  await form.getByRole('button', { name: '添加规则' }).click()
  await expect(form.getByRole('button', { name: '删除 3' })).toBeVisible()
  await form.getByRole('button', { name: '删除 3' }).click()
  await form.getByLabel('提出原因').fill('下一季度沿用现行主体与规则')
  await savePicture(proposer, 'platform-reports-01-propose')
  await form.getByRole('button', { name: '提出新设置' }).click()
  await expect(form).toBeHidden()

  const secondSession = await enter(browser, 'platform')
  await secondSession.goto('/tax/platformReports?pane=plans')
  await secondSession.getByRole('button', { name: `查看 ${firstQuarter}` }).click()
  await expect(visibleText(secondSession, '下一季度沿用现行主体与规则')).toBeVisible()
  await savePicture(secondSession, 'platform-reports-02-decide')
  await secondSession.getByRole('button', { name: '确认', exact: true }).click()
  await expect.poll(async () => (await ask<Plans>('caiwu', 'platformreports.plans', {})).plans[0]?.state).toBe('confirmed')

  const report = (await ask<readonly Quarter[]>('caiwu', 'platformreports.quarters', {})).find(({ centreId }) => centreId === null)?.report
  await proposer.goto(`/tax/platformReports?open=${report?.id}`)
  await proposer.getByRole('tab', { name: '各中心数据' }).click()
  await expect(dialog(proposer).getByRole('row', { name: /海南运营中心/ })).toBeVisible()
  await savePicture(proposer, 'platform-reports-03-centres')
  await dialog(proposer).getByRole('tab', { name: '收入来源' }).click()
  await expect(
    dialog(proposer)
      .getByText(/规则 \d：/)
      .first(),
  ).toBeVisible()
  await savePicture(proposer, 'platform-reports-04-sources')

  const centre = await enter(browser, 'finance03', phone)
  await centre.goto('/tax/platformReports')
  await expectFits(centre, 'the quarters of a centre')
  await centre.getByRole('button', { name: /^查看/ }).first().click()
  await expect(visibleText(centre, /只能查看/)).toBeVisible()
  await expect(centre.getByRole('button', { name: /导出|生成更正版|登记回执/ })).toHaveCount(0)
  await expectFits(centre, 'the part of a centre')
  await savePicture(centre, 'platform-reports-05-part')
})
