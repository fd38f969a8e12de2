import type { Page } from '@playwright/test'
import { ask, batchAt, dialog, enter, getBatch, linesFor, payees, personNamed, visibleText } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { sharp } from '#/server/lib/sharp.ts'

/** Draws an acceptance sheet with text and a stamp. */
function drawAcceptanceSheet(): Promise<Buffer> {
  const lines = Array.from(
    { length: 13 },
    (_, at) => `<rect x="${60 + (at % 3) * 50}" y="${70 + at * 54}" width="${150 + ((at * 89) % 330)}" height="18" fill="#222"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="900"><rect width="700" height="900" fill="#fefefa"/>${lines.join('')}
    <circle cx="520" cy="760" r="72" fill="none" stroke="#c00" stroke-width="14"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

async function attachPicture(maker: Page, batchId: number, buffer: Buffer): Promise<void> {
  await maker.goto(`/zf/batch/${batchId}?pane=papers`)
  await maker
    .getByRole('region', { name: '业务材料' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '验收单.jpg', mimeType: 'image/jpeg', buffer })
  // The drop area shows the file's name already during the upload.
  await expect(maker.getByRole('row', { name: /验收单\.jpg/ })).toBeVisible()
}

const singleLine = (at: number) => linesFor(payees.slice(at, at + 1), '88.00')

test('a reused acceptance sheet is found and then explained or rejected (ST-15)', async ({ browser }) => {
  const maker = await enter(browser, 'maker')
  const picture = await drawAcceptanceSheet()
  const firstBatch = await batchAt('ready', singleLine(0))
  await attachPicture(maker, firstBatch.id, picture)
  await expect(maker.getByText(/证明材料与/)).toHaveCount(0)

  const secondBatch = await batchAt('ready', singleLine(1))
  const thirdBatch = await batchAt('ready', singleLine(2))
  await test.step('the unit sees the warning immediately after the upload', async () => {
    await attachPicture(maker, secondBatch.id, picture)
    await expect(visibleText(maker, `证明材料与 ${firstBatch.no} 重复（相同文件或高度相似图片）`)).toBeVisible()
    await attachPicture(maker, thirdBatch.id, await sharp(picture).resize(420).jpeg({ quality: 45 }).toBuffer())
    await expect(visibleText(maker, new RegExp(`证明材料与 ${firstBatch.no}, ${secondBatch.no} 重复`))).toBeVisible()
    await savePicture(maker, 'story-evidence-01-notified')
  })

  for (const { id } of [secondBatch, thirdBatch]) {
    const { version } = await getBatch(id)
    await ask('maker', 'payments.submit', { id, version, acknowledgement: '已逐条核对' })
    await ask('checker', 'payments.check', { id, version: (await getBatch(id)).version, approve: true })
  }
  const auditor = await enter(browser, 'auditor')
  const openAudit = async (id: number) => {
    await auditor.goto(`/zf/batch/${id}`)
    await auditor.getByRole('button', { name: '审核', exact: true }).click()
    await expect(
      dialog(auditor)
        .getByText(/证明材料与/)
        .first(),
    ).toBeVisible()
    // The checklist appears after all data for the decision has loaded.
    await expect(dialog(auditor).getByText('审核要点（须逐项核对）')).toBeVisible()
  }
  await test.step('without an explanation the auditor cannot approve', async () => {
    await openAudit(secondBatch.id)
    for (const pointBox of await dialog(auditor).getByRole('checkbox').all()) await pointBox.check()
    const auditButton = dialog(auditor).locator('.k-overlay-foot .k-btn-primary')
    await expect(auditButton).toBeDisabled()
    await savePicture(auditor, 'story-evidence-02-audit')
    await dialog(auditor).getByLabel('说明').fill('同一验收单覆盖两个批次，金额合计相符')
    await auditButton.click()
    await expect.poll(async () => (await getBatch(secondBatch.id)).state).toBe('payable')
  })

  await test.step('the auditor can reject the batch with a reason instead', async () => {
    await openAudit(thirdBatch.id)
    await dialog(auditor).getByText('驳回', { exact: true }).click()
    await dialog(auditor).locator('textarea').fill('验收单与另两个批次重复，请更换')
    await dialog(auditor).locator('.k-overlay-foot button').last().click()
    await expect.poll(async () => (await getBatch(thirdBatch.id)).state).toBe('fixing')
    expect((await getBatch(thirdBatch.id)).stateReason).toContain('请更换')
  })
})

test('a payment to a related person becomes payable after the centre allows it', async ({ browser }) => {
  const batch = await batchAt('draft', linesFor([personNamed('related')], '96.00'))
  const maker = await enter(browser, 'maker')
  await test.step('the maker requests the permission with a document', async () => {
    await maker.goto(`/zf/batch/${batch.id}`)
    await expect(maker.locator('[aria-invalid=true]').first()).toBeVisible()
    await maker.getByRole('checkbox').last().check()
    await maker.getByRole('button', { name: '申请收款例外' }).click()
    await dialog(maker).getByLabel('申请理由').fill('该员工已离职，本次为离职后的独立项目报酬')
    await dialog(maker)
      .locator('input[type=file]')
      .setInputFiles({ name: '离职证明.jpg', mimeType: 'image/jpeg', buffer: await drawAcceptanceSheet() })
    await savePicture(maker, 'story-relations-01-ask')
    await dialog(maker).getByRole('button', { name: '申请收款例外' }).click()
    await expect(visibleText(maker, '已提交，等待运营中心审核')).toBeVisible()
  })

  await test.step('the centre finds the request among its to-dos and allows it', async () => {
    const auditor = await enter(browser, 'auditor')
    await auditor.goto('/profile/message')
    await auditor.getByRole('row').filter({ hasText: '收款例外待审核' }).getByRole('link').click()
    await expect(auditor.getByRole('table').last().getByText(personNamed('related').name)).toBeVisible()
    await savePicture(auditor, 'story-relations-02-list')
    await auditor.getByRole('button', { name: '审核', exact: true }).first().click()
    await dialog(auditor).getByText('同意，至有效期止').click()
    await dialog(auditor).locator('textarea').fill('离职证明属实')
    await savePicture(auditor, 'story-relations-03-decide')
    await dialog(auditor).getByRole('button', { name: '审核', exact: true }).click()
    // The exception is no longer in the pending list but stays in the full list.
    await expect(auditor.getByText(personNamed('related').name)).toHaveCount(0)
    await dialog(auditor).getByText('全部', { exact: true }).click()
    await expect(auditor.getByRole('table').last().getByText('已同意')).toBeVisible()
  })

  await test.step('the line is checked again automatically', async () => {
    await expect.poll(async () => (await ask<{ errorCount: number }>('maker', 'payments.get', { id: batch.id })).errorCount, { timeout: 20_000 }).toBe(0)
  })
})
