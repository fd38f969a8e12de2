import { PDFDocument, PDFName, PDFStream } from 'pdf-lib'
import { serve } from '#/server/lib/threads/serving.ts'

// Rewrites an uploaded PDF in a worker thread. Signing and drawing read the result on the event loop, so its objects are
// bounded, apart from the contents of streams.

/** A rewritten PDF with the sizes of its pages in points. */
export interface PlainPdf {
  readonly bytes: Uint8Array
  readonly pages: readonly { readonly width: number; readonly height: number }[]
}

const maxObjects = 20_000
const maxObjectBytes = 2 * 1024 * 1024

function expectFewObjects(doc: PDFDocument): void {
  const objects = doc.context.enumerateIndirectObjects()
  const bytes = objects.reduce((sum, [, object]) => sum + (object instanceof PDFStream ? object.dict : object).sizeInBytes(), 0)
  if (objects.length > maxObjects || bytes > maxObjectBytes) throw new Error('too many objects')
}

async function rewrite(pdf: Uint8Array): Promise<PlainPdf> {
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  for (const key of ['OpenAction', 'AA', 'AcroForm', 'Names', 'JavaScript']) doc.catalog.delete(PDFName.of(key))
  const pages = doc.getPages()
  for (const page of pages) {
    page.node.delete(PDFName.of('Annots'))
    page.node.delete(PDFName.of('AA'))
  }
  expectFewObjects(doc)
  const bytes = await doc.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
  return { bytes, pages: pages.map((page) => page.getSize()) }
}

serve(rewrite)
