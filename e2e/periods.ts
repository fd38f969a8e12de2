import { expect, type Page } from '@playwright/test'
import { ask, dialog } from '#/e2e/desk.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

type AmountsByTax = Readonly<Record<'vat' | 'surcharge' | 'iit', number>>

export interface Period {
  readonly id: number
  readonly month: string
  readonly state: string
  readonly edition: number
  readonly version: number
  readonly gross: number
  readonly toCorrect: number
  readonly accrued: AmountsByTax
  readonly leftByTax: AmountsByTax
  readonly entries: readonly { readonly id: number; readonly state: string; readonly version: number }[]
}

const names = { vat: '增值税', surcharge: '附加税费', iit: '个人所得税' } as const
const taxKinds = ['vat', 'surcharge', 'iit'] as const
export const pdfFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfPage(name)) })
const yuan = (fen: number) => (fen / 100).toFixed(2)

export const getPeriod = (declarationId: number) => ask<Period>('finance', 'periods.get', { declarationId })

export async function declare(page: Page, id: number, no: string): Promise<void> {
  const { accrued } = await getPeriod(id)
  await page.getByRole('button', { name: '登记申报' }).click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: '个税申报受理号' }).fill(no)
  await form.getByRole('textbox', { name: '增值税申报受理号' }).fill(`V${no}`)
  for (const kind of taxKinds) await form.getByRole('textbox', { name: new RegExp(`^\\*? ?${names[kind]}$`) }).fill(yuan(accrued[kind]))
  await form.locator('input[type=file]').first().setInputFiles(pdfFile('回执.pdf'))
  await form.getByRole('button', { name: '登记申报' }).click()
  await expect(page.getByRole('textbox', { name: '个税申报受理号' })).toHaveCount(0)
}

/** Starts the correction of the open period, and waits until its figures are computed. */
export async function startCorrection(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更正申报' }).click()
  await dialog(page).getByRole('textbox').fill('申报后退汇')
  await dialog(page).getByRole('button', { name: '更正申报' }).click()
  await expect(page.getByRole('button', { name: '登记申报' })).toBeEnabled({ timeout: 30_000 })
}

/**
 * Corrects the declared months of the demo that have a returned payment, because earlier months are corrected before
 * later ones.
 */
export async function correctEarlier(page: Page): Promise<void> {
  const { rows } = await ask<{ rows: Period[] }>('finance', 'periods.list', { size: 200 })
  for (const { id, month } of rows.filter(({ toCorrect }) => toCorrect > 0).sort((one, other) => one.month.localeCompare(other.month))) {
    await page.goto(`/tax/taxListWtdz?open=${id}`)
    await startCorrection(page)
    await declare(page, id, `GZ-${month}`)
    await expect.poll(async () => (await getPeriod(id)).toCorrect).toBe(0)
  }
}
