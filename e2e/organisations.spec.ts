import type { Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { ask, confirmButton, confirmPassword } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { countTraffic } from '#/e2e/traffic.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const drawer = (page: Page) => page.locator('.k-drawer')
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) }).first()

async function choose(page: Page, label: string, option: string) {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.getByRole('listbox').getByRole('option').filter({ hasText: option }).first().click()
}

/** Clicks an entry of the open action menu. */
async function press(page: Page, name: string) {
  await page.locator('.k-menu:visible').getByRole('menuitem', { name, exact: true }).click()
}

async function confirm(page: Page, name: string) {
  const button = dialog(page).getByRole('button', { name, exact: true })
  await button.click()
  await expect(button).toBeHidden()
}

test('a new unit appears in the list and in its drawer', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.userDwList.path })
  await page.getByRole('button', { name: '新增单位' }).click()
  const fields = {
    单位名称: '启明星供应链有限公司',
    信用代码: creditCodeFor('91', '330106', 880_001),
    法人姓名: '林启明',
    法定代表人身份证号码: idNumberFor('330106', '19751212', 880),
    行业: '供应链服务',
    联系人: '林晓',
    联系手机: '13812345678',
  }
  for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label, { exact: true }).fill(text)
  await choose(page, '运营中心', '默认运营中心')
  await choose(page, '结算模式', '总包分包')
  await choose(page, '费率方案', '标准 6%')
  await confirm(page, '新增')
  await page.goto(`${pages.userDwList.path}?keyword=${encodeURIComponent('启明星')}`)
  await row(page, '启明星供应链有限公司').click()
  await expect(drawer(page).getByText('林启明')).toBeVisible()
  await expect(drawer(page).getByText('默认运营中心 · 总包分包')).toBeVisible()
  await expect(drawer(page).getByText('138****5678')).toBeVisible()
})

test('freezing and unfreezing a unit need a reason and the password', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: `${pages.userDwList.path}?open=3` })
  await (await countTraffic(page)).settled()
  const moreActions = drawer(page).getByRole('button', { name: /更多操作/ })
  await moreActions.click()
  await press(page, '冻结')
  const freezeButton = dialog(page).getByRole('button', { name: '冻结', exact: true })
  const reason = dialog(page).getByRole('textbox', { name: '原因' })
  await expect(reason).toBeFocused()
  await reason.fill('风险核查')
  await expect(freezeButton, 'the password is required too').toBeDisabled()
  await page.keyboard.press('Enter')
  const password = dialog(page).getByLabel('登录密码（再次确认）')
  await expect(password).toBeFocused()
  await password.fill('Wrong#2026x')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('密码')
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('已冻结').first()).toBeVisible()
  await expect(drawer(page).getByText('风险核查')).toBeVisible()

  await moreActions.click()
  await press(page, '解冻')
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('核查完成')
  await dialog(page).getByLabel('登录密码（再次确认）').fill(demoPassword)
  await confirm(page, '解冻')
  await expect(drawer(page).getByText('正常', { exact: true })).toBeVisible()
  await drawer(page).getByRole('tab', { name: '日志' }).click()
  await expect(drawer(page).getByRole('row').filter({ hasText: '核查完成' })).toBeVisible()
})

test('Escape asks before it discards input in a dialog', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: `${pages.userDwList.path}?open=4` })
  await (await countTraffic(page)).settled()
  await drawer(page)
    .getByRole('button', { name: /更多操作/ })
    .click()
  await press(page, '停用')
  await expect(dialog(page).getByRole('textbox', { name: '原因' })).toBeFocused()
  await page.keyboard.type('临时')
  await page.keyboard.press('Escape')
  await expect(page.getByText('内容尚未保存，确定要关闭吗？').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByRole('textbox', { name: '原因' })).toHaveValue('临时')
})

test('unit settings show a preview, need approval below the floor, and can be restored', async ({ browser }) => {
  const page = await signIn(browser, 'platform')
  const openSettings = async (who: Page) => {
    await who.goto(`${pages.ptbiliEdit.path}?keyword=${encodeURIComponent('远山测绘')}`)
    await row(who, '远山测绘').click()
    await expect(drawer(who).getByRole('tab', { name: '历史版本' })).toBeVisible()
  }
  await openSettings(page)

  await test.step('the preview of a lowered limit shows the old and the new value', async () => {
    await drawer(page).getByRole('button', { name: '修改设置' }).click()
    await dialog(page).getByLabel('余额预警线').fill('5000')
    const preview = dialog(page).getByRole('row', { name: /余额预警线/ })
    await expect(preview).toContainText('20,000')
    await expect(preview).toContainText('5,000')
    await dialog(page).getByLabel('生效日期').fill('')
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('客户要求')
    await confirm(page, '提交变更')
    await drawer(page).getByRole('tab', { name: '历史版本' }).click()
    await expect(drawer(page).getByRole('listitem').first()).toContainText('第 2 版')
    await expect(drawer(page).getByRole('listitem').first()).toContainText('生效中')
  })

  await test.step('a plan below the floor waits for another person', async () => {
    await drawer(page).getByRole('button', { name: '修改设置' }).click()
    await choose(page, '费率方案', '战略客户 2.5%')
    await expect(dialog(page).getByText(/低于分成底价/)).toBeVisible()
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('战略客户')
    await confirm(page, '提交变更')
    await expect(drawer(page).getByRole('listitem').first()).toContainText('待审批')
    await expect(drawer(page).getByRole('button', { name: '同意', exact: true })).toBeDisabled()

    const secondAdmin = await signIn(browser, 'operation')
    await openSettings(secondAdmin)
    await drawer(secondAdmin).getByRole('tab', { name: '历史版本' }).click()
    await drawer(secondAdmin).getByRole('button', { name: '驳回', exact: true }).click()
    await expect(dialog(secondAdmin).getByRole('button', { name: '驳回', exact: true }), 'no without why').toBeDisabled()
    await dialog(secondAdmin).getByRole('textbox', { name: '原因' }).fill('价格过低')
    await confirm(secondAdmin, '驳回')
    await expect(drawer(secondAdmin).getByRole('listitem').first()).toContainText('已驳回')
  })

  await test.step('the first version is restored', async () => {
    await openSettings(page)
    await drawer(page).getByRole('tab', { name: '历史版本' }).click()
    await drawer(page).getByRole('button', { name: '恢复此版本' }).last().click()
    await expect(dialog(page).getByText('恢复第 1 版的设置')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('恢复原约定')
    await confirm(page, '提交变更')
    await expect(drawer(page).getByRole('listitem').first()).toContainText('恢复自第 1 版')
  })
})

test('a new channel with a limit awaits review, and an age rule of the centre takes effect', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.userMsList.path })
  await row(page, '成都运营中心').click()
  await drawer(page).getByRole('tab', { name: '支付通道' }).click()
  await drawer(page).getByRole('button', { name: '新增通道' }).click()
  await dialog(page).getByLabel('通道名称').fill('备用线下通道')
  await dialog(page).getByLabel('单日限额').fill('300000')
  await dialog(page).getByLabel('变更原因').fill('备用付款方式')
  await dialog(page).getByRole('button', { name: '保存' }).click()
  await confirmPassword(page)
  await expect(drawer(page).getByText(/支付通道 备用线下通道变更待复核/)).toBeVisible()
  await expect(drawer(page).getByRole('row', { name: /备用线下通道/ })).toContainText('¥300,000.00')

  await drawer(page).getByRole('button', { name: '编辑', exact: true }).first().click()
  // The drawer is a dialog too, with a tab of the same name.
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await dialog(page).getByRole('tab', { name: '合规规则' }).click()
  await dialog(page).getByLabel('最大年龄').fill('60')
  await confirm(page, '保存')
  await drawer(page).getByRole('tab', { name: '合规规则' }).click()
  await expect(drawer(page).getByText('18-60 岁')).toBeVisible()
})

test('a colleague’s customers move to a new employee before the colleague is disabled', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 2, at: pages.employeeList.path })
  await page.getByRole('button', { name: '新增员工' }).click()
  await dialog(page).getByLabel('姓名').fill('何新来')
  await dialog(page).getByLabel('手机').fill('13811112222')
  await dialog(page).getByLabel('登录账号').fill('hexinlai')
  await choose(page, '岗位', '业务员')
  await choose(page, '运营中心', '默认运营中心')
  await choose(page, '角色', '营销员/业务员')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: '新增', exact: true }).click()
  await expect(page.getByText(/设置密码的链接已发送至 138\*\*\*\*2222/)).toBeVisible()
  await expect(dialog(page).getByText(/hexinlai/)).toBeVisible()
  await dialog(page).locator('.k-overlay-foot').getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '江一帆 的更多操作' }).click()
  await press(page, '转移客户')
  await choose(page, '接收人', '何新来')
  await dialog(page).getByLabel('原因').fill('区域调整')
  await confirm(page, '转移客户')
  await expect(page.getByText('已提交，须由第二人审批')).toBeVisible()
  const second = await signIn(browser, 'operation', { at: `${pages.employeeList.path}?isForMe=1` })
  await row(second, '江一帆').click()
  await drawer(second).getByRole('tab', { name: '转移记录' }).click()
  await drawer(second).getByRole('button', { name: '通过' }).click()
  await confirmButton(second).click()
  await expect(second.getByText(/已转移 \d+ 个单位/)).toBeVisible()
  await page.reload()
  await expect(row(page, '江一帆').getByRole('cell', { name: '0', exact: true })).toBeVisible()

  // A unit can also have no salesperson.
  const { rows } = await ask<{ rows: { id: number; salesman: { name: string } | null }[] }>('centre', 'units.list', { size: 50 })
  const { id } = rows.find(({ salesman }) => salesman?.name === '何新来') ?? { id: 0 }
  expect(id, 'the units were handed over').toBeGreaterThan(0)
  const unitsPage = await signIn(browser, 'centre', { mode: 2, at: `${pages.userDwList.path}?open=${id}` })
  await drawer(unitsPage)
    .getByRole('button', { name: /更多操作/ })
    .click()
  await press(unitsPage, '分配人员')
  await choose(unitsPage, '业务员', '（不指定）')
  await confirm(unitsPage, '分配人员')
  expect((await ask<{ salesman: unknown }>('centre', 'units.get', { id })).salesman).toBeNull()

  await page.getByRole('button', { name: '江一帆 的更多操作' }).click()
  await press(page, '停用')
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('离职')
  await page.keyboard.press('Enter')
  await expect(row(page, '江一帆')).toContainText('已停用')
})

test('a partner can be added, and disabled with a reason', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.partnerList.path })
  await page.getByRole('button', { name: '新增合作伙伴' }).click()
  await dialog(page).getByLabel('名称', { exact: true }).fill('同行渠道有限公司')
  await dialog(page)
    .getByLabel('信用代码')
    .fill(creditCodeFor('91', '330106', 880_002))
  await dialog(page).getByLabel('联系人').fill('佟行')
  await dialog(page).getByLabel('手机').fill('13833334444')
  await confirm(page, '新增')
  await row(page, '同行渠道有限公司').click()
  await drawer(page).getByRole('button', { name: '停用', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('合作到期')
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByText('已停用').first()).toBeVisible()
})

test('an empty list offers to clear its filters, and a failed list offers to reload', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: `${pages.userDwList.path}?keyword=没有这家` })
  await page.getByRole('button', { name: '清除条件' }).click()
  await expect(row(page, '远山测绘')).toBeVisible()
  await expect(page).not.toHaveURL(/keyword/)

  await page.route('**/api/units/list*', (route) => route.abort())
  await page.goto(pages.userDwList.path)
  await expect(page.getByText('加载失败')).toBeVisible()
  await page.unroute('**/api/units/list*')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(row(page, '远山测绘')).toBeVisible()
})
