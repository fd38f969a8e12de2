import type { Browser, Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { type RoleKey, roles } from '#/db/base/roles.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { userType } from '#/domain/base/codes.ts'
import { approveChanges, ask, confirmPassword, openLink } from '#/e2e/desk.ts'
import { base, savePicture, signIn } from '#/e2e/people.ts'
import { expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const drawer = (page: Page) => page.locator('.k-drawer')
const saveButton = (page: Page) => drawer(page).getByRole('button', { name: '保存' })
const keyCheckbox = (page: Page, name: string) => drawer(page).getByRole('checkbox', { name: new RegExp(`(^| )${name}( |$)`) })
const keysOf = (role: RoleKey) => new Set<string>(roles[role].permissions)
const topDialog = (page: Page) => page.locator('.k-dialog').last()
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) }).first()

async function openRole(page: Page, name: string): Promise<void> {
  await page.goto(`${pages.EditRose.path}?keyword=${encodeURIComponent(name)}`)
  await row(page, name).getByRole('button', { name: '编辑', exact: true }).click()
  await expect(drawer(page).getByLabel('角色名称')).toHaveValue(name)
}

async function fillNewRole(page: Page, role: { name: string; kind?: string; keys: readonly string[] }): Promise<void> {
  await page.goto(pages.EditRose.path)
  await page.getByRole('button', { name: '新建角色' }).click()
  await drawer(page).getByLabel('角色名称').fill(role.name)
  if (role.kind) {
    await drawer(page).getByLabel('适用用户类型').click()
    await page.getByRole('listbox').getByRole('option').filter({ hasText: role.kind }).click()
  }
  for (const each of role.keys) await keyCheckbox(page, each).check()
}

async function addMember(page: Page, who: string): Promise<void> {
  const field = drawer(page).getByRole('combobox', { name: '按用户名或姓名查找账号' })
  await field.click()
  await field.fill(who)
  await page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasText: `（${who}）` })
    .click()
  await page.keyboard.press('Escape')
  await drawer(page).getByRole('button', { name: '添加成员' }).click()
}

/** Creates a platform user with this role, sets a password and signs in. */
async function createColleague(browser: Browser, username: string, role: string): Promise<Page> {
  const matchingRoles = await ask<{ rows: { id: number; name: string }[] }>('platform', 'roles.list', { keyword: role })
  const roleIds = matchingRoles.rows.filter((each) => each.name === role).map((each) => each.id)
  await ask('platform', 'profile.prove', { password: demoPassword })
  const { sandboxAsk } = await ask<{ sandboxAsk: string }>('platform', 'users.create', {
    username,
    name: '简知行',
    mobile: '13800009999',
    usertype: userType.platform,
    roleIds,
    why: '新员工入职',
  })
  await approveChanges()
  const chosenPassword = 'Own#Pass2026'
  await openLink(sandboxAsk, chosenPassword)
  const context = await browser.newContext()
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  return page
}

test('members of a new role gain and lose its permissions immediately', async ({ browser }) => {
  const maker = await signIn(browser, 'maker')
  await maker.goto(pages.syslog.path)
  await expect(maker.getByRole('heading', { name: '您没有访问该页面的权限' })).toBeVisible()

  const admin = await signIn(browser, 'platform')
  await fillNewRole(admin, { name: '查看日志', kind: '单位', keys: ['syslog', 'zfpzList'] })
  await expect(keyCheckbox(admin, 'EditRose')).toBeDisabled()
  await saveButton(admin).click()
  await expect(drawer(admin).getByText('还没有成员')).toBeVisible()
  await addMember(admin, 'maker')
  await expect(drawer(admin).getByRole('cell', { name: 'maker', exact: true })).toBeVisible()

  await maker.goto(pages.syslog.path)
  await expect(maker.getByRole('heading', { level: 1, name: '操作日志' })).toBeVisible()
  await expect(maker.getByRole('row').nth(1)).toBeVisible()

  await openRole(admin, '查看日志')
  await keyCheckbox(admin, 'syslog').uncheck()
  await saveButton(admin).click()
  await expect(admin.getByText('角色已保存，成员下一次请求即生效')).toBeVisible()
  await maker.getByRole('button', { name: '查询' }).click()
  await expect(maker.getByRole('heading', { name: '您没有访问该页面的权限' })).toBeVisible()
  await maker.goto(pages.zfpzList.path)
  await expect(maker.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '支付凭证' })).toBeVisible()
  await expect(maker.getByText('操作日志')).toHaveCount(0)

  await test.step('a role with members cannot be deleted', async () => {
    await admin.goto(`${pages.EditRose.path}?keyword=${encodeURIComponent('查看日志')}`)
    await expect(row(admin, '查看日志').getByRole('button', { name: '删除' })).toBeDisabled()
    await row(admin, '查看日志').click()
    await admin.getByRole('tab', { name: /成员/ }).click()
    await drawer(admin).getByRole('button', { name: '移除' }).click()
    await topDialog(admin).getByRole('button', { name: '移除' }).click()
    await expect(drawer(admin).getByText('还没有成员')).toBeVisible()
    await drawer(admin).getByRole('button', { name: '取消' }).click()
    await row(admin, '查看日志').getByRole('button', { name: '删除' }).click()
    await topDialog(admin).getByRole('button', { name: '删除' }).click()
    await expect(admin.getByText('角色已删除')).toBeVisible()
    await expect(admin.getByText('没有符合条件的记录')).toBeVisible()
  })
})

test('users can grant only permissions that they hold', async ({ browser }) => {
  const editor = await createColleague(browser, 'bianji9', '平台运营')
  await fillNewRole(editor, { name: '只管凭证', keys: ['zfpzList'] })
  await expect(keyCheckbox(editor, 'admin3')).toBeDisabled()
  await expect(keyCheckbox(editor, 'payZfPt')).toBeDisabled()
  await keyCheckbox(editor, 'payZfPt').locator('xpath=ancestor::label').hover()
  await expect(editor.getByRole('tooltip', { name: '您没有该权限，不能授予' })).toBeVisible()
  // Selecting a whole group selects only permissions that the user holds.
  await drawer(editor).getByRole('checkbox', { name: '全选：业务支付' }).check()
  await expect(keyCheckbox(editor, 'payZfPt')).not.toBeChecked()
  await saveButton(editor).click()
  await expect(drawer(editor).getByText('还没有成员')).toBeVisible()

  for (const [name, why] of [
    ['超级管理员', /该角色含有您没有的权限，不能维护：admin3/],
    ['平台运营', /不能维护自己所属的角色/],
  ] as const) {
    await editor.goto(`${pages.EditRose.path}?keyword=${encodeURIComponent(name)}`)
    await row(editor, name).click()
    await expect(drawer(editor).getByText(why).first()).toBeVisible()
    await expect(saveButton(editor)).toBeDisabled()
    await editor.getByRole('tab', { name: /成员/ }).click()
    await expect(drawer(editor).getByRole('button', { name: '添加成员' })).toHaveCount(0)
  }

  await test.step('the server refuses a copy of a role above the user', async () => {
    await editor.goto(`${pages.EditRose.path}?keyword=${encodeURIComponent('超级管理员')}`)
    await row(editor, '超级管理员').getByRole('button', { name: '复制' }).click()
    await editor.getByRole('dialog').getByLabel('变更原因').fill('分公司单独设岗')
    await editor.getByRole('dialog').getByRole('button', { name: '复制' }).click()
    await expect(editor.getByText(/不能授予自己没有的权限：admin3/).first()).toBeVisible()
  })
})

test('the last administrator keeps the role and its permissions', async ({ browser }) => {
  const admin = await signIn(browser, 'platform')
  await openRole(admin, '超级管理员')
  await admin.getByRole('tab', { name: /成员/ }).click()
  await drawer(admin).getByRole('button', { name: '移除' }).click()
  await topDialog(admin).getByRole('button', { name: '移除' }).click()
  await expect(admin.getByText('至少要有一名正常状态的账号拥有 admin3')).toBeVisible()
  await expect(drawer(admin).getByRole('cell', { name: 'platform', exact: true })).toBeVisible()
  await admin.getByRole('tab', { name: '权限', exact: true }).click()
  await keyCheckbox(admin, 'admin3').uncheck()
  await saveButton(admin).click()
  await expect(admin.getByText('至少要有一名正常状态的账号拥有 admin3').last()).toBeVisible()
  await admin.reload()
  await expect(keyCheckbox(admin, 'admin3')).toBeChecked()
})

test('combining the duties of two people in a role or an account needs confirmation', async ({ browser }) => {
  const admin = await signIn(browser, 'platform')
  await fillNewRole(admin, { name: '一人包办', kind: '单位', keys: ['zf:make', 'zf:check'] })
  await expect(drawer(admin).getByText(/该角色同时具有：制单 \+ 复核/)).toBeVisible()
  await drawer(admin).getByLabel('变更原因').fill('小团队试点')
  await expect(saveButton(admin)).toBeDisabled()
  await drawer(admin).getByRole('checkbox', { name: '我已知晓，仍要兼任' }).check()
  await expect(saveButton(admin)).toBeEnabled()
  await drawer(admin).getByRole('button', { name: '取消' }).click()
  await topDialog(admin).getByRole('button', { name: '放弃' }).click()

  await openRole(admin, '单位制单')
  await admin.getByRole('tab', { name: /成员/ }).click()
  await addMember(admin, 'checker')
  await expect(drawer(admin).getByText(/违反双人原则：秦审之（checker） 将同时担任制单、复核/)).toBeVisible()
  await savePicture(admin, 'roles-two-duties')
  await expect(drawer(admin).getByRole('button', { name: '添加成员' })).toBeDisabled()

  await test.step('the duties of checking and paying need a review with a letter', async () => {
    await openRole(admin, '单位财务')
    await admin.getByRole('tab', { name: /成员/ }).click()
    await addMember(admin, 'checker')
    await expect(admin.getByText(/须凭授权书审核，请在用户管理中分配角色/).first()).toBeVisible()
  })
})

test('a role can be compared, searched and copied without its members', async ({ browser }) => {
  const admin = await signIn(browser, 'platform')
  await openRole(admin, '单位制单')
  await drawer(admin).getByLabel('与其他角色对比').click()
  await admin.getByRole('listbox').getByRole('option').filter({ hasText: '单位复核' }).click()
  const [makerKeys, checkerKeys] = [keysOf('maker'), keysOf('checker')]
  const summary = `本角色多 ${makerKeys.difference(checkerKeys).size} 项，对方多 ${checkerKeys.difference(makerKeys).size} 项`
  await expect(drawer(admin).getByText(summary)).toBeVisible()
  await drawer(admin).getByRole('checkbox', { name: '只看差异' }).check()
  await expect(keyCheckbox(admin, 'zfpzList')).toHaveCount(0)
  await expect(drawer(admin).getByText('仅对方').first()).toBeVisible()
  await savePicture(admin, 'roles-compare')
  await drawer(admin).getByRole('checkbox', { name: '只看差异' }).uncheck()
  await drawer(admin).getByRole('searchbox', { name: '搜索权限名称或标识' }).fill('凭证')
  await expect(keyCheckbox(admin, 'zfpzList')).toBeVisible()
  await expect(keyCheckbox(admin, 'zf:make')).toHaveCount(0)
  await drawer(admin).getByRole('button', { name: '取消' }).click()

  await row(admin, '单位制单').getByRole('button', { name: '复制' }).click()
  await expect(admin.getByRole('dialog').getByLabel('角色名称')).toHaveValue('单位制单 副本')
  await expect(admin.getByRole('dialog').getByRole('button', { name: '复制' })).toBeDisabled()
  await admin.getByRole('dialog').getByLabel('变更原因').fill('分公司单独设岗')
  await admin.getByRole('dialog').getByRole('button', { name: '复制' }).click()
  await confirmPassword(admin)
  await expect(drawer(admin).getByLabel('角色名称')).toHaveValue('单位制单 副本')
  await expect(keyCheckbox(admin, 'zf:make')).toBeChecked()
  await expect(keyCheckbox(admin, 'sk:confirm')).not.toBeChecked()
  await expect(drawer(admin).getByText(/角色职责 单位制单 副本.*新增职责权限/)).toBeVisible()
  await savePicture(admin, 'roles-waiting-duties')
  await approveChanges()
  await admin.reload()
  await expect(keyCheckbox(admin, 'sk:confirm')).toBeChecked()
  await expect(admin.getByRole('tab', { name: '成员（0）' })).toBeVisible()
})

test('a permission shows its operations and roles, and a check lists pages that need none', async ({ browser }) => {
  const admin = await signIn(browser, 'platform', { at: pages.EditRoseval.path })
  await admin.getByLabel('权限标识').fill('zf:make')
  await admin.getByRole('button', { name: '查询' }).click()
  await admin.getByRole('row', { name: /zf:make/ }).click()
  await expect(drawer(admin).getByText('payments.create')).toBeVisible()
  await expect(drawer(admin).getByRole('link', { name: '单位制单', exact: true })).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: '校验' }).click()
  const reportDialog = admin.getByRole('dialog')
  await expect(reportDialog.getByText(/已核对 \d+ 个权限/)).toBeVisible()
  await expect(reportDialog.getByRole('row', { name: /无需权限的页面.*batch/ })).toBeVisible()
  await savePicture(admin, 'permissions-check')
  await reportDialog.getByRole('button', { name: '关闭' }).last().click()
})

test('a new name and order of permissions apply everywhere until they are reset', async ({ browser }) => {
  const admin = await signIn(browser, 'platform')
  const dialog = admin.getByRole('dialog').filter({ has: admin.getByRole('button', { name: '保存' }) })
  await admin.goto(`${pages.EditRoseval.path}?open=zf:retry`)
  await drawer(admin).getByRole('button', { name: '修改名称' }).click()
  await dialog.getByLabel('中文').fill('支付')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('已有其他权限叫“支付”，请换一个名称')).toBeVisible()
  await dialog.getByLabel('中文').fill('补发失败款')
  await dialog.getByLabel('English').fill('Send failed ones again')
  await dialog.getByLabel('English').press('Enter')
  await expect(admin.getByText('名称已保存')).toBeVisible()
  await expect(drawer(admin).getByText('补发失败款 · zf:retry')).toBeVisible()
  await savePicture(admin, 'permissions-own-name')
  await drawer(admin).getByRole('button', { name: '关闭' }).first().click()
  await expect(admin.getByRole('row', { name: /zf:retry 补发失败款/ })).toBeVisible()

  await test.step('the last permission of the group moves up by keyboard', async () => {
    await admin.goto(`${pages.EditRoseval.path}?menu=zf`)
    await admin.getByRole('button', { name: '调整排序' }).click()
    const keys = dialog.getByRole('listitem')
    await expect(keys.first()).toBeVisible()
    const count = await keys.count()
    await expect(keys.nth(count - 1)).toContainText('补发失败款')
    const moveUpButton = dialog.getByRole('button', { name: '上移：补发失败款' })
    await moveUpButton.focus()
    for (let step = 1; step < count; step++) await admin.keyboard.press('Enter')
    await expect(keys.first()).toContainText('补发失败款')
    await expect(dialog.getByRole('button', { name: '下移：补发失败款' })).toBeFocused()
    await expect(dialog.getByText(`补发失败款 现在是第 1 项，共 ${count} 项`)).toBeVisible()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(admin.getByText('排序已保存')).toBeVisible()
    await expect(admin.getByRole('row').nth(1)).toContainText('补发失败款')
  })

  await test.step('the role editor shows the same name and order in every language', async () => {
    await openRole(admin, '单位制单')
    const group = drawer(admin)
      .getByRole('group')
      .filter({ has: admin.getByRole('checkbox', { name: '全选：业务支付' }) })
    await expect(group.locator('.r-key').first()).toContainText('补发失败款')
    await drawer(admin).getByRole('searchbox', { name: '搜索权限名称或标识' }).fill('补发')
    await expect(keyCheckbox(admin, 'zf:retry')).toBeVisible()
    await admin.context().addCookies([{ name: 'language', value: 'en', url: base }])
    await admin.reload()
    await expect(drawer(admin).getByText('Send failed ones again')).toBeVisible()
    await admin.context().addCookies([{ name: 'language', value: 'ja', url: base }])
    await admin.reload()
    await expect(drawer(admin).getByText('再送')).toBeVisible()
    await admin.context().addCookies([{ name: 'language', value: 'zh', url: base }])
  })

  await test.step('name and order are reset to the defaults', async () => {
    await admin.goto(`${pages.EditRoseval.path}?open=zf:retry&menu=zf`)
    await drawer(admin).getByRole('button', { name: '修改名称' }).click()
    await dialog.getByRole('button', { name: '恢复程序默认名称' }).click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(drawer(admin).getByText('重发 · zf:retry')).toBeVisible()
    await drawer(admin).getByRole('button', { name: '关闭' }).first().click()
    await admin.getByRole('button', { name: '调整排序' }).click()
    await dialog.getByRole('button', { name: '恢复程序默认排序' }).click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(admin.getByText('排序已保存')).toBeVisible()
    await expect(admin.getByRole('row').nth(1)).not.toContainText('重发')
  })
})

test('the results of the permission check are readable in light and dark mode', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: pages.EditRoseval.path })
  await page.getByRole('button', { name: '校验' }).click()
  await expect(page.getByText(/已核对/)).toBeVisible()
  await expectReadable(page, 'the check')
})
