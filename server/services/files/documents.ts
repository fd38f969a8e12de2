import { fromBufferPromise } from 'yauzl'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { maxFileBytes, maxFileMegabytes } from '#/domain/base/upload.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { rewriteAsPlainPdf } from '#/server/lib/pdf/plain.ts'
import type { PlainPdf } from '#/server/lib/pdf/plain-worker.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { readInWorker } from '#/server/lib/spreadsheet/thread.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'
import { cleanPath } from '#/server/lib/unzip.ts'
import type { PdfFinding, PdfRequest } from '#/server/services/files/pdf-worker.ts'
import { mediaTypeOf } from '#/server/services/files/pictures.ts'

/** Documents that are stored unchanged once their content matches the type. */
export type DocumentKind = 'pdf' | 'xlsx' | 'zip' | 'ofd' | 'xml'

/** The detected type of a document. */
export interface CheckedDocument {
  readonly kind: DocumentKind
  readonly mediaType: string
  /** For PDFs only. */
  readonly pages: number | null
}

const megabyte = 1024 * 1024
const maxPages = 50
const mediaTypes: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  xlsx: sheetMediaType,
  zip: 'application/zip',
  ofd: 'application/ofd',
  xml: 'application/xml',
}
const pdfTimeoutMs = 10_000
const maxArchiveEntries = 10_000
const maxUnpackedBytes = 512 * megabyte

type PdfResult = PdfFinding | { readonly trouble: 'pdfSlow' }

// A worker that found a fault may be in a bad state and is not reused.
const pdfWorkers = new ThreadPool<PdfRequest, PdfFinding>(
  new URL('./pdf-worker.ts', import.meta.url),
  { threads: 2, taskMs: pdfTimeoutMs, megabytes: 600 },
  (finding) => 'trouble' in finding,
)

/**
 * Reads a PDF in a worker thread. A PDF that exceeds the memory limit counts as damaged, because no real one of this
 * size needs that much. A timeout may only mean a busy machine.
 */
export async function inspectPdf(bytes: Uint8Array, withinMs = pdfTimeoutMs, includesText = false): Promise<PdfResult> {
  const outcome = await pdfWorkers.ask({ bytes, wantsText: includesText }, withinMs)
  if (outcome.answer !== null) return outcome.answer
  return { trouble: outcome.why === 'late' || outcome.why === 'busy' ? 'pdfSlow' : 'pdfBroken' }
}

async function countCheckedPages(bytes: Uint8Array): Promise<number> {
  const finding = await inspectPdf(bytes)
  if ('trouble' in finding) return refuse(fileRefusals, finding.trouble)
  if (finding.pages > maxPages) refuse(fileRefusals, 'pdfPages', { pages: finding.pages, most: maxPages })
  return finding.pages
}

/** Returns the text layer of a PDF; empty for scans and unreadable files. */
export async function textInPdf(bytes: Uint8Array): Promise<string> {
  refuseInTransaction('looking into a document')
  const finding = await inspectPdf(bytes, pdfTimeoutMs, true)
  return 'trouble' in finding ? '' : (finding.text ?? '')
}

/** Rewrites a checked PDF so that it can be signed, or refuses it with the reason. */
export async function plainDocument(bytes: Uint8Array): Promise<PlainPdf> {
  const plainResult = await rewriteAsPlainPdf(bytes)
  return typeof plainResult === 'string' ? refuse(fileRefusals, plainResult) : plainResult
}

/** Reads the file names from the directory without unpacking. */
async function archiveNames(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  let [seen, unpacked] = [0, 0]
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true })
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      names.add(entry.fileName)
      if (entry.isEncrypted()) refuse(fileRefusals, 'archiveEncrypted', { path: cleanPath(entry.fileName) })
      if (unpacked > maxUnpackedBytes) refuse(fileRefusals, 'archiveTooLarge', { megabytes: maxUnpackedBytes / megabyte })
      if (++seen > maxArchiveEntries) refuse(fileRefusals, 'archiveTooMany', { most: maxArchiveEntries })
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuse(fileRefusals, 'archiveBroken')
  }
  return names
}

async function checkXml(bytes: Uint8Array): Promise<void> {
  const outcome = await readInWorker({ kind: 'xml', bytes, paths: [] })
  if (outcome.answer === null) refuse(fileRefusals, 'xmlBroken')
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function detectKind(bytes: Uint8Array): Promise<DocumentKind | null> {
  if (isZip(bytes)) {
    const names = await archiveNames(bytes)
    if (names.has('OFD.xml')) return 'ofd'
    return names.has('[Content_Types].xml') ? (names.has('xl/workbook.xml') ? 'xlsx' : null) : 'zip'
  }
  if ((await mediaTypeOf(bytes)) === 'application/pdf') return 'pdf'
  const firstText = new TextDecoder().decode(bytes.subarray(0, 256)).trimStart()
  return /^<[?A-Za-z_!]/.test(firstText) ? 'xml' : null
}

/**
 * Detects the type of a document by its content. Refuses unwanted, encrypted, damaged, overlong and active documents.
 */
export async function checkDocument(bytes: Uint8Array, requested: readonly DocumentKind[], besides: readonly string[] = []): Promise<CheckedDocument> {
  refuseInTransaction('looking into a document')
  if (bytes.byteLength === 0) refuse(fileRefusals, 'empty')
  if (bytes.byteLength > maxFileBytes) refuse(fileRefusals, 'tooLarge', { megabytes: maxFileMegabytes })
  const kind = await detectKind(bytes)
  if (kind === null || !requested.includes(kind)) return refuse(fileRefusals, 'documentKind', { kinds: [...requested, ...besides].join(', ').toUpperCase() })
  if (kind === 'xml') await checkXml(bytes)
  return { kind, mediaType: mediaTypes[kind], pages: kind === 'pdf' ? await countCheckedPages(bytes) : null }
}
