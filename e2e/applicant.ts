import { expect, type Page } from '@playwright/test'
import { sharp } from '#/server/lib/sharp.ts'

// Steps of an applicant on the registration pages.

/** An image in the form that file inputs accept. */
export interface ImageFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Draws a document image, different for each tone. */
export async function documentImage(label: string, tone: number): Promise<ImageFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="520"><rect width="800" height="520" fill="rgb(${tone},238,214)"/>
    <rect x="30" y="30" width="740" height="460" fill="none" stroke="#a33" stroke-width="6"/><text x="400" y="270" font-size="56" text-anchor="middle">${label}</text></svg>`
  return { name: `${label}.jpg`, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer() }
}

/** Requests a code, reads it, agrees to the terms and starts the application. */
export async function startApplication(page: Page, mobile: string, codeSent: () => Promise<string>): Promise<void> {
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await codeSent())
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '开始填写' }).click()
  await expect(page).toHaveURL(/ticket=/)
}

/** Fills in fields by name: texts, choices and lists. */
export async function fillFields(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const control = page.locator(`[name="${field}"]`).first()
    if ((await control.getAttribute('type')) === 'radio') await page.locator(`input[name="${field}"][value="${value}"]`).check()
    else if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value)
    else await control.fill(value)
  }
}

/** Uploads an image and waits until it is shown. */
export async function upload(page: Page, field: string, shot: ImageFile): Promise<void> {
  const box = page.locator('.r-pictures', { has: page.locator(`input[name="${field}"]`) })
  await box.locator('input[type=file]').setInputFiles(shot)
  await expect(box.locator('img').last()).toBeVisible({ timeout: 40_000 })
}

export const pressNext = (page: Page) => page.getByRole('button', { name: '保存并下一步' }).click()
