import { buffer } from 'node:stream/consumers'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { exportKeepDays } from '#/server/kernel/rows/sheet-file.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

export async function packFiles(ctx: Context, invoicingId: number): Promise<{ fileId: string }> {
  const row = (await store.find(ctx, { id: invoicingId })) ?? refuse(invoiceRefusals, 'applicationNotFound')
  const files = (await papers.filesOf(ctx, row.id)).filter((file) => file.replaced_at === null)
  if (files.length === 0) refuse(invoiceRefusals, 'noFiles')
  const entries: ZipEntry[] = []
  for (const file of files) {
    const openedFile = await ctx.files.open(file.file_id)
    if (openedFile) entries.push({ name: file.name, bytes: openedFile.bytes })
  }
  const bytes = await ctx.outside(
    'pack files',
    files.map((file) => file.sha256),
    () => buffer(zipStream(entries)),
  )
  const { id, sha256 } = await ctx.files.save({
    name: `${row.no}.zip`,
    mediaType: 'application/zip',
    bytes,
    purpose: 'export',
    unitId: row.unit_id,
    centreId: row.centre_id,
    keepDays: exportKeepDays(false),
  })
  ctx.note({ refType: 'invoice_application', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, files: files.length, sha256 } })
  return { fileId: id }
}
