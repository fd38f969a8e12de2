import { z } from 'zod'
import { Id, Mode } from '#/api/operation.ts'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { einvoiceRefusals, orderFaults } from '#/api/taxation/einvoices.texts.ts'
import { invoiceRefusals, resultFaults } from '#/api/taxation/invoice-refusals.texts.ts'
import { applicationStateNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen, formatPpm, formatYuan } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { isInvoiceActionAllowed } from '#/domain/taxation/invoice.ts'
import type { Context, JobContext, Upload } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { Refusal, refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { refuseUnreadableSheet } from '#/server/kernel/rows/sheet-file.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { openArchive } from '#/server/services/files/public.ts'
import { cancelChannelOrder } from '#/server/taxation/invoices/channel-orders.ts'
import { registerIssuedInvoice } from '#/server/taxation/invoices/issuing.ts'
import { type ResultRow, type ResultSheet, type RowFault, readResults, resultRowOf } from '#/server/taxation/invoices/reading.ts'
import { expectNotReturned } from '#/server/taxation/invoices/returned-parts.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

/** Imports a results file row by row, in the name of the person who uploaded it. */
export const readResultsJob = job('invoices.readResults', z.object({ importId: Id, userId: Id, centreId: Id.nullable(), mode: Mode.nullable() }))

const maxFiles = 6_000
const keepFileDays = 180

/** A file in the ZIP that no row has used yet. */
interface PackedFile {
  readonly name: string
  readonly read: () => Promise<Buffer>
}

const fileNameIn = (path: string) => path.split('/').at(-1) ?? path

/** Stores a results file and its ZIP after reading both. A job imports the rows one by one. */
export async function uploadResults(
  ctx: Context,
  { file, archive }: { file: Upload; archive?: Upload | undefined },
): Promise<{ importId: number; rows: number }> {
  const sheet = await ctx.outside('read a list', [file.bytes, ctx.takesHidden], () => readResults(file.bytes, ctx.takesHidden))
  if (!sheet.ok) return refuseUnreadableSheet(sheet.problem)
  if (sheet.rows.length === 0) refuseUnreadableSheet({ code: 'empty' })
  if (archive) await ctx.outside('look into a ZIP', archive.bytes, async () => (await openArchive(archive.bytes, maxFiles)).items.length)
  const centreId = ctx.scope.centreId ?? (await centreIdOfRows(ctx, sheet))
  const fileOptions = { purpose: 'invoice_results', centreId, keepDays: keepFileDays }
  const { id: fileId, sha256 } = await ctx.files.save({ ...fileOptions, name: file.filename, mediaType: sheetMediaType, bytes: file.bytes })
  const storedZip = archive && (await ctx.files.save({ ...fileOptions, name: archive.filename, mediaType: 'application/zip', bytes: archive.bytes }))
  const rows = sheet.rows.length
  const importId = await papers.addImport(ctx, {
    centre_id: centreId,
    mode: ctx.scope.mode ?? settlementMode.generalContract,
    name: file.filename,
    file_id: fileId,
    archive_id: storedZip?.id ?? null,
    row_count: rows,
  })
  ctx.note({ refType: 'invoice_import', refId: importId, centreId, detail: { file: file.filename, rows, sha256 } })
  await ctx.enqueue(readResultsJob, { importId, userId: ctx.actor.userId, centreId: ctx.scope.centreId, mode: ctx.scope.mode })
  return { importId, rows }
}

/** Returns the centre of an application in the file, for platform staff who chose no centre. */
async function centreIdOfRows(ctx: Context, sheet: Extract<ResultSheet, { ok: true }>): Promise<number> {
  const numbers = sheet.rows.map((row) => row.cells.no.text.trim())
  return (await store.centreIdOf(ctx, numbers)) ?? refuse(invoiceRefusals, 'applicationNotFound')
}

const faultOf = ({ line, no, number }: ResultRow, fault: string, values: RowFault['values'] = {}): RowFault => ({ line, no, number, fault, values })

/** Finds the planned invoice of a row, or returns the fault. Price, tax and total must match to the fen. */
function findPlannedInvoice(
  ctx: Context,
  row: ResultRow,
  application: store.ApplicationRow,
  invoices: readonly papers.InvoiceRow[],
): papers.InvoiceRow | RowFault {
  if (!isInvoiceActionAllowed('issue', application.state))
    return faultOf(row, 'wrongState', { state: translate(applicationStateNames[application.state], ctx.language) })
  const yuanText = (value: number) => formatYuan(fen(value))
  if (row.rate !== application.rate_ppm) return faultOf(row, 'rateDiffers', { found: formatPpm(row.rate), expected: formatPpm(application.rate_ppm) })
  const openInvoices = invoices.filter((paper) => paper.number === null)
  const paper = openInvoices.find((each) => each.total_fen === row.total)
  if (!paper) {
    const openTotals = [...new Set(openInvoices.map((each) => yuanText(each.total_fen)))].slice(0, 3).join(' / ') || '—'
    return faultOf(row, 'noSuchTotal', { found: yuanText(row.total), expected: openTotals })
  }
  if (row.price !== paper.price_fen) return faultOf(row, 'priceDiffers', { found: yuanText(row.price), expected: yuanText(paper.price_fen) })
  return row.tax === paper.tax_fen ? paper : faultOf(row, 'taxDiffers', { found: yuanText(row.tax), expected: yuanText(paper.tax_fen) })
}

/** Issues the invoice of one row. If that is impossible, changes nothing and returns the fault. */
async function importRow(ctx: Context, importId: number, row: ResultRow, files: readonly Upload[]): Promise<RowFault | null> {
  const application = await store.find(ctx, { no: row.no }, true)
  if (!application) return faultOf(row, 'unknownApplication')
  const paper = findPlannedInvoice(ctx, row, application, await papers.invoicesOf(ctx, application.id))
  if ('fault' in paper) return paper
  if (files.length === 0) return faultOf(row, 'fileMissing')
  if (!(await cancelChannelOrder(ctx, { invoiceId: paper.id }))) await expectNotReturned(ctx, application.id, row.day)
  await registerIssuedInvoice(ctx, application, paper, { number: row.number, issuedOn: row.day, files })
  await papers.addDoneLine(ctx, importId, row.line)
  return null
}

/** Returns the files of the ZIP by file name, and the duplicate names. */
async function readPackedFiles(bytes: Uint8Array | null): Promise<{ byName: Map<string, PackedFile>; twice: string[] }> {
  const byName = new Map<string, PackedFile>()
  const duplicateNames: string[] = []
  if (bytes === null) return { byName, twice: duplicateNames }
  const zip = await openArchive(bytes, maxFiles)
  for (const [at, item] of zip.items.entries()) {
    const name = fileNameIn(item.path)
    const key = name.toLowerCase()
    if (byName.has(key)) duplicateNames.push(name)
    else byName.set(key, { name, read: () => zip.read(at) })
  }
  return { byName, twice: duplicateNames }
}

/** Returns the files of a row and marks them as used. */
function packedFilesOf(row: ResultRow, byName: ReadonlyMap<string, PackedFile>, used: Set<string>): PackedFile[] {
  const names = [row.file.toLowerCase(), ...['pdf', 'ofd', 'xml'].map((ending) => `${row.number}.${ending}`)]
  return [...new Set(names)].flatMap((name) => {
    const packedFile = byName.get(name)
    if (!packedFile) return []
    used.add(name)
    return [packedFile]
  })
}

async function readUploads(packedFiles: readonly PackedFile[]): Promise<Upload[]> {
  const uploads: Upload[] = []
  for (const { name, read } of packedFiles) uploads.push({ filename: name, mediaType: '', bytes: await read() })
  return uploads
}

/**
 * Imports the rows one after another, each in its own transaction, and lists the faults. A repeated job skips the rows
 * that it registered before a restart.
 */
export async function importResults(work: JobContext, { importId, userId, centreId, mode }: DataOf<typeof readResultsJob>): Promise<void> {
  const name = readResultsJob.name
  const pendingImport = await work.run(name, (ctx) => papers.importToRead(ctx, importId))
  if (!pendingImport) return
  // Hidden rows are allowed here, because the user confirmed them at the upload.
  const sheet = await readResults(await work.store.read(pendingImport.file_id), true)
  if (!sheet.ok) throw new Error('results that could be read cannot be read any more')
  const { byName, twice } = await readPackedFiles(pendingImport.archive_id === null ? null : await work.store.read(pendingImport.archive_id))
  const faults: RowFault[] = []
  const [seen, used, doneLines] = [new Set<string>(), new Set<string>(), new Set(pendingImport.done_lines)]
  for (const sheetRow of sheet.rows) {
    if (work.isStopping()) throw new Error('the server is stopping')
    const row = resultRowOf(sheetRow)
    if ('fault' in row) {
      faults.push(row)
      continue
    }
    const packedFiles = packedFilesOf(row, byName, used)
    const isRepeated = seen.has(row.number)
    seen.add(row.number)
    if (doneLines.has(row.line)) continue
    const files = isRepeated ? [] : await readUploads(packedFiles)
    const fault = isRepeated
      ? faultOf(row, 'numberTwice')
      : await work.runAs(userId, name, (ctx) => importOrFault(ctx, importId, row, files), { centreId, mode })
    if (fault) faults.push(fault)
    else doneLines.add(row.line)
  }
  for (const each of twice) faults.push({ line: 0, no: '', number: '', fault: 'fileTwice', values: { name: each } })
  for (const [key, { name: file }] of byName) if (!used.has(key)) faults.push({ line: 0, no: '', number: '', fault: 'fileUnknown', values: { name: file } })
  await work.run(name, (ctx) => papers.finishImport(ctx, importId, doneLines.size, faults))
}

/** Imports a row. Rolls back a refused row and returns the refusal as its fault. */
async function importOrFault(ctx: Context, importId: number, row: ResultRow, files: readonly Upload[]): Promise<RowFault | null> {
  try {
    return await ctx.part(() => importRow(ctx, importId, row, files))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return faultOf(row, error.error, error.values as RowFault['values'])
  }
}

const problemTexts: Readonly<Record<string, Text>> = { ...fileRefusals, ...einvoiceRefusals, ...invoiceRefusals, ...orderFaults, ...resultFaults }

/** Returns the message of a fault in the reader's language. */
export function problemText(ctx: Context, { fault, values }: { fault: string; values: Values }): string {
  const text = problemTexts[fault]
  return text ? translate(text, ctx.language, values) : fault
}
