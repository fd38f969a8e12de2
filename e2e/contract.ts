import { expect, type Locator, type Page } from '@playwright/test'

// Steps of a signer on the sign page.

/** Reads the contract to the end with the keyboard. */
export async function readToEnd(page: Page) {
  await expect(page.getByRole('region', { name: '待签文件' }).locator('canvas, .g-words').first()).toBeVisible()
  await page.getByRole('region', { name: '待签文件' }).focus()
  for (let press = 0; press < 20 && !(await page.getByText('已阅读至末尾').isVisible()); press++) {
    await page.keyboard.press('End')
    await page.waitForTimeout(200)
  }
  await expect(page.getByText('已阅读至末尾')).toBeVisible()
}

/** Requests a code and reads it from the sandbox. */
export async function readSentCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: /获取短信验证码/ }).click()
  const sandbox = page.getByRole('region', { name: '演示沙箱 · 未真正发送' })
  await expect(sandbox.getByText(/用于确认签署/)).toBeVisible({ timeout: 20_000 })
  return (await sandbox.innerText()).match(/\b\d{6}\b/)?.[0] ?? ''
}

export async function drawSignature(page: Page, pad: Locator) {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('nowhere to sign')
  await page.mouse.move(box.x + 30, box.y + 90)
  await page.mouse.down()
  for (let at = 0; at < 40; at++) await page.mouse.move(box.x + 30 + at * 6, box.y + 90 + Math.sin(at / 3) * 40)
  await page.mouse.up()
}
