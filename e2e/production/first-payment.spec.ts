import { type Browser, expect, type Page } from '@playwright/test'
import { savePicture } from '#/e2e/people.ts'
import { testWithoutServer as test } from '#/e2e/test.ts'
import * as joining from './joining.ts'
import * as paying from './paying.ts'
import * as setting from './setting-up.ts'
import { visibleText } from './steps.ts'
import { startWorld, type World } from './world.ts'

const adminUrl = process.env.TEST_DATABASE_URL
const colleagues = [
  { username: 'maker1', name: '夏初阳', mobile: '13800000011', role: '单位制单' },
  { username: 'checker1', name: '程再核', mobile: '13800000012', role: '单位复核' },
  { username: 'payer1', name: '方付款', mobile: '13800000013', role: '单位财务' },
] as const

/** Expects platform, centre and unit to be ready on the readiness page. */
async function expectReady(page: Page, unitName: string): Promise<void> {
  await page.goto('/goLive')
  await expect(page.getByRole('heading', { name: /^平台/ }).getByText('已具备支付条件')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: setting.centreName }).getByText('已具备支付条件')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(unitName) }).getByText('已具备支付条件')).toBeVisible()
  await savePicture(page, 'first-payment-09-ready')
}

async function setUp(browser: Browser, world: World) {
  const admin = await setting.signInAsFirstAdministrator(browser, world)
  await savePicture(admin, 'first-payment-01-what-is-missing')
  const secondAdmin = await setting.createSecondAdministrator(browser, world)
  await setting.createCentre(admin, secondAdmin, world)
  await savePicture(admin, 'first-payment-02-bank')
  await setting.uploadCertificate(admin, secondAdmin)
  await setting.setUpServices(admin, secondAdmin, world)
  await savePicture(admin, 'first-payment-03-services')
  await setting.publishTemplates(admin)
  await savePicture(admin, 'first-payment-04-templates')
  await setting.addPriceList(admin)
  const dutyAtCentre = (post: '运营中心负责人' | '中心审核' | '中心财务', role: string) => ({ type: '运营中心', post, role }) as const
  const director = await setting.createAccount(browser, world, admin, setting.people.director, dutyAtCentre('运营中心负责人', '中心负责人'))
  const auditor = await setting.createAccount(browser, world, admin, setting.people.auditor, dutyAtCentre('中心审核', '中心审核'))
  const finance = await setting.createAccount(browser, world, admin, setting.people.finance, dutyAtCentre('中心财务', '中心财务'))
  return { admin, second: secondAdmin, director, auditor, finance }
}

test('an empty database reaches its first payment, without sandboxes (ST-08)', async ({ browser }) => {
  test.setTimeout(600_000)
  if (!adminUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const world = await startWorld(adminUrl, setting.firstAdministrator)
  try {
    const { admin, director, auditor, finance } = await test.step('the platform is set up', () => setUp(browser, world))

    const { unit, operator } = await test.step('a unit and a person register, are approved and sign', async () => {
      const unit = await joining.registerUnit(browser, world)
      const operator = await joining.registerOperator(browser, world)
      await joining.approve(director, unit, 'unit', '标准 6%')
      await joining.approve(auditor, operator, 'operator')
      await savePicture(auditor, 'first-payment-05-let-in')
      await joining.signContracts(world, unit)
      await joining.signContracts(world, operator)
      await savePicture(operator.page, 'first-payment-06-signed')
      return { unit, operator }
    })

    const [maker, checker, payer] = await test.step('the unit has people, an order and money', async () => {
      const admin = await paying.signInToUnit(browser, world, unit)
      const colleaguePages: Page[] = []
      for (const colleague of colleagues) colleaguePages.push(await paying.createColleague(browser, world, admin, director, colleague))
      await paying.createOrder(admin, unit)
      await savePicture(admin, 'first-payment-07-order')
      const payer = colleaguePages[2] as Page
      await paying.topUp({ payer, finance, director }, unit, { serial: 'LS20261123001', yuan: '500.00' })
      await savePicture(finance, 'first-payment-08-money')
      await paying.choosePaymentPassword(payer, world, colleagues[2]?.mobile ?? '')
      return colleaguePages as [Page, Page, Page]
    })

    await test.step('platform, centre and unit are ready', () => expectReady(admin, unit.answers.name ?? ''))

    await test.step('the batch passes every step up to the bank’s confirmation', async () => {
      const batch = await paying.prepareBatch(maker, operator)
      await paying.checkBatch(checker, batch)
      await paying.expectInsufficientFundsAtAudit(auditor, payer, batch)
      await paying.topUp({ payer, finance, director }, unit, { serial: 'LS20261123002', yuan: '50000.00' })
      await paying.auditBatch(auditor, batch)
      await paying.payBatch(payer, batch)
      await savePicture(payer, 'first-payment-10-paid')
      const paidOrders = (await world.bank.book()).filter(({ status }) => status === 'SUCCESS')
      expect(paidOrders.map(({ executed, paid: fen }) => [executed, fen])).toEqual([[1, 120_000]])
      await paying.expectReceipt(payer)
      await savePicture(payer, 'first-payment-11-receipt')
      await expect(visibleText(payer, /沙箱|演示|模拟数据/)).toHaveCount(0)
    })

    await test.step('the books balance', async () => {
      const { code, said } = await world.command('tools/verify.ts')
      expect(code, said).toBe(0)
    })
  } finally {
    await world.stop()
  }
})
