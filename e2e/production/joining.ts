import { type Browser, expect, type Page } from '@playwright/test'
import { pages } from '#/api/pages.ts'
import { documentImage, fillFields, pressNext, startApplication, upload } from '#/e2e/applicant.ts'
import { drawSignature, readToEnd } from '#/e2e/contract.ts'
import { freshMobile, operatorAnswers, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { button, openPage, signIn, visibleText } from './steps.ts'
import type { World } from './world.ts'

// A unit and a person register on the public pages, are approved and sign.

export interface SubmittedApplication {
  readonly page: Page
  readonly mobile: string
  readonly answers: Readonly<Record<string, string>>
  readonly no: string
}

/** Returns the newest text message to this number that matches the pattern. */
export async function messageTo(world: World, mobile: string, words: RegExp, seen = 0): Promise<string> {
  let lines: string[] = []
  await expect
    .poll(
      async () => {
        lines = (await world.services.sentTo(mobile)).filter((text) => words.test(text))
        return lines.length
      },
      { timeout: 30_000, message: `a message to ${mobile} that says ${words.source}` },
    )
    .toBeGreaterThan(seen)
  return lines.at(-1) ?? ''
}

async function codeTo(world: World, mobile: string, words: RegExp, seen = 0): Promise<string> {
  return (await messageTo(world, mobile, words, seen)).match(/\d{6}/)?.[0] ?? ''
}

const registrationCode = /验证码是 \d{6}/

async function submitApplication(page: Page): Promise<string> {
  await button(page, '提交申请').click()
  await expect(visibleText(page, /资料已提交，正在审核/)).toBeVisible()
  return page.locator('.r-no').innerText()
}

export async function registerUnit(browser: Browser, world: World): Promise<SubmittedApplication> {
  const [page, mobile, answers] = [await openPage(browser, world.base), freshMobile(), unitAnswers({ centreId: '1' })]
  const pickAnswers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answers[name] ?? '']))
  await page.goto('/Registermsgdw')
  await startApplication(page, mobile, () => codeTo(world, mobile, registrationCode))
  for (const [field, label, tone] of [
    ['licence', '营业执照', 240],
    ['legalIdFront', '人像面', 228],
    ['legalIdBack', '国徽面', 216],
  ] as const)
    await upload(page, field, await documentImage(label, tone))
  await fillFields(page, pickAnswers('name', 'creditCode', 'legalPerson', 'legalIdNumber'))
  await pressNext(page)
  await fillFields(page, pickAnswers('contactName', 'email'))
  await pressNext(page)
  await fillFields(page, pickAnswers('industry', 'mainBusiness', 'bizKind', 'mode', 'centreId', 'scenario'))
  await upload(page, 'sitePhotos', await documentImage('办公场地', 200))
  await pressNext(page)
  await fillFields(page, pickAnswers('taxNo', 'billingAddress', 'billingPhone', 'billingBank', 'billingAccount'))
  await pressNext(page)
  return { page, mobile, answers, no: await submitApplication(page) }
}

export async function registerOperator(browser: Browser, world: World): Promise<SubmittedApplication> {
  const [page, mobile, answers] = [await openPage(browser, world.base, true), freshMobile(), operatorAnswers({ centreId: '1' })]
  const pickAnswers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, answers[name] ?? '']))
  await page.goto('/Registermsg')
  await startApplication(page, mobile, () => codeTo(world, mobile, registrationCode))
  await upload(page, 'idFront', await documentImage('人像面', 222))
  await upload(page, 'idBack', await documentImage('国徽面', 211))
  await fillFields(page, pickAnswers('idNumber', 'name', 'nation', 'address', 'authority', 'validFrom', 'validTo'))
  await pressNext(page)
  await fillFields(page, pickAnswers('yztype'))
  await pressNext(page)
  await fillFields(page, { ...pickAnswers('cardNo', 'bankName'), bankMobile: mobile })
  await pressNext(page)
  await fillFields(page, pickAnswers('centreId'))
  await pressNext(page)
  return { page, mobile, answers, no: await submitApplication(page) }
}

export async function approve(page: Page, { no }: SubmittedApplication, tab: 'unit' | 'operator', plan?: string): Promise<void> {
  await page.goto(`${pages.hzhbList.path}?tab=${tab}`)
  await page
    .getByRole('row', { name: new RegExp(no) })
    .getByRole('button', { name: '审核' })
    .click()
  const drawer = page.locator('.k-drawer').last()
  await expect(drawer.getByRole('heading', { name: '申请资料' })).toBeVisible()
  await button(drawer, '通过').click()
  const approvalDialog = page.getByRole('dialog', { name: /^通过申请/ })
  if (plan) {
    await approvalDialog.getByLabel('费率方案').click()
    await page.getByRole('listbox').getByRole('option').filter({ hasText: plan }).first().click()
  }
  await button(approvalDialog, '通过').click()
  await expect(visibleText(page, '已通过，等待申请人签约')).toBeVisible()
}

/** Signs all open contracts from the application's page and waits until the centre's seal has opened the account. */
export async function signContracts(world: World, { page, mobile, answers }: SubmittedApplication): Promise<void> {
  const progressUrl = page.url()
  await page.reload()
  await expect(visibleText(page, /审核已通过/)).toBeVisible()
  await page
    .getByRole('link', { name: /去签署/ })
    .first()
    .click()
  const numberForCheck = answers.idNumber ?? answers.creditCode ?? ''
  await page.getByLabel(/后 4 位/).fill(numberForCheck.slice(-4))
  await page.keyboard.press('Enter')
  for (let hasMore = true; hasMore; ) {
    await readToEnd(page)
    const words = /用于确认签署/
    const messagesBefore = (await world.services.sentTo(mobile)).filter((text) => words.test(text)).length
    await page.getByRole('button', { name: /获取短信验证码/ }).click()
    await page.getByLabel('6 位验证码').fill(await codeTo(world, mobile, words, messagesBefore))
    await page.keyboard.press('Enter')
    await drawSignature(page, page.getByRole('img', { name: '请在框内签名' }))
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await button(page, '签署').click()
    await expect(page.getByRole('heading', { name: '签署完成' })).toBeVisible({ timeout: 30_000 })
    const moreButton = page.getByRole('button', { name: '继续签署下一份' })
    hasMore = (await moreButton.count()) > 0
    if (hasMore) await moreButton.click()
  }
  await expect(async () => {
    await page.goto(progressUrl)
    await expect(visibleText(page, '账户已开通，可以登录使用。')).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
}

/** Returns the initial password from its text message. */
export async function initialPasswordOf(world: World, { mobile }: SubmittedApplication): Promise<string> {
  return (await messageTo(world, mobile, /初始密码/)).match(/初始密码 ([^（]+)（/)?.[1] ?? ''
}

const newcomerPassword = 'Own#Word26'

/** Chooses the password with the link that the owner received, and signs in. */
export async function choosePasswordByLink(
  browser: Browser,
  world: World,
  { username, mobile }: { readonly username: string; readonly mobile: string },
): Promise<Page> {
  const address = (await messageTo(world, mobile, /已为您开通账号/)).match(/https?:\/\/\S+\/Reset\?ticket=[\w-]+/)?.[0] ?? ''
  const page = await openPage(browser, world.base)
  await page.goto(address)
  await page.getByLabel('新密码', { exact: true }).fill(newcomerPassword)
  await page.getByLabel('确认密码').fill(newcomerPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, username, newcomerPassword)
  await expect(page.getByRole('button', { name: /账户菜单/ })).toBeAttached()
  return page
}
