import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ask, enter } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { openZip } from '#/server/lib/unzip.ts'

interface ArchiveEntry {
  readonly path: string
  readonly sha256: string
  readonly source: string
}

test('an evidence download has every file of its index, and invoices link to the money trail', async ({ browser }) => {
  const { rows } = await ask<{ rows: { id: number; no: string }[] }>('payer', 'payments.list', { states: ['paid', 'closed'], size: 20 })
  const batch = rows[0] ?? { id: 0, no: 'none' }
  const payer = await enter(browser, 'payer')
  await payer.goto(`/zf/batch/${batch.id}?pane=proof`)
  await payer.getByRole('button', { name: '生成四流档案' }).click()
  const downloadButton = payer.getByRole('button', { name: '下载压缩包' })
  await expect(downloadButton).toBeEnabled({ timeout: 60_000 })
  const downloadPromise = payer.waitForEvent('download')
  await downloadButton.click()
  const download = await downloadPromise
  await savePicture(payer, 'evidence-archive')
  const zip = await openZip(await readFile(await download.path()), { files: 1000, maxUnpackedBytes: 200_000_000 })
  const files = new Map<string, Buffer>()
  for (const [at, { path }] of zip.items.entries()) files.set(path, await zip.read(at))
  const index = JSON.parse(files.get('index.json')?.toString() ?? '{}') as { batches: string[]; files: ArchiveEntry[] }
  expect(index.batches).toEqual([batch.no])
  expect(index.files.length + 3).toBe(files.size)
  for (const { path, sha256, source } of index.files) {
    expect(
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest('hex'),
      path,
    ).toBe(sha256)
    expect(source, path).not.toBe('altered')
  }

  // Links lead from an invoice to its payments, and from a payment to each document.
  const { rows: issued } = await ask<{ rows: { id: number; no: string }[] }>('payer', 'invoices.list', { states: ['issued'] })
  const invoice = issued[0] ?? { id: 0, no: 'none' }
  await payer.goto(`/fp/fpListDz?open=${invoice.id}`)
  await payer.getByRole('link', { name: '资金链路' }).click()
  await expect(payer.getByRole('region', { name: '资金来源（充值与期初）' }).getByRole('row').nth(1)).toBeVisible()
  await savePicture(payer, 'money-trail')
  await payer.getByRole('region', { name: '明细' }).getByRole('link', { name: invoice.no }).first().click()
  await expect(payer).toHaveURL(new RegExp(`/fp/fpListDz\\?.*open=${invoice.id}`))
})
