import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { archiveTexts } from '#/api/taxation/dossiers.texts.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { contractDocuments } from '#/server/agreements/contracts/public.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { createUniqueNamer, type ZipEntry, zipStream } from '#/server/lib/zip.ts'
import { batchMovements } from '#/server/money/ledger/public.ts'
import { receiptsOfBatch } from '#/server/money/vouchers/public.ts'
import { readMeText } from '#/server/taxation/dossiers/read-me.ts'
import * as store from '#/server/taxation/dossiers/store.ts'
import * as papers from '#/server/taxation/dossiers/store-papers.ts'

export const archiveJob = job('dossiers.archive', taskPayload.extend({ batchIds: z.array(Id).min(1) }))
type ArchiveTask = DataOf<typeof archiveJob>

/** The flow of a file in the archive; `trail` is the audit log. */
type Flow = 'contract' | 'business' | 'money' | 'invoice' | 'trail'

/** A file of the archive, before its digest is computed. */
interface Paper {
  readonly flow: Flow
  readonly name: string
  readonly bytes: Uint8Array
  /** The stored digest of a stored file. */
  readonly kept?: string
}

interface ArchiveEntry {
  readonly path: string
  readonly flow: Flow
  readonly bytes: number
  readonly sha256: string
  readonly kept: string | null
  readonly source: string
}

const chunkSize = 25
const archiveDays = 30

const csvCell = (value: unknown) => {
  const text = value instanceof Date ? dateTimeOf(value) : String(value ?? '')
  return /^[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `"'${text.replaceAll('"', '""')}"` : `"${text.replaceAll('"', '""')}"`
}

/** Writes a table as CSV with a BOM, so that spreadsheets open it as UTF-8. */
function csv(heading: readonly string[], rows: readonly (readonly unknown[])[]): Buffer {
  return Buffer.from(`\ufeff${[heading, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`)
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const yuan = (amount: number) => plainYuan(fen(amount))

type ReadFile = (fileId: string) => Promise<Uint8Array>

/** Yields stored files unchanged, each with its stored digest. */
async function* storedFiles(flow: Flow, folder: string, files: readonly papers.PaperRow[], read: ReadFile): AsyncIterable<Paper> {
  for (const file of files) yield { flow, name: `${folder}/${file.name}`, bytes: await read(file.file_id), kept: file.sha256 }
}

async function* contractFlow(step: TaskStep, done: number, batch: store.SettledRow, read: ReadFile): AsyncIterable<Paper> {
  const { files, agreements } = await step(done, async (ctx) => ({
    files: await contractDocuments(ctx, batch.contract_id),
    agreements: await papers.agreementsOf(ctx, batch),
  }))
  yield* storedFiles('contract', `${batch.no}/1-contract`, files, read)
  yield {
    flow: 'contract',
    name: `${batch.no}/1-contract/agreements.csv`,
    bytes: csv(
      ['姓名', '明细号', '协议', '合同号', '签署时间', '有效期至', '撤销时间', '文件SHA-256'],
      agreements.map((row) => [row.name, row.line_no, row.kind, row.contract_no, row.given_at, row.valid_to, row.revoked_at, row.document_sha256]),
    ),
  }
}

async function* businessFlow(step: TaskStep, done: number, batch: store.SettledRow, read: ReadFile): AsyncIterable<Paper> {
  const { order, files } = await step(done, async (ctx) => ({ order: await papers.orderOf(ctx, batch), files: await papers.businessPapersOf(ctx, batch) }))
  yield { flow: 'business', name: `${batch.no}/2-business/order.json`, bytes: json(order) }
  yield* storedFiles('business', `${batch.no}/2-business`, files, read)
}

async function* moneyFlow(step: TaskStep, done: number, batch: store.SettledRow, read: ReadFile): AsyncIterable<Paper> {
  const folder = `${batch.no}/3-money`
  const { journals, lines, letters } = await step(done, async (ctx) => ({
    journals: await batchMovements(ctx, batch),
    lines: await papers.linesOf(ctx, batch),
    letters: await papers.lettersOf(ctx, batch),
  }))
  const heading = ['流水号', '时间', '类型', '单据', '可用变动', '冻结变动', '可用余额', '冻结余额', '摘要']
  const balance = (amount: number | null) => (amount === null ? '' : yuan(amount))
  yield {
    flow: 'money',
    name: `${folder}/journals.csv`,
    bytes: csv(
      heading,
      journals.map((row) => [
        row.journal_id,
        row.at,
        row.kind,
        row.ref_no,
        yuan(row.available),
        yuan(row.frozen),
        balance(row.available_after),
        balance(row.frozen_after),
        row.memo,
      ]),
    ),
  }
  yield {
    flow: 'money',
    name: `${folder}/lines.csv`,
    bytes: csv(
      ['序号', '明细号', '姓名', '卡号尾号', '状态', '应发', '增值税', '附加', '个税', '服务费', '实发', '单位应付', '完成时间', '通道请求号', '通道流水号'],
      lines.map((row) => [
        row.seq,
        row.no,
        row.name,
        row.card_tail,
        row.state,
        ...[row.gross_fen, row.vat_fen, row.surcharge_fen, row.iit_fen, row.fee_fen, row.net_fen, row.cost_fen].map(yuan),
        row.finished_at,
        row.last_request,
        row.last_reference,
      ]),
    ),
  }
  yield* storedFiles('money', folder, letters, read)
  let after = 0
  for (let at = done; ; at += chunkSize) {
    const { receipts, last } = await step(at, (ctx) => receiptsOfBatch(ctx, batch.id, after, chunkSize))
    for (const receipt of receipts) yield { flow: 'money', name: `${folder}/receipts/${receipt.no}_${receipt.name}.pdf`, bytes: await receipt.bytes(read) }
    if (last === null) break
    after = last
  }
}

const noInvoice =
  '本平台尚未就本批次开具发票；开具后重新生成档案即包含发票与红冲记录。\nNo invoice was issued for this batch on this platform when the archive was made.\n'

/** Yields the invoices for the batch, their red letters and files, or a note if there are none. */
async function* invoiceFlow(step: TaskStep, done: number, batch: store.SettledRow, read: ReadFile): AsyncIterable<Paper> {
  const folder = `${batch.no}/4-invoice`
  const { invoices, files } = await step(done, (ctx) =>
    ctx.widen('names on invoices', async () => ({ invoices: await papers.invoicesOf(ctx, batch), files: await papers.invoicePapersOf(ctx, batch) })),
  )
  if (invoices.length === 0) {
    yield { flow: 'invoice', name: `${folder}/none.txt`, bytes: Buffer.from(noInvoice) }
    return
  }
  yield {
    flow: 'invoice',
    name: `${folder}/invoices.csv`,
    bytes: csv(
      ['申请单号', '蓝字/红字', '开票方', '发票号码', '开票日期', '金额', '税额', '价税合计', '申请中属于本批次的金额'],
      invoices.map((row) => [
        row.no,
        row.what === 'blue' ? '蓝字' : '红字',
        row.issuer === 'business' ? `个体户 ${row.seller}` : row.seller,
        row.number,
        row.issued_on,
        ...[row.price_fen, row.tax_fen, row.total_fen, row.of_batch].map(yuan),
      ]),
    ),
  }
  yield* storedFiles('invoice', folder, files, read)
}

/** Yields the declarations of the payees' taxes. Includes only certificates that cover no other payer. */
async function* taxFlow(step: TaskStep, done: number, batch: store.SettledRow, read: ReadFile): AsyncIterable<Paper> {
  const taxes = await step(done, (ctx) => papers.taxesOf(ctx, batch))
  if (taxes.length === 0) return
  const folder = `${batch.no}/4-invoice/tax`
  yield {
    flow: 'invoice',
    name: `${folder}/declared.csv`,
    bytes: csv(
      ['姓名', '所属期', '应发', '增值税', '附加', '个税', '申报回执', '申报日期', '完税凭证'],
      taxes.map((row) => [
        row.name,
        row.month,
        ...[row.gross_fen, row.vat_fen, row.surcharge_fen, row.iit_fen].map(yuan),
        row.receipt_no,
        row.declared_on,
        row.certificate_file === null ? '缺' : row.is_whole ? '附后' : '含其他付款，未附',
      ]),
    ),
  }
  const certificateFiles = taxes.flatMap(({ is_whole, certificate_file, certificate_sha256, name, month }, at) =>
    is_whole && certificate_file !== null && certificate_sha256 !== null
      ? [{ file_id: certificate_file, sha256: certificate_sha256, name: `${at + 1}_${name}_${month}.pdf` }]
      : [],
  )
  yield* storedFiles('invoice', folder, certificateFiles, read)
}

/** Builds the file of a batch's audit rows. Each row has its digest and the digest of the previous row in the chain. */
async function trailOf(ctx: Context, batch: store.SettledRow): Promise<Paper> {
  const rows = (await papers.trailOf(ctx, batch)).map(({ before_hex: previous, hash_hex: hash, ...row }) => ({ ...row, previous, hash }))
  const chainHeads = (await ctx.widen('heads of the trail', () => papers.chainHeadsOf(ctx, batch))).map(({ hash_hex: hash, ...head }) => ({ ...head, hash }))
  return { flow: 'trail', name: `${batch.no}/5-trail/trail.json`, bytes: json({ heads: chainHeads, rows }) }
}

async function* papersOf(step: TaskStep, batches: readonly store.SettledRow[], read: ReadFile): AsyncIterable<Paper> {
  let done = 0
  for (const batch of batches) {
    yield* contractFlow(step, done, batch, read)
    yield* businessFlow(step, done, batch, read)
    yield* moneyFlow(step, done, batch, read)
    yield* invoiceFlow(step, done, batch, read)
    yield* taxFlow(step, done, batch, read)
    yield await step(done, (ctx) => trailOf(ctx, batch))
    done += batch.line_count
  }
}

/** Yields the files one by one, then their list with digests. Only the list stays in memory. */
async function* zipEntries(step: TaskStep, batches: readonly store.SettledRow[], read: ReadFile, madeAt: Date): AsyncIterable<ZipEntry> {
  const listedEntries: ArchiveEntry[] = []
  const nameOf = createUniqueNamer()
  yield { name: nameOf('README.txt'), bytes: Buffer.from(readMeText) }
  for await (const paper of papersOf(step, batches, read)) {
    const path = nameOf(paper.name)
    const sha256 = createHash('sha256').update(paper.bytes).digest('hex')
    const source = paper.kept === undefined ? 'made' : paper.kept === sha256 ? 'kept' : 'altered'
    listedEntries.push({ path, flow: paper.flow, bytes: paper.bytes.byteLength, sha256, kept: paper.kept ?? null, source })
    yield { name: path, bytes: paper.bytes }
  }
  const heading = ['文件', '四流', '字节', 'SHA-256', '入库时SHA-256', '来源']
  yield {
    name: 'index.csv',
    bytes: csv(
      heading,
      listedEntries.map((row) => [row.path, row.flow, row.bytes, row.sha256, row.kept, row.source]),
    ),
  }
  yield { name: 'index.json', bytes: json({ madeAt: madeAt.toISOString(), batches: batches.map(({ no }) => no), files: listedEntries }) }
}

export async function makeArchive(job: JobContext, task: ArchiveTask): Promise<void> {
  const isPermitted = ({ actor }: Context) => actor.may('zfPtList') || actor.may('zfPtListpt')
  await makeTaskFile(job, task, { action: 'dossiers.archive', failed: archiveTexts.failed, may: isPermitted }, async (step) => {
    const { batches, now } = await step(0, async (ctx) => ({ batches: await store.settledBatches(ctx, task.batchIds), now: ctx.now }))
    return {
      name: `四流档案_${batches[0]?.no ?? ''}_${task.taskId}.zip`,
      mediaType: 'application/zip',
      stream: zipStream(zipEntries(step, batches, job.store.read, now)),
      count: batches.reduce((sum, batch) => sum + batch.line_count, 0),
      keepDays: archiveDays,
      detail: { batches: batches.map(({ no }) => no) },
    }
  })
}
