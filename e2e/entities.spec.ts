import type { Locator, Page } from '@playwright/test'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { dueDay, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { ask } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const receipt = { name: '回执.png', mimeType: 'image/png', buffer: png }
const name = '西湖区云岫软件服务部'

const getBusinesses = async () => (await ask<{ rows: { name: string; state: string }[] }>('centre', 'entities.list', { keyword: name }, { mode: 1 })).rows

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /取\s*消/ }) })

async function enterDay(field: Locator, day: string): Promise<void> {
  await field.fill(day)
  await field.press('Enter')
}

/** Opens a dialog with a button, fills it in, attaches the receipt if needed, and confirms. */
async function runAction(page: Page, from: Locator, button: string, fill: (dialog: Locator) => Promise<void>, hasAttachment = true): Promise<void> {
  await from.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = dialogOf(page).last()
  await fill(dialog)
  if (hasAttachment) await dialog.locator('input[type=file]').setInputFiles(receipt)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Returns the last day of the latest quarter with overdue declarations. */
function lateQuarterEnd(today: string): string {
  for (let day = today; ; day = shiftDay(day, -1)) {
    const nextDay = shiftDay(day, 1)
    if (/-(01|04|07|10)-01$/.test(nextDay) && dueDay('VAT_QUARTER', quarterOf(day)) < today) return day
  }
}

test('an owner sees how the centre registers, restores and deregisters the business', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 1, at: '/user/userYzList?view=entities&states=editing' })
  await page.getByRole('table').getByText('编辑中').first().click()
  const drawer = page.getByRole('dialog').first()
  const businessArticle = drawer.getByRole('article')
  await expect(businessArticle.getByText('编辑中').first()).toBeVisible()

  // Without the receipt the button is disabled.
  await businessArticle.getByRole('button', { name: '提交工商登记', exact: true }).click()
  await expect(dialogOf(page).last().getByRole('button', { name: '提交工商登记', exact: true })).toBeDisabled()
  await dialogOf(page)
    .last()
    .getByRole('button', { name: /取\s*消/ })
    .click()

  const today = await page.evaluate(() => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))
  const taxedOn = lateQuarterEnd(today)
  await runAction(page, businessArticle, '提交工商登记', (dialog) => dialog.getByLabel('个体户名称').fill(name))
  await expect(businessArticle.getByText('工商注册中').first()).toBeVisible()
  await runAction(page, businessArticle, '登记营业执照', async (dialog) => {
    await dialog.getByLabel('统一社会信用代码').fill(creditCodeFor('92', '330106', 888_001))
    await enterDay(dialog.getByLabel('成立日期'), shiftDay(taxedOn, -10))
  })
  await runAction(page, businessArticle, '登记银行开户', async (dialog) => {
    await dialog.getByLabel('开户行').fill('杭州联合银行')
    await dialog.getByLabel('对公账号').fill('330100000123456')
  })
  await runAction(page, businessArticle, '完成税务登记', (dialog) => enterDay(dialog.getByLabel('税务登记日期'), taxedOn))
  await expect(businessArticle.getByText('税务登记完成').first()).toBeVisible()
  await businessArticle.getByRole('button', { name: /营业执照/ }).click()
  await expect(page.getByRole('img', { name: /回执/ })).toBeVisible()
  await page.keyboard.press('Escape')

  // Overdue obligations make the business abnormal automatically. The deregistration dialog lists the obstacles.
  await expect.poll(async () => (await getBusinesses()).find((each) => each.name === name)?.state, { timeout: 70_000 }).toBe('abnormal')
  await page.reload()
  await expect(page.getByRole('article').getByText('异常').first()).toBeVisible()
  const lateObligations = page.getByRole('dialog').first().getByRole('article')
  await expect(lateObligations.getByRole('button', { name: '注销办理', exact: true })).toBeDisabled()

  const owner = await signIn(browser, 'operator2', { at: '/profile/index' })
  const businessRegion = owner.getByRole('region', { name: '我的个体户' })
  await expect(businessRegion.getByText(name).first()).toBeVisible()
  await expect(businessRegion.getByText('异常').first()).toBeVisible()
  await expect(businessRegion.getByRole('button', { name: '办结' })).toHaveCount(0)

  for (;;) {
    const openActions = lateObligations.getByRole('button', { name: '办结', exact: true }).and(page.locator(':enabled'))
    const openCount = await openActions.count()
    if (openCount === 0) break
    await openActions.first().click()
    const dialog = dialogOf(page).last()
    await dialog.locator('input[type=file]').setInputFiles(receipt)
    await dialog.getByRole('button', { name: '办结', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(openActions).toHaveCount(openCount - 1)
  }
  await expect(lateObligations.getByText('异常解除')).toBeVisible()
  await runAction(page, lateObligations, '注销办理', (dialog) => dialog.getByLabel('原因').fill('本人申请注销'))
  await expect(lateObligations.getByText('注销中').first()).toBeVisible()
  await runAction(page, lateObligations, '完成注销', async () => undefined)
  await expect(lateObligations.getByText('已注销').first()).toBeVisible()
  await owner.reload()
  await expect(businessRegion.getByText('已注销').first()).toBeVisible()
})

test('a deemed-profit rate takes effect when another person confirms it', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 1, at: '/user/userYzList?view=entities&states=operating&levy=deemed' })
  await page.getByRole('row').nth(1).getByRole('cell').first().click()
  const article = page.getByRole('dialog').first().getByRole('article')
  await expect(article).toBeVisible()
  const business = (await article.getAttribute('aria-label')) ?? ''
  await runAction(page, article, '核定征收率', async (dialog) => {
    await dialog.getByLabel(/核定征收率（%/).fill('2.75')
    await dialog.getByLabel('核定文书号').fill('杭税核〔2026〕88号')
    await dialog.getByLabel('原因').fill('税务局核定')
  })
  const pending = article.locator('section').filter({ has: page.getByRole('heading', { name: '待确认的税务变更' }) })
  await expect(pending.getByText('2.75%')).toBeVisible()
  await expect(pending.getByRole('group', { name: /请由另一人确认/ })).toBeVisible()

  const colleague = await signIn(browser, 'operation', { at: '/user/userYzList?view=entities&isForMe=1' })
  await colleague.getByRole('row').filter({ hasText: business }).click()
  const opened = colleague.getByRole('article', { name: business })
  await opened.getByRole('button', { name: '核对', exact: true }).click()
  const decision = dialogOf(colleague).last()
  await decision.getByRole('radio').first().check()
  await decision.locator('.k-overlay-foot .k-btn-primary').click()
  await expect(decision).toBeHidden()
  await expect(opened.getByText('2.75%').first()).toBeVisible()
  await expect(opened.getByRole('heading', { name: '待确认的税务变更' })).toBeHidden()
})

test('the calendar lists obligations by day and links to the business', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 1, at: '/dashboard' })
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '申报日历' }).click()
  await expect(page.getByText('已逾期').first()).toBeVisible()
  const firstObligation = page.locator('.g-obligation').first()
  await firstObligation.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
})
