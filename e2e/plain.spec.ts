import { PDFDocument, StandardFonts } from 'pdf-lib'
import { demoPassword } from '#/demo/accounts.ts'
import { batchAt, dialog, enter, linesFor, payees } from '#/e2e/desk.ts'
import { expect, test } from '#/e2e/test.ts'
import { sharp } from '#/server/lib/sharp.ts'

test('the password reveals full ID and mobile numbers until they are hidden again', async ({ browser }) => {
  const page = await enter(browser, 'centre')
  await page.goto('/datacheck/datacheck')
  await page.getByRole('button', { name: '对比' }).first().click()
  const drawer = page.getByRole('dialog').filter({ visible: true }).first()
  await expect(drawer.getByText(/^\d{3}\*+\w{4}$/).first()).toBeVisible()
  await drawer.getByRole('button', { name: '显示完整证件号码' }).first().click()
  await dialog(page).getByLabel('登录密码').fill('Wrong#2026')
  await dialog(page).getByRole('button', { name: '验证' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await dialog(page).getByLabel('登录密码').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(/^\d{17}[\dX]$/).first()).toBeVisible()
  await drawer.getByRole('button', { name: '显示完整手机号' }).first().click()
  await expect(drawer.getByText(/^1\d{10}$/).first()).toBeVisible()
  await drawer.getByRole('button', { name: '隐藏' }).first().click()
  await expect(drawer.getByText(/^\d{17}[\dX]$/)).toHaveCount(0)
})

test('attached PDFs open with their pages and can be enlarged, and pictures can be rotated', async ({ browser }) => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const number of [1, 2, 3]) pdf.addPage([595, 842]).drawText(`Acceptance ${number}`, { x: 60, y: 700, size: 40, font })
  const picture = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const batch = await batchAt('draft', linesFor(payees.slice(0, 2), '66.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}?pane=papers`)
  await page
    .getByRole('tab', { name: /凭证|材料|资料/ })
    .first()
    .click()
  const box = page.locator('input[type=file]').last()
  await box.setInputFiles({ name: '验收单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) })
  await expect(page.getByRole('row', { name: /验收单\.pdf/ })).toBeVisible()
  await page.locator('input[type=file]').last().setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('row', { name: /现场\.png/ })).toBeVisible()

  await page
    .getByRole('row', { name: /验收单\.pdf/ })
    .getByRole('button', { name: '预览' })
    .click()
  await expect(dialog(page).getByText('共 3 页')).toBeVisible()
  const firstPageImage = dialog(page).getByRole('img', { name: '第 1 页，共 3 页' })
  const isInked = async () =>
    ((
      await sharp(await firstPageImage.screenshot())
        .greyscale()
        .stats()
    ).channels[0]?.min ?? 255) < 60
  await expect.poll(isInked).toBe(true)
  const widthOf = async () => (await firstPageImage.boundingBox())?.width ?? 0
  const widthBefore = await widthOf()
  await dialog(page).getByRole('button', { name: '放大' }).click()
  await expect.poll(widthOf).toBeGreaterThan(widthBefore * 1.2)
  await page.screenshot({ path: 'test-results/preview-pdf.png' })
  await page.keyboard.press('Escape')

  await page
    .getByRole('row', { name: /现场\.png/ })
    .getByRole('button', { name: '预览' })
    .click()
  const image = dialog(page).getByRole('img', { name: '现场.png' })
  await expect(image).toBeVisible()
  const uprightBox = (await image.boundingBox()) ?? { width: 0, height: 0 }
  expect(uprightBox.width).toBeGreaterThan(uprightBox.height)
  await dialog(page).getByRole('button', { name: '旋转' }).click()
  await expect.poll(async () => (await image.boundingBox())?.height ?? 0).toBeGreaterThan(uprightBox.height * 1.2)
  await page.screenshot({ path: 'test-results/preview-picture.png' })
})
