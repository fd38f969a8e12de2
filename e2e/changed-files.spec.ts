import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enter } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'

// After choosing a file, a user may save it again in Excel or move it before the page sends it.

const statement = '交易日期,收入金额,支出金额,流水号,对方户名,附言\n2026-11-17,100.00,,CHANGED-1,某公司,\n'

/** Changes the file and dates it five seconds later, because Chromium compares file times in whole seconds. */
const modifyLater = (path: string) => {
  writeFileSync(path, `${statement}2026-11-17,200.00,,CHANGED-2,某公司,\n`)
  const laterTime = new Date(Date.now() + 5_000)
  utimesSync(path, laterTime, laterTime)
}

for (const [name, change] of [
  ['saved again', modifyLater],
  ['deleted', (path: string) => rmSync(path)],
] as const)
  test(`a file that was ${name} after being chosen is named in an error and can be chosen again`, async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'yck-changed-'))
    const path = join(folder, '银行流水.csv')
    writeFileSync(path, statement)
    const page = await enter(browser, 'finance')
    await page.goto('/imprest/yufukuan?pane=credits')
    await page.getByRole('button', { name: '导入银行流水' }).first().click()
    const dialog = page.getByRole('dialog', { name: '导入银行流水' })
    await dialog.locator('input[type=file]').setInputFiles(path)
    await expect(dialog.getByText('银行流水.csv')).toBeVisible()
    change(path)
    await dialog.getByRole('button', { name: '导入银行流水' }).last().click()
    await expect(page.locator('.k-toast').filter({ hasText: '“银行流水.csv”在选择后被修改、移动、删除' })).toBeVisible()
    await expect(page.getByText('请检查网络后重试')).toHaveCount(0)
    writeFileSync(path, statement)
    await dialog.locator('input[type=file]').setInputFiles(path)
    const importResponse = page.waitForResponse(/prepayments\/importCredits/)
    await dialog.getByRole('button', { name: '导入银行流水' }).last().click()
    expect((await importResponse).status()).toBe(200)
    rmSync(folder, { recursive: true })
  })
