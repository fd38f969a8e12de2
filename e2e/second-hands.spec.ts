import { pages } from '#/api/pages.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import { ask, confirmButton, dialog, enter, visibleText } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'

test('a new name of a unit waits in its drawer until another person decides', async ({ browser }) => {
  const proposer = await enter(browser, 'platform')
  await proposer.goto(`${pages.userDwList.path}?open=4`)
  const unit = await ask<{ name: string }>('platform', 'units.get', { id: 4 })
  await proposer.locator('.k-drawer').getByRole('button', { name: '编辑', exact: true }).click()
  await dialog(proposer).getByLabel('单位名称').fill('他人贸易有限公司')
  await dialog(proposer).getByRole('button', { name: '保存' }).click()
  await expect(visibleText(proposer, '已提交，名称、法定代表人与联系手机由另一人审批后生效')).toBeVisible()
  const ownCard = proposer.getByRole('region', { name: '名称、法定代表人或联系手机变更待审批' })
  await expect(ownCard.getByRole('row', { name: /他人贸易有限公司/ })).toContainText(unit.name)
  await expect(ownCard.getByRole('button', { name: '撤回' })).toBeEnabled()

  const decider = await enter(browser, 'operation')
  await decider.goto(`${pages.userDwList.path}?isForMe=1&open=4`)
  const card = decider.getByRole('region', { name: '名称、法定代表人或联系手机变更待审批' })
  await card.getByRole('button', { name: '驳回' }).click()
  await dialog(decider).locator('textarea').fill('与营业执照不符')
  await dialog(decider).getByRole('button', { name: '驳回' }).click()
  await expect(card).toHaveCount(0)
  expect((await ask<{ name: string }>('platform', 'units.get', { id: 4 })).name).toBe(unit.name)
})

test('the removal of a related person waits until a reviewer approves it', async ({ browser }) => {
  await ask('platform', 'relations.add', { unitId: 1, relation: 'executive', people: [{ name: '韩移除', idNumber: idNumberFor('330106', '19850105', 903) }] })
  const proposer = await enter(browser, 'platform')
  await proposer.goto(`${pages.userDwList.path}?open=1&pane=related&kinSize=100`)
  await proposer.getByRole('button', { name: '移除 韩移除' }).click()
  await dialog(proposer).locator('textarea').fill('已离任')
  await dialog(proposer).getByRole('button', { name: '移除' }).click()
  await expect(visibleText(proposer, '移除待审核')).toBeVisible()

  const reviewer = await enter(browser, 'auditor')
  await reviewer.goto(`${pages.datacheck.path}?ends=mine`)
  const row = reviewer.getByRole('row', { name: /韩移除/ })
  await expect(row).toContainText('已离任')
  await row.getByRole('button', { name: '同意' }).click()
  await confirmButton(reviewer).click()
  await expect(reviewer.getByText('没有待审核的移除')).toBeVisible()
})
