import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { serveTasks } from '#/server/lib/threads/serving.ts'

// Rewrites an uploaded PDF in a worker thread. Signing and drawing read the result on the event loop, so the number and
// total size of its objects are limited. The contents of streams do not count.

/** A rewritten PDF, with the sizes of its pages in points. */
export interface PlainPdf {
  readonly bytes: Uint8Array
  readonly pages: readonly { readonly width: number; readonly height: number }[]
}

/** Why a PDF is not rewritten: it cannot be read, or has far more objects than its pages need. */
export type PlainPdfFault = 'badPdf' | 'pdfComplex'

const maxObjects = 20_000
const maxObjectBytes = 2 * 1024 * 1024

/**
 * Removes objects that neither pages nor bookmarks need. A tagged PDF has an object for each word or cell. References
 * to them from bookmarks are removed too.
 */
function removeUnusedObjects({ context }: PDFDocument): void {
  const usedObjects = new Set<PDFRef>()
  const pendingObjects: (PDFObject | undefined)[] = Object.values(context.trailerInfo)
  while (pendingObjects.length > 0) {
    const next = pendingObjects.pop()
    const object = next instanceof PDFStream ? next.dict : next
    if (object instanceof PDFRef && !usedObjects.has(object)) {
      usedObjects.add(object)
      pendingObjects.push(context.lookup(object))
    }
    if (object instanceof PDFArray) for (const each of object.asArray()) pendingObjects.push(each)
    if (!(object instanceof PDFDict)) continue
    if (object.has(PDFName.of('Title'))) object.delete(PDFName.of('SE'))
    for (const each of object.values()) pendingObjects.push(each)
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!usedObjects.has(ref)) context.delete(ref)
}

function hasTooManyObjects(doc: PDFDocument): boolean {
  const objects = doc.context.enumerateIndirectObjects()
  const bytes = objects.reduce((sum, [, object]) => sum + (object instanceof PDFStream ? object.dict : object).sizeInBytes(), 0)
  return objects.length > maxObjects || bytes > maxObjectBytes
}

async function rewritePdf(pdf: Uint8Array): Promise<PlainPdf | PlainPdfFault> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  for (const key of ['OpenAction', 'AA', 'AcroForm', 'Names', 'JavaScript', 'StructTreeRoot', 'MarkInfo']) doc.catalog.delete(PDFName.of(key))
  const pages = doc.getPages()
  for (const page of pages) {
    page.node.delete(PDFName.of('Annots'))
    page.node.delete(PDFName.of('AA'))
  }
  removeUnusedObjects(doc)
  if (hasTooManyObjects(doc)) return 'pdfComplex'
  const bytes = await doc.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
  return { bytes, pages: pages.map((page) => page.getSize()) }
}

serveTasks((pdf: Uint8Array) => rewritePdf(pdf).catch((): PlainPdfFault => 'badPdf'))
