import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFDict, PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import { rewriteAsPlainPdf } from '#/server/lib/pdf/plain.ts'

const objectCount = 25_000

async function pdfWith(change: (doc: PDFDocument) => void): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  doc.addPage([300, 300])
  change(doc)
  return doc.save({ useObjectStreams: true })
}

/** Adds tags to a PDF as Word does, with an object for each element, and a bookmark that refers to an element. */
function addTags(doc: PDFDocument): void {
  const { context, catalog } = doc
  const page = doc.getPage(0).ref
  const root = context.nextRef()
  const elements = Array.from({ length: objectCount }, (_, at) => context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page, K: at })))
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: elements }))
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  const bookmark = context.register(context.obj({ Title: PDFString.of('Clause 1'), Dest: [page, 'Fit'], SE: elements[0] as PDFRef }))
  catalog.set(PDFName.of('Outlines'), context.register(context.obj({ First: bookmark, Last: bookmark, Count: 1 })))
}

function addManyObjects(doc: PDFDocument): void {
  const { context } = doc
  const objects = Array.from({ length: objectCount }, (_, at) => context.register(context.obj({ At: at })))
  doc.getPage(0).node.set(PDFName.of('PieceInfo'), context.obj(objects))
}

test('a PDF with an object for each tag is rewritten without tags but with its bookmark', async () => {
  const rewrittenPdf = await rewriteAsPlainPdf(await pdfWith(addTags))
  if (typeof rewrittenPdf === 'string') assert.fail(rewrittenPdf)
  assert.deepEqual(rewrittenPdf.pages, [{ width: 300, height: 300 }])
  const { context, catalog } = await PDFDocument.load(rewrittenPdf.bytes)
  assert.ok(context.enumerateIndirectObjects().length < 20)
  assert.ok(!catalog.has(PDFName.of('StructTreeRoot')) && !catalog.has(PDFName.of('MarkInfo')))
  const bookmark = catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('First'), PDFDict)
  assert.equal(bookmark.lookup(PDFName.of('Title'), PDFString).asString(), 'Clause 1')
})

test('the refusal of a PDF names the reason: too complex, damaged or slow', async () => {
  const soundPdf = await pdfWith(() => {})
  assert.equal(await rewriteAsPlainPdf(await pdfWith(addManyObjects)), 'pdfComplex')
  assert.equal(await rewriteAsPlainPdf(Buffer.from('%PDF-1.7 broken')), 'badPdf')
  assert.equal(await rewriteAsPlainPdf(await pdfWith(addTags), 0), 'pdfSlow')
  assert.notEqual(typeof (await rewriteAsPlainPdf(soundPdf)), 'string')
})
