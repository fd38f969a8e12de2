import { memoryUsage } from 'node:process'
import { Worker } from 'node:worker_threads'
import { Parser } from 'saxen'
import { fromBufferPromise } from 'yauzl'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { fileBytesMost, fileMegabytes } from '#/domain/upload.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'
import { lanes } from '#/server/lib/lanes.ts'
import { sheetType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { shownPath } from '#/server/lib/unzip.ts'
import type { PdfFinding, PdfQuestion } from '#/server/services/files/pdf-worker.ts'
import { mediaTypeOf } from '#/server/services/files/pictures.ts'

/** Documents that are taken as they are, once they turned out to be what they say. */
export type DocumentKind = 'pdf' | 'xlsx' | 'zip' | 'ofd' | 'xml'

/** What a document turned out to be. */
export interface CheckedDocument {
  readonly kind: DocumentKind
  readonly mediaType: string
  /** Of a PDF. */
  readonly pages: number | null
}

const megabyte = 1024 * 1024
const pagesMost = 50
const mediaTypes: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  xlsx: sheetType,
  zip: 'application/zip',
  ofd: 'application/ofd',
  xml: 'application/xml',
}
const pdfMs = 10_000
const pdfGrowth = 600 * megabyte
const partsMost = 10_000
const unpackedMost = 512 * megabyte

type PdfResult = PdfFinding | { readonly trouble: 'pdfSlow' }

const restMs = 5_000
/** Threads that found a sound PDF and wait for another one: beginning one takes longer than reading. */
const resting = new Map<Worker, NodeJS.Timeout>()

function reader(): Worker {
  for (const [worker, end] of resting) {
    clearTimeout(end)
    resting.delete(worker)
    worker.ref()
    return worker
  }
  return new Worker(new URL('./pdf-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 384 } })
}

function rest(worker: Worker): void {
  worker.unref()
  const end = setTimeout(() => {
    resting.delete(worker)
    void worker.terminate()
  }, restMs)
  resting.set(worker, end.unref())
}

/**
 * The thread that reads a PDF is ended when it takes too much memory, which no honest document of this size does, or too long, which may be the machine's fault.
 * One that found anything wrong reads no other document.
 */
export function findInPdf(bytes: Uint8Array, withinMs = pdfMs, wantsText = false): Promise<PdfResult> {
  const before = memoryUsage.rss()
  return new Promise((resolve) => {
    const worker = reader()
    const done = (finding: PdfResult) => {
      clearTimeout(late)
      clearInterval(large)
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      if ('trouble' in finding) void worker.terminate()
      else rest(worker)
      resolve(finding)
    }
    const late = setTimeout(() => done({ trouble: 'pdfSlow' }), withinMs)
    const large = setInterval(() => memoryUsage.rss() - before > pdfGrowth && done({ trouble: 'pdfBroken' }), 50)
    worker.once('message', done)
    worker.once('error', () => done({ trouble: 'pdfBroken' }))
    worker.once('exit', () => done({ trouble: 'pdfBroken' }))
    worker.postMessage({ bytes, wantsText } satisfies PdfQuestion)
  })
}

// Each thread reads a PDF of its own and may take hundreds of megabytes.
const inTurn = lanes(2)

async function readPdf(bytes: Uint8Array): Promise<number> {
  const finding = await inTurn(() => findInPdf(bytes))
  if ('trouble' in finding) return refuse(fileRefusals, finding.trouble)
  if (finding.pages > pagesMost) refuse(fileRefusals, 'pdfPages', { pages: finding.pages, most: pagesMost })
  return finding.pages
}

/** The words of a PDF, as far as they are written as letters; nothing of a scan, or of one that cannot be read. */
export async function textInPdf(bytes: Uint8Array): Promise<string> {
  refuseWithin('looking into a document')
  const finding = await inTurn(() => findInPdf(bytes, pdfMs, true))
  return 'trouble' in finding ? '' : (finding.text ?? '')
}

/** Reads the list of parts without unpacking any; answers their names. */
async function namesIn(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  let unpacked = 0
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true })
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      names.add(entry.fileName)
      if (entry.isEncrypted()) refuse(fileRefusals, 'archiveEncrypted', { path: shownPath(entry.fileName) })
      if (unpacked > unpackedMost) refuse(fileRefusals, 'archiveTooLarge', { megabytes: unpackedMost / megabyte })
      if (names.size > partsMost) refuse(fileRefusals, 'archiveTooMany', { most: partsMost })
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuse(fileRefusals, 'archiveBroken')
  }
  return names
}

function checkXml(bytes: Uint8Array): void {
  const parser = new Parser()
  const broken = () => refuse(fileRefusals, 'xmlBroken')
  let depth = 0
  let elements = 0
  parser.on('error', broken)
  parser.on('attention', broken)
  parser.on('openTag', () => {
    elements++
    if (++depth > 200) broken()
  })
  parser.on('closeTag', () => void depth--)
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    parser.end()
  } catch {
    broken()
  }
  if (depth !== 0 || elements === 0) broken()
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function kindIn(bytes: Uint8Array): Promise<DocumentKind | null> {
  if (isZip(bytes)) {
    const names = await namesIn(bytes)
    if (names.has('OFD.xml')) return 'ofd'
    return names.has('[Content_Types].xml') ? (names.has('xl/workbook.xml') ? 'xlsx' : null) : 'zip'
  }
  if ((await mediaTypeOf(bytes)) === 'application/pdf') return 'pdf'
  const begins = new TextDecoder().decode(bytes.subarray(0, 256)).trimStart()
  return /^<[?A-Za-z_!]/.test(begins) ? 'xml' : null
}

/** Finds out by its content what a document is, and refuses what is not wanted, encrypted, damaged, too long, or does something when opened. */
export async function checkDocument(bytes: Uint8Array, wanted: readonly DocumentKind[], besides: readonly string[] = []): Promise<CheckedDocument> {
  refuseWithin('looking into a document')
  if (bytes.byteLength === 0) refuse(fileRefusals, 'empty')
  if (bytes.byteLength > fileBytesMost) refuse(fileRefusals, 'tooLarge', { megabytes: fileMegabytes })
  const kind = await kindIn(bytes)
  if (kind === null || !wanted.includes(kind)) return refuse(fileRefusals, 'documentKind', { kinds: [...wanted, ...besides].join(', ').toUpperCase() })
  if (kind === 'xml') checkXml(bytes)
  return { kind, mediaType: mediaTypes[kind], pages: kind === 'pdf' ? await readPdf(bytes) : null }
}
