import type { Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { ask, confirmPassword, dialog, visibleText } from '#/e2e/desk.ts'
import { savePicture, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

const drawer = (page: Page) => page.locator('.k-drawer')

test('a new receiving account needs a second person and can be withdrawn before it takes effect', async ({ browser }) => {
  const proposer = await signIn(browser, 'platform', { at: `${pages.userMsList.path}?open=2` })
  await drawer(proposer).getByRole('button', { name: '编辑', exact: true }).click()
  await expect(dialog(proposer).getByLabel('变更原因')).toBeHidden()
  await dialog(proposer).getByLabel('收款账号').fill('6222000011112222')
  await dialog(proposer).getByLabel('变更原因').fill('开户行迁址')
  await dialog(proposer).getByRole('button', { name: '保存' }).click()
  await confirmPassword(proposer)
  await expect(drawer(proposer).getByText(/收款账户变更待复核：收款账号/)).toBeVisible()
  await drawer(proposer).getByRole('link', { name: '去复核' }).click()
  await expect(drawer(proposer).getByRole('button', { name: '通过' })).toBeDisabled()

  const decider = await signIn(browser, 'operation', { at: `${pages.changeList.path}?isForMe=1` })
  await decider
    .getByRole('row', { name: /收款账户/ })
    .first()
    .click()
  await expect(drawer(decider).getByRole('row', { name: /收款账号/ })).toContainText('6222000011112222')
  await savePicture(decider, 'changes-01-decide')
  await drawer(decider).getByRole('button', { name: '通过' }).click()
  await decider
    .getByRole('dialog', { name: /^通过 · / })
    .getByRole('button', { name: '通过' })
    .click()
  await confirmPassword(decider)
  await expect(visibleText(decider, '已通过，按生效时间执行')).toBeVisible()
  await expect(drawer(decider).getByText('待生效')).toBeVisible()
  const [account] = (await ask<{ centreId: number; accountNo: string }[]>('maker', 'prepayments.accounts', {})).filter(({ centreId }) => centreId === 2)
  expect(account?.accountNo).not.toBe('6222000011112222')

  await drawer(decider).getByRole('button', { name: '撤销变更' }).click()
  const withdrawal = decider.getByRole('dialog', { name: /^撤销变更 · / })
  await withdrawal.getByLabel('复核说明').fill('银行通知作废')
  await withdrawal.getByRole('button', { name: '撤销变更' }).click()
  await expect(drawer(decider).getByText('已撤销')).toBeVisible()
})

test('a second person sees the difference of a proposed partner account and rejects it', async ({ browser }) => {
  const proposer = await signIn(browser, 'platform', { at: `${pages.partnerList.path}?open=1` })
  await drawer(proposer).getByRole('button', { name: '编辑', exact: true }).click()
  await expect(dialog(proposer).getByLabel('变更原因')).toBeHidden()
  await dialog(proposer).getByLabel('联系人').fill('钱同舟')
  await dialog(proposer).getByLabel('账号').fill('6222000011112222')
  await dialog(proposer).getByLabel('变更原因').fill('更换结算银行')
  await dialog(proposer).getByRole('button', { name: '保存' }).click()
  await confirmPassword(proposer)
  await expect(drawer(proposer).getByText(/合作伙伴账户 .*变更待复核：收款账号/)).toBeVisible()

  const decider = await signIn(browser, 'operation', { at: `${pages.changeList.path}?isForMe=true` })
  await decider
    .getByRole('row', { name: /合作伙伴账户/ })
    .first()
    .click()
  await expect(drawer(decider).getByRole('row', { name: /收款账号/ })).toContainText('2222')
  await drawer(decider).getByRole('button', { name: '驳回' }).click()
  const rejection = decider.getByRole('dialog', { name: /^驳回 · / })
  await rejection.getByLabel('复核说明').fill('无银行证明')
  await rejection.getByRole('button', { name: '驳回' }).click()
  await confirmPassword(decider)
  await expect(drawer(decider).getByText('已驳回')).toBeVisible()
})
