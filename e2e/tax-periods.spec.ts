import { drawWorld } from '#/demo/world.ts'
import { ask, confirmButton, dialog, enter, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { correctEarlier, type Period, pdfFile } from '#/e2e/periods.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { zipOf } from '#/server/taxation/invoices/testing.ts'

test('the list shows booked amounts per month and explains the gap of open months', async ({ browser }) => {
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { size: 200 })
  const openPeriod = rows.find(({ state }) => state === 'open')
  const declaredPeriod = rows.find(({ state }) => state === 'declared')
  if (!openPeriod || !declaredPeriod) throw new Error('the demo has both')
  const bookedAmounts = await ask<{ booked: number; underWay: number; gap: number }[]>('finance', 'periods.booked', { declarationIds: [openPeriod.id] })
  const page = await enter(browser, 'finance')
  await page.goto('/tax/taxListWtdz')
  const row = (month: string) => page.getByRole('row', { name: new RegExp(`^${month} `) })
  await expect(row(declaredPeriod.month)).toContainText('相符')
  await row(declaredPeriod.month).getByText('相符').hover()
  await expect(page.getByRole('tooltip')).toContainText('关账时与账面核对')
  await expect(row(openPeriod.month)).toContainText('相符')
  expect(bookedAmounts[0]?.underWay).toBeGreaterThan(0)
  await row(openPeriod.month)
    .getByText(/^在途 /)
    .hover()
  await expect(page.getByRole('tooltip').filter({ hasText: '按此刻的账面核对' })).toContainText(/税费合计 .+ − 在途 .+ = 账面应交/)
  await savePicture(page, 'tax-periods-07-books')
  await page.goto(`/tax/taxListWtdz?open=${openPeriod.id}`)
  await page.getByRole('tab', { name: '预检' }).click()
  await expect(page.getByRole('columnheader', { name: '在途' })).toBeVisible()
  await expect(page.getByText(/按此刻的账面核对/).first()).toBeVisible()
})

test('a month with two VAT returns lists both with their tax', async ({ browser }) => {
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { states: ['declared'], size: 200 })
  const page = await enter(browser, 'finance')
  // All services of the demo are filed by the same method, so its months have one return.
  await page.route('**/api/periods/get*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [agent] = answer.data.returns
    await route.fulfill({ json: { ...answer, data: { ...answer.data, returns: [agent, { ...agent, vatReturn: 'vat_withholding' }] } } })
  })
  await page.goto(`/tax/taxListWtdz?open=${rows[0]?.id}`)
  const returnHeading = page.getByRole('heading', { name: '增值税申报表' })
  await expect(returnHeading).toBeVisible()
  await expect(dialog(page).getByRole('row', { name: /代扣代缴/ })).toBeVisible()
  await returnHeading.scrollIntoViewIfNeeded()
  await savePicture(page, 'tax-periods-08-two-returns')
})

test('a declared month is paid, reversed, paid again, archived and opened for correction (ST-10)', async ({ browser }) => {
  test.setTimeout(240_000)
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { states: ['declared'], size: 200 })
  const { id, month } = rows.at(-1) ?? { id: 0, month: 'none' }
  const page = await enter(browser, 'finance')
  await correctEarlier(page)
  const { leftByTax, edition } = await ask<Period>('finance', 'periods.get', { declarationId: id })
  await page.goto(`/tax/taxListWtdz?open=${id}`)
  await expect(page.getByRole('tab', { name: '预检' })).toBeVisible()
  await savePicture(page, 'tax-periods-01-declared')
  await page.getByRole('tab', { name: '人员明细' }).click()
  await expect(page.getByRole('columnheader', { name: '累计收入' }).first()).toBeVisible()
  await savePicture(page, 'tax-periods-02-lines')
  await page
    .getByRole('button', { name: /^怎么算的/ })
    .first()
    .click()
  await expect(
    dialog(page)
      .getByText(/税务总局公告2025年第16号/)
      .first(),
  ).toBeVisible()
  await savePicture(page, 'tax-periods-06-reckoning')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/税务总局公告2025年第16号/).filter({ visible: true })).toHaveCount(0)
  const checker = await enter(browser, 'centre')
  const decide = async (what: '复核入账' | '复核冲销') => {
    await checker.goto(`/tax/taxListWtdz?open=${id}`)
    await checker.getByRole('button', { name: what }).click()
    await confirmButton(checker).click()
    await expect(checker.getByRole('button', { name: what })).toHaveCount(0)
  }
  const registerPayment = async (remaining: number) => {
    await page.goto(`/tax/taxListWtdz?open=${id}`)
    await page.getByRole('button', { name: '登记缴款' }).click()
    const payDialog = dialog(page)
    await expect(payDialog.getByRole('textbox', { name: '个人所得税' })).toHaveValue((remaining / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))
    await payDialog.getByRole('textbox', { name: '缴款书号' }).fill('JKS-0001')
    await payDialog.locator('input[type=file]').setInputFiles(pdfFile('缴款书.pdf'))
    await savePicture(page, 'tax-periods-03-pay')
    await payDialog.getByRole('button', { name: '登记缴款' }).click()
    await expect(page.getByRole('textbox', { name: '缴款书号' })).toHaveCount(0)
    await expect(visibleText(page, '待复核')).toBeVisible()
    await expect(page.getByRole('button', { name: '复核入账' })).toBeDisabled()
  }
  await registerPayment(leftByTax.iit)
  await decide('复核入账')
  await page.reload()
  await page.getByRole('button', { name: '申请冲销' }).click()
  await dialog(page).getByRole('textbox').fill('缴款书号登记有误')
  await dialog(page).getByRole('button', { name: '申请冲销' }).click()
  await expect(visibleText(page, '冲销待复核')).toBeVisible()
  await savePicture(page, 'tax-periods-09-reversal')
  await decide('复核冲销')
  expect(await ask<Period>('finance', 'periods.get', { declarationId: id })).toMatchObject({ state: 'declared', leftByTax })
  await registerPayment(leftByTax.iit)
  await decide('复核入账')
  await page.reload()
  await expect(page.getByRole('button', { name: '上传完税凭证' })).toBeEnabled()
  const { rows: lines } = await ask<{ rows: { id: number }[] }>('finance', 'periods.lines', { declarationId: id, size: 200 })
  const idNumbers = new Map(drawWorld('full').people.map((person) => [person.id, person.idNumber]))
  // The first two file names match no rule.
  const fileNames = lines.map((line, at) => (at < 2 ? `完税证明${at + 1}.pdf` : `${idNumbers.get(line.id)}_${month}.pdf`))
  const { bytes } = await zipOf(Object.fromEntries(fileNames.map((name) => [name, pdfPage(name)])))
  await page.getByRole('button', { name: '上传完税凭证' }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '完税凭证.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) })
  await dialog(page).getByRole('button', { name: '上传完税凭证' }).click()
  await page.getByRole('tab', { name: '完税凭证' }).click()
  await expect(visibleText(page, `已匹配 ${lines.length - 2}/${lines.length}`)).toBeVisible({ timeout: 60_000 })
  await savePicture(page, 'tax-periods-04-certificates')
  for (const remaining of [1, 0]) {
    await page.getByRole('button', { name: '匹配到人' }).first().click()
    await dialog(page).getByRole('combobox').click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await dialog(page).getByRole('button', { name: '匹配到人' }).click()
    await expect(visibleText(page, `已匹配 ${lines.length - remaining}/${lines.length}`)).toBeVisible()
    // The list updates shortly after the count. The next click needs a file that is still in the list.
    await expect(page.getByRole('button', { name: '匹配到人' })).toHaveCount(remaining)
  }
  await page.getByRole('button', { name: '归档' }).click()
  await confirmButton(page).click()
  await expect(visibleText(page, '已归档')).toBeVisible()
  await expect(page.getByRole('button', { name: '重新打开' })).toHaveCount(0)
  await page.getByRole('button', { name: '更正申报' }).click()
  await dialog(page).getByRole('textbox').fill('申报后发现一人收入填报有误')
  await dialog(page).getByRole('button', { name: '更正申报' }).click()
  await expect(visibleText(page, '更正申报中')).toBeVisible()
  await expect(page.getByRole('button', { name: '登记申报' })).toBeVisible()
  expect(await ask<Period>('finance', 'periods.get', { declarationId: id })).toMatchObject({ state: 'correcting', edition: edition + 1 })
  await page.getByRole('tab', { name: '人员明细' }).click()
  await page.getByText('第 1 版', { exact: true }).click()
  await expect(page.getByRole('button', { name: /^怎么算的/ }).first()).toBeVisible()
  await savePicture(page, 'tax-periods-05-correcting')
  await page.getByRole('tab', { name: '更正', exact: true }).click()
  await expect(visibleText(page, '没有需要更正的内容').first()).toBeVisible()
  await page.getByRole('button', { name: '取消更正' }).click()
  await confirmButton(page).click()
  await expect(visibleText(page, '已归档')).toBeVisible()
  expect(await ask<Period>('finance', 'periods.get', { declarationId: id })).toMatchObject({ state: 'archived', edition })
})

test('the filing calendar lists tax returns and platform reports of a centre, with links', async ({ browser }) => {
  const { rows, counts } = await ask<{ rows: { kind: string; period: string; declarationId: number | null; state: string }[]; counts: { overdue: number } }>(
    'finance',
    'filingcalendar.list',
    { states: ['open', 'overdue'], kinds: ['withholding', 'platformReport'] },
  )
  const withheldPeriod = rows.find(({ kind }) => kind === 'withholding') ?? { period: 'none', declarationId: 0 }
  const page = await enter(browser, 'finance')
  await page.goto('/tax/taxCalendar?kinds=withholding,platformReport')
  const item = page.getByRole('listitem').filter({ hasText: `个税扣缴申报 ${withheldPeriod.period}` })
  await expect(item).toHaveCount(1)
  await expect(page.getByText(`逾期 ${counts.overdue} 项`, { exact: false })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '平台涉税信息报送' }).first()).toContainText('待报送')
  await expect(page.getByRole('listitem').filter({ hasText: '工商年报' })).toHaveCount(0)
  await savePicture(page, 'tax-periods-08-calendar')
  await item.getByRole('link', { name: '去办理' }).click()
  await expect(page).toHaveURL(new RegExp(`open=${withheldPeriod.declarationId}`))
  await page.goto('/tax/taxCalendar?kinds=withholding')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('个税扣缴申报')
})
