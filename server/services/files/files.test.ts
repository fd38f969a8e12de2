import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import PdfKit from 'pdfkit'
import { ZipFile } from 'yazl'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { inspectPdf } from '#/server/services/files/documents.ts'
import { checkDocument, cleanPicture, type DocumentKind, storeDocument, storePicture, textInPdf } from '#/server/services/files/public.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return error.error
    throw error
  }
  return 'taken'
}

const card = (format: 'jpeg' | 'png' | 'webp', width = 600, height = 380) =>
  sharp({ create: { width, height, channels: 3, background: '#7a9' } })
    .composite([{ input: Buffer.from(`<svg width="${width}" height="${height}"><rect width="90" height="40" fill="#c00"/></svg>`) }])
    [format]()
    .toBuffer()

function crc(bytes: Buffer): number {
  let checksum = ~0
  for (const byte of bytes) {
    checksum ^= byte
    for (let bit = 0; bit < 8; bit++) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0)
  }
  return ~checksum >>> 0
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

/** Creates a small file that declares a picture of many pixels. */
function pngOf(width: number, height: number): Buffer {
  const headerBytes = Buffer.alloc(13)
  headerBytes.writeUInt32BE(width, 0)
  headerBytes.writeUInt32BE(height, 4)
  headerBytes[8] = 1
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1), { level: 9 })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IHDR', headerBytes), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

async function pdfOf(pages: number, change?: (document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page++) document.addPage([595, 842]).drawText(`page ${page + 1}`)
  change?.(document)
  return document.save()
}

function pdfWithPassword(): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PdfKit({ userPassword: 'open', pdfVersion: '1.7' })
    const chunks: Buffer[] = []
    document.on('data', (piece: Buffer) => chunks.push(piece))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.text('locked')
    document.end()
  })
}

function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve) => {
    const zip = new ZipFile()
    const chunks: Buffer[] = []
    zip.outputStream.on('data', (piece: Buffer) => chunks.push(piece))
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)))
    for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
    zip.end()
  })
}

describe('uploaded pictures', () => {
  test('JPG and WEBP pictures are stored as JPG, and PNG as PNG', async () => {
    for (const [format, mediaType] of [
      ['jpeg', 'image/jpeg'],
      ['webp', 'image/jpeg'],
      ['png', 'image/png'],
    ] as const) {
      const cleanPhoto = await cleanPicture(await card(format))
      assert.deepEqual([cleanPhoto.mediaType, cleanPhoto.width, cleanPhoto.height], [mediaType, 600, 380])
    }
  })

  test('stored pictures are upright and contain no metadata', async () => {
    const photoWithMetadata = await sharp(await card('jpeg'))
      .withExif({ IFD0: { Make: 'PhoneMaker', Artist: '张三' }, IFD3: { GPSLatitude: '31/1 13/1 49/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const metadataBefore = await sharp(photoWithMetadata).metadata()
    assert.ok(metadataBefore.exif && Buffer.from(metadataBefore.exif).includes('PhoneMaker'), 'the test picture carries what must go')
    assert.equal(metadataBefore.orientation, 6)
    const cleanPhoto = await cleanPicture(photoWithMetadata)
    const metadataAfter = await sharp(cleanPhoto.bytes).metadata()
    assert.deepEqual(
      [metadataAfter.exif, metadataAfter.xmp, metadataAfter.iptc, metadataAfter.icc, metadataAfter.orientation],
      [undefined, undefined, undefined, undefined, undefined],
    )
    assert.ok(!Buffer.from(cleanPhoto.bytes).includes('PhoneMaker') && !Buffer.from(cleanPhoto.bytes).includes('GPS'))
    assert.deepEqual([cleanPhoto.width, cleanPhoto.height], [380, 600])
  })

  test('data appended to a picture is removed', async () => {
    const script = '<script>alert(document.cookie)</script>'
    const cleanPhoto = await cleanPicture(Buffer.concat([await card('png'), Buffer.from(script)]))
    assert.ok(!Buffer.from(cleanPhoto.bytes).includes('script'))
  })

  test('a file that is not a JPG, PNG or WEBP picture is refused', async () => {
    const disguisedFiles: Readonly<Record<string, Uint8Array>> = {
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
      exe: Buffer.concat([Buffer.from('MZ'), randomBytes(400)]),
      pdf: await pdfOf(1),
      noise: randomBytes(2000),
    }
    for (const [kind, bytes] of Object.entries(disguisedFiles)) assert.equal(await refusalOf(cleanPicture(bytes)), 'pictureKind', kind)
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(400)])
    assert.equal(await refusalOf(cleanPicture(heic)), 'pictureHeic')
    assert.equal(await refusalOf(cleanPicture(new Uint8Array())), 'empty')
  })

  test('truncated pictures are refused', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const wholePicture = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
        [format]()
        .toBuffer()
      for (const keptShare of [0.1, 0.5, 0.9]) {
        const refusalName = await refusalOf(cleanPicture(wholePicture.subarray(0, Math.floor(wholePicture.length * keptShare))))
        assert.equal(refusalName, 'pictureBroken', `${format} cut at ${keptShare}`)
      }
    }
  })

  test('a pixel bomb is refused, and the largest phone photo is reduced to 3,200 pixels', async () => {
    const zipBomb = pngOf(60_000, 60_000)
    assert.ok(zipBomb.length < 10_000)
    assert.equal(await refusalOf(cleanPicture(zipBomb)), 'picturePixels')
    const largePhoto = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    const cleanPhoto = await cleanPicture(largePhoto)
    assert.deepEqual([cleanPhoto.width, cleanPhoto.height], [3200, 2400])
  })

  test('a picture above 10 MB is refused', async () => {
    const oversizedPicture = Buffer.concat([await card('jpeg'), Buffer.alloc(10 * 1024 * 1024)])
    assert.equal(await refusalOf(cleanPicture(oversizedPicture)), 'tooLarge')
  })
})

describe('uploaded documents', () => {
  test('a PDF with more than 50 pages is refused', async () => {
    assert.deepEqual(await checkDocument(await pdfOf(50), ['pdf']), { kind: 'pdf', mediaType: 'application/pdf', pages: 50 })
    assert.equal(await refusalOf(checkDocument(await pdfOf(51), ['pdf'])), 'pdfPages')
    assert.equal(await refusalOf(checkDocument(await pdfOf(200), ['pdf'])), 'pdfPages')
  })

  test('the text layer of a PDF is read, also with embedded fonts', async () => {
    const invoiceNumber = '26352000000000000001'
    const rows = [
      ['发票号码', invoiceNumber],
      ['价税合计', '¥1,000.00'],
    ] as const
    const document = await renderDocument({ title: '电子发票', createdAt: new Date(0), blocks: [{ kind: 'fields', columns: 2, rows }] })
    const documentText = (await textInPdf(document)).replaceAll(/\s/g, '')
    for (const word of ['电子发票', '发票号码', invoiceNumber, '价税合计', '¥1,000.00']) assert.ok(documentText.includes(word), word)
    assert.equal((await textInPdf(pdfPage('plain', ['No. 1', 'a\\(b\\)', '\\2451.00']))).replaceAll(/\s*\n\s*/g, '|'), 'No. 1|a(b)|¥1.00|')
    assert.equal(await textInPdf(pdfPage('none')), '')
    assert.equal(await textInPdf(Buffer.from('%PDF-1.7\nnothing\nstartxref\n0\n%%EOF')), '')
  })

  test('a truncated PDF, or one with password, script or launch action, is refused', async () => {
    const addLaunchAction = (document: PDFDocument) =>
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') }))
    const addHiddenScript = (document: PDFDocument) => {
      const action = document.context.register(document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }))
      document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: action }))
    }
    assert.equal(await refusalOf(checkDocument(await pdfWithPassword(), ['pdf'])), 'pdfEncrypted')
    assert.equal(await refusalOf(checkDocument(await pdfOf(1, (document) => document.addJavaScript('x', 'app.alert(1)')), ['pdf'])), 'pdfScript')
    assert.equal(await refusalOf(checkDocument(await pdfOf(1, addHiddenScript), ['pdf'])), 'pdfScript')
    assert.equal(await refusalOf(checkDocument(await pdfOf(1, addLaunchAction), ['pdf'])), 'pdfScript')
    const wholePdf = await pdfOf(3)
    for (const keptShare of [0.2, 0.6, 0.95])
      assert.equal(await refusalOf(checkDocument(wholePdf.subarray(0, Math.floor(wholePdf.length * keptShare)), ['pdf'])), 'pdfBroken')
    assert.equal(await refusalOf(checkDocument(Buffer.from('%PDF-1.7\nnothing\nstartxref\n0\n%%EOF'), ['pdf'])), 'pdfBroken')
  })

  test('a decompression bomb in a PDF is refused without ending the process', async () => {
    const zeros = deflateSync(Buffer.alloc(900 * 1024 * 1024), { level: 9 })
    const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${zeros.length}>>\nstream\n`
    const zipBomb = Buffer.concat([Buffer.from(head), zeros, Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF\n')])
    assert.ok(zipBomb.length < 2 * 1024 * 1024)
    // The limit that is reached first, memory or time, depends on the machine.
    assert.match(await refusalOf(checkDocument(zipBomb, ['pdf'])), /^pdf(Broken|Slow)$/)
  })

  test('a valid PDF that times out is reported as slow, not damaged', async () => {
    const validPdf = await pdfOf(3)
    assert.deepEqual(await inspectPdf(validPdf, 0), { trouble: 'pdfSlow' })
    assert.deepEqual(await inspectPdf(validPdf), { pages: 3 })
  })

  test('archives and XML are detected by their contents, and damaged ones are refused', async () => {
    const everyKind: readonly DocumentKind[] = ['pdf', 'xlsx', 'zip', 'ofd', 'xml']
    const kindOf = async (bytes: Uint8Array) => (await checkDocument(bytes, everyKind)).kind
    assert.equal(await kindOf(await zipOf({ 'OFD.xml': '<ofd/>', 'Doc_0/Document.xml': '<a/>' })), 'ofd')
    assert.equal(await kindOf(await zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>' })), 'xlsx')
    assert.equal(await kindOf(await zipOf({ 'a.txt': 'a' })), 'zip')
    assert.equal(await kindOf(Buffer.from('\ufeff<?xml version="1.0"?><Invoice><No>1</No></Invoice>')), 'xml')
    assert.equal(await refusalOf(checkDocument(await zipOf({ '[Content_Types].xml': '<a/>', 'word/document.xml': '<a/>' }), everyKind)), 'documentKind')
    assert.equal(await refusalOf(checkDocument(await card('png'), everyKind)), 'documentKind')
    assert.equal(await refusalOf(checkDocument((await zipOf({ 'a.txt': 'a' })).subarray(0, 40), everyKind)), 'archiveBroken')
    assert.equal(await refusalOf(checkDocument(Buffer.from('<a><b></a>'), everyKind)), 'xmlBroken')
    assert.equal(await refusalOf(checkDocument(Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), everyKind)), 'xmlBroken')
    assert.equal(await refusalOf(checkDocument(await pdfOf(1), ['xlsx'])), 'documentKind')
  })
})

describe('stored files', () => {
  let app: TestServer
  const runInside = <T>(work: (ctx: Context) => Promise<T>) => jobContext(app.running.kernel, () => false).run('test.files', work)
  before(async () => {
    app = await startTestServer()
  })
  after(() => app.close())

  test('the name and digest of a stored picture match its stored bytes', async () => {
    const upload = { filename: '身份证.正面.webp', mediaType: 'text/html', bytes: await card('webp') }
    const storedRows = await runInside((ctx) => storePicture(ctx, { upload, purpose: 'identity', operatorId: 1 }))
    const storedFile = await runInside((ctx) => ctx.files.open(storedRows.fileId))
    assert.deepEqual([storedFile?.name, storedFile?.mediaType], ['身份证.正面.jpg', 'image/jpeg'])
    assert.equal(
      createHash('sha256')
        .update(storedFile?.bytes ?? '')
        .digest('hex'),
      storedRows.sha256,
    )
  })

  test('a document is stored unchanged, and a picture is accepted only where allowed', async () => {
    const bytes = await pdfOf(2)
    const upload = { filename: '协议.exe', mediaType: 'application/x-msdownload', bytes }
    const storedRows = await runInside((ctx) => storeDocument(ctx, { upload, purpose: 'contract', unitId: 1 }))
    const storedFile = await runInside((ctx) => ctx.files.open(storedRows.fileId))
    assert.deepEqual([storedFile?.name, storedFile?.mediaType, storedRows.pages], ['协议.pdf', 'application/pdf', 2])
    assert.equal(Buffer.compare(storedFile?.bytes ?? bytes.subarray(1), bytes), 0)

    const scan = { filename: 'slip.png', mediaType: 'image/png', bytes: await card('png') }
    assert.equal(await refusalOf(runInside((ctx) => storeDocument(ctx, { upload: scan, purpose: 'slip' }))), 'documentKind')
    const storedScan = await runInside((ctx) => storeDocument(ctx, { upload: scan, purpose: 'slip', pictures: true }))
    assert.deepEqual([storedScan.mediaType, storedScan.pages], ['image/png', null])
  })
})
