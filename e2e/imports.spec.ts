import type { Locator, Page } from '@playwright/test'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { ask } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expectNoAxeFindings } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const operatorHeadings = ['姓名*', '证件类型*', '证件号码*', '手机号*', '开户行', '银行卡号*', '经营者类型*']
const unitHeadings = ['单位名称*', '统一社会信用代码*', '法定代表人*', '法人证件号*', '行业*', '联系人*', '联系手机*', '运营中心*', '结算模式*', '费率方案*']

async function list(name: string, headings: readonly string[], rows: readonly (readonly string[])[]) {
  const buffer = await writeSheet({ sheets: [{ name, columns: headings.map((heading) => ({ heading, kind: 'text' as const })), rows: [...rows] }] })
  return { name: `${name}.xlsx`, mimeType: xlsx, buffer }
}

const personCells = (name: string, at: number, more: { idNumber?: string; mobile?: string; cardNo?: string } = {}) => [
  name,
  '居民身份证',
  more.idNumber ?? idNumberFor('330106', '19880517', 400 + at),
  more.mobile ?? `1366000${String(1000 + at)}`,
  '中国工商银行',
  more.cardNo ?? bankCardFor('622202', 880_000 + at),
  '自然人',
]

const dialog = (page: Page) => page.getByRole('dialog').last()
const counter = (page: Page, text: string) => page.getByRole('group', { name: '按校验结果筛选' }).getByRole('button', { name: text, exact: true })

test('an operator import adds only people whom the bank confirmed', async ({ browser }) => {
  const centre = await signIn(browser, 'centre', { mode: 2 })
  const rows = [
    personCells('林一舟', 1),
    personCells('林二舟', 2, { idNumber: '330106198805170000' }),
    personCells('林三舟', 3, { mobile: '12345' }),
    personCells('林四舟', 4, { cardNo: bankCardFor('622202', 884, '9999') }),
  ]

  await test.step('the upload dialog refuses a file in another format', async () => {
    await centre.goto('/user/userYzPtList')
    await centre.getByRole('button', { name: '导入', exact: true }).click()
    await dialog(centre).getByLabel('导入到').click()
    await dialog(centre).getByLabel('导入到').fill('星河')
    await centre.getByRole('listbox').getByRole('option').filter({ hasText: '星河互娱' }).first().click()
    await dialog(centre)
      .locator('input[type=file]')
      .setInputFiles(await list('别的表', ['品名', '数量'], [['苹果', '3']]))
    await expect(dialog(centre).getByRole('alert')).toContainText('模板表头不匹配')
    await expectNoAxeFindings(centre, 'look 1')
  })

  await test.step('all errors of all rows are shown at once', async () => {
    await dialog(centre)
      .locator('input[type=file]')
      .setInputFiles(await list('经营者', operatorHeadings, rows))
    await expect(centre.getByRole('heading', { level: 1, name: '导入经营者' })).toBeVisible()
    await expect(counter(centre, '全部 4')).toBeVisible()
    await expect(counter(centre, '错误 2')).toBeVisible()
    await expect(centre.locator('[aria-invalid=true]')).toHaveCount(2)
    await expect(centre.getByRole('button', { name: '开始导入' })).toBeDisabled()
    await expectNoAxeFindings(centre, 'look 2')
  })

  const repair = async (cell: string, text: string) => {
    await centre.getByRole('gridcell', { name: cell }).first().dblclick()
    await centre.keyboard.press('ControlOrMeta+a')
    await centre.keyboard.type(text)
    await centre.keyboard.press('Enter')
  }

  await test.step('one error is corrected in the grid and the other row is excluded', async () => {
    await repair('12345', '13660001003')
    await expect(counter(centre, '错误 1')).toBeVisible()
    await centre.getByRole('button', { name: '剔除全部错误' }).click()
    await dialog(centre).getByRole('button', { name: '剔除全部错误' }).click()
    await expect(counter(centre, '错误 0')).toBeVisible()
    await expect(counter(centre, '已剔除 1')).toBeVisible()
  })

  const commit = async () => {
    await centre.getByRole('button', { name: '开始导入' }).click()
    await dialog(centre).getByRole('button', { name: '开始导入' }).click()
  }

  await test.step('only rows that the bank did not confirm return, with the reason', async () => {
    await commit()
    await expect(centre.getByText('有行未通过核验', { exact: false })).toBeVisible({ timeout: 20_000 })
    await expect(counter(centre, '错误 1')).toBeVisible()
    await expect(counter(centre, '已导入 2')).toBeVisible()
    await repair(rows[3]?.[5] ?? '', bankCardFor('622202', 880_004))
    await expect(counter(centre, '错误 0')).toBeVisible()
    await commit()
    await expect(centre.getByText('新建 3 人', { exact: false })).toBeVisible({ timeout: 20_000 })
    await expectNoAxeFindings(centre, 'look 3')
  })

  await test.step('the next step lists the unsigned operators of this unit', async () => {
    await centre.getByRole('button', { name: '去批量发起签约' }).click()
    await expect(centre).toHaveURL(/unitId=1/)
    await expect(centre.getByRole('row').filter({ hasText: '林四舟' })).toContainText('待签约')
    await centre.getByRole('row').filter({ hasText: '林一舟' }).getByRole('checkbox').check()
    await expect(centre.getByRole('button', { name: /发起签约/ }).first()).toBeEnabled()
  })
})

test('a unit import on a phone shows errors and opens the valid units', async ({ browser }) => {
  const centre = await signIn(browser, 'centre', { mode: 2, width: 390, height: 844 })
  const { centres, plans } = await ask<{ centres: { id: number; name: string }[]; plans: { name: string; mode: number }[] }>('centre', 'units.choices', {})
  const placeCells = [centres.find((each) => each.id === 2)?.name ?? '', '总包分包', plans.find((plan) => plan.mode === 2)?.name ?? '']
  const unitCells = (name: string, creditCode: string, more: readonly string[] = placeCells) => [
    name,
    creditCode,
    '王立本',
    idNumberFor('330106', '19750316', 771),
    '软件服务',
    '李联络',
    '13700001111',
    ...more,
  ]
  await centre.goto('/user/userDwList')
  await centre.getByRole('button', { name: '导入', exact: true }).click()
  const rows = [
    unitCells('云帆软件一部', creditCodeFor('91', '330106', 771_001)),
    unitCells('云帆软件二部', '91330106XXXXXXXXXX', ['火星中心', '总包分包', '没有的方案']),
  ]
  await dialog(centre)
    .locator('input[type=file]')
    .setInputFiles(await list('单位', unitHeadings, rows))
  await expect(centre.getByRole('heading', { level: 1, name: '导入单位' })).toBeVisible()
  await expect(counter(centre, '错误 1')).toBeVisible()
  await centre.getByRole('button', { name: '剔除全部错误' }).click()
  await dialog(centre).getByRole('button', { name: '剔除全部错误' }).click()
  await expect(counter(centre, '错误 0')).toBeVisible()
  await expectNoAxeFindings(centre, 'look 4')
  await centre.getByRole('button', { name: '开始导入' }).click()
  await dialog(centre).getByRole('button', { name: '开始导入' }).click()
  await expect(centre.getByText('开通 1 个单位，剔除 1 行')).toBeVisible({ timeout: 20_000 })
  await centre.goto('/user/userDwList?keyword=云帆软件')
  await expect(centre.getByText('云帆软件一部').first()).toBeVisible()
})

test('order form and import report the same price error, and a list can be undone', async ({ browser }) => {
  const maker = await signIn(browser, 'maker')
  const headings = ['标题*', '合同编号*', '开票类目*', '服务内容*', '验收标准*', '单价', '数量', '开始日*', '结束日*']
  const contracts = await ask<{ no: string; to: string; categories: string[] }[]>('maker', 'orders.contracts', {})
  const { no, to, categories } = contracts.find((contract) => contract.categories.length > 0) ?? { no: '', to: '', categories: [''] }
  const description = '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算，以验收单为依据。'
  const orderCells = (at: number, price: string) => [`清单订单${at}`, no, categories[0] ?? '', description, '甲方签字确认', price, '10', to, to]

  await maker.goto('/orders/ordersListms')
  await maker.getByRole('button', { name: '新增订单' }).click()
  const form = dialog(maker)
  await form.getByRole('combobox', { name: '计价' }).click()
  await maker.getByRole('listbox').getByRole('option', { name: '固定', exact: true }).click()
  // Number fields ignore other keys. A unit price has up to two decimals (specification §5).
  /** Returns whether the field accepts a key, without inserting a character. */
  const acceptsKey = (field: Locator, key: string) =>
    field.evaluate((input: { dispatchEvent(event: unknown): boolean }, name) => {
      const { KeyboardEvent } = globalThis as unknown as { KeyboardEvent: new (type: string, init: object) => unknown }
      return input.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
    }, key)
  const keysOf = async (field: Locator) => Promise.all(['0', '7', '.', '-', 'a'].map((key) => acceptsKey(field, key)))
  expect(await keysOf(form.getByRole('textbox', { name: '需求人数' }))).toEqual([true, true, false, false, false])
  expect(await keysOf(form.getByRole('textbox', { name: '数量' }))).toEqual([false, true, false, false, false])
  const price = form.getByRole('textbox', { name: '单价' })
  expect(await keysOf(price)).toEqual([true, true, true, false, false])
  await price.pressSequentially('1a2.3.4-56')
  await expect(price).toHaveValue('12.3456')
  await expect(form.getByText('单价格式错误!')).toBeVisible()
  await price.fill('')
  await expect(form.getByText('单价不能为空!')).toBeVisible()
  const quantity = form.getByRole('textbox', { name: '数量' })
  await quantity.pressSequentially('0a1.5')
  await expect(quantity).toHaveValue('15')
  await maker.keyboard.press('Escape')
  await maker.getByRole('button', { name: '放弃并关闭' }).click()
  await maker.getByRole('button', { name: '导入', exact: true }).click()
  await dialog(maker)
    .locator('input[type=file]')
    .setInputFiles(await list('订单', headings, [orderCells(1, '100.00'), orderCells(2, '12.345')]))
  await expect(maker.getByRole('heading', { level: 1, name: '导入订单' })).toBeVisible()
  await expect(counter(maker, '错误 1')).toBeVisible()
  await expect(maker.getByRole('grid')).toContainText('单价格式错误!')
  await expectNoAxeFindings(maker, 'orders 1')
  await maker.getByRole('gridcell', { name: '12.345' }).first().dblclick()
  await maker.keyboard.press('ControlOrMeta+a')
  await maker.keyboard.type('12.34')
  await maker.keyboard.press('Enter')
  await expect(counter(maker, '错误 0')).toBeVisible()
  await maker.getByRole('button', { name: '开始导入' }).click()
  await dialog(maker).getByRole('button', { name: '开始导入' }).click()
  await expect(maker.getByText('新建 2 个订单草稿，剔除 0 行')).toBeVisible({ timeout: 20_000 })
  await maker.getByRole('button', { name: '整单撤销' }).click()
  await dialog(maker).getByRole('textbox').fill('清单有误')
  await dialog(maker).getByRole('button', { name: '整单撤销' }).click()
  await expect(maker.getByText('已撤销：清单有误')).toBeVisible()
})

test('a new order can be saved only after its contract has filled in the days', async ({ browser }) => {
  const maker = await signIn(browser, 'maker', { at: '/orders/ordersListms' })
  await maker.getByRole('button', { name: '新增订单' }).click()
  const form = dialog(maker)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await maker.route('**/api/orders/contracts', async (route) => {
    if (route.request().postData()?.includes('name="id"')) await released
    await route.continue()
  })
  await form.getByRole('combobox', { name: '合同' }).click()
  await maker.getByRole('listbox').getByRole('option').first().click()
  await form.getByRole('textbox', { name: '标题' }).fill('等待合同的订单')
  const saveButton = form.getByRole('button', { name: '保存草稿' })
  await expect(saveButton).toBeDisabled()
  release()
  await expect(saveButton).toBeEnabled()
  await expect(form.getByLabel('结束日')).not.toHaveValue('')
})
