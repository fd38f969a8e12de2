import { seededRandom } from '#/demo/random.ts'
import { bankCardSpecimen, drawBankCard } from '#/demo/specimen.ts'
import { photograph } from '#/demo/specimen-photo.ts'
import { batchAt, dialog, enter, linesFor, payByCall, personNamed, visibleText, waitForState } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expectNoAxeFindings } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

test('the maker uploads a picture of a new card after unsuitable files were refused', async ({ browser }) => {
  const batch = await batchAt('payable', linesFor([personNamed('nameMismatch')], '120.00'))
  await payByCall(batch)
  await waitForState(batch.id, 'failed')
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: '更换收款卡' }).click()
  const box = dialog(page)
  const picker = box.getByRole('group', { name: '银行卡正面' })
  await expect(box.getByText('核验服务为沙箱')).toBeVisible()
  const input = picker.locator('input[type=file]:not([capture])')

  await input.setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(picker.getByRole('status')).toContainText('请选择 JPG、PNG 或 WEBP 图片')
  await input.setInputFiles({ name: '改名.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture either') })
  await expect(picker.getByRole('status')).toContainText('图片只接受 JPG、PNG、WEBP 格式')
  await expect(picker.getByRole('button', { name: '重试' })).toBeVisible()

  const random = seededRandom(4711)
  const card = bankCardSpecimen(random)
  await input.setInputFiles({ name: '银行卡.jpg', mimeType: 'image/jpeg', buffer: await photograph(await drawBankCard(card), 'tilted', random) })
  await expect(picker.getByRole('status')).toContainText('已识别，请对照图片核对', { timeout: 60_000 })
  await expect(picker.getByRole('list', { name: '图片提示' })).toContainText('样本')
  await expect(box.getByLabel('收款账号')).toHaveValue(card.cardNo)
  await expect(box.getByLabel('收款银行')).toHaveValue(card.bank)
  await savePicture(page, 'identity-01-card-read')
  await expectNoAxeFindings(page, 'the card', '.c-card')

  await picker.getByRole('button', { name: /放大查看/ }).click()
  await expect(page.locator('dialog[open] img')).toBeVisible()
  await page.locator('dialog[open]').getByRole('button', { name: '关闭' }).click()
  await box.getByRole('button', { name: '更换收款卡' }).click()
  await expect(visibleText(page, '新卡已核验')).toBeVisible()
  await page.context().close()
})

test('the upload of a demo specimen picture can be cancelled and repeated', async ({ browser }) => {
  const batch = await batchAt('payable', linesFor([personNamed('nameMismatch')], '130.00'))
  await payByCall(batch)
  await waitForState(batch.id, 'failed')
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${batch.id}`)
  await page.getByRole('button', { name: '更换收款卡' }).click()
  const box = dialog(page)
  const picker = box.getByRole('group', { name: '银行卡正面' })
  await page.route('**/api/share/v3/getCardInfo', () => undefined)
  await picker.getByRole('button', { name: '使用演示样本' }).click()
  await expect(picker.getByRole('status')).toContainText('正在上传并识别')
  await picker.getByRole('button', { name: '取消' }).click()
  await expect(picker.getByRole('status')).toContainText('四角完整')
  await page.unroute('**/api/share/v3/getCardInfo')
  await picker.getByRole('button', { name: '使用演示样本' }).click()
  await expect(box.getByLabel('收款账号')).toHaveValue(/^62\d{14,17}$/, { timeout: 60_000 })
  await page.context().close()
})
