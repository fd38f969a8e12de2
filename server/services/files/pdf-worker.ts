import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib'
import { serveTasks } from '#/server/lib/threads/serving.ts'
import { textOf } from '#/server/services/files/pdf-text.ts'

// Parses an uploaded PDF in a worker thread, because its author decides how much time and memory that takes.

/** The worker's answer. */
export type PdfFinding = { readonly trouble: 'pdfEncrypted' | 'pdfBroken' | 'pdfScript' } | { readonly pages: number; readonly text?: string }

export interface PdfRequest {
  readonly bytes: Uint8Array
  /** Whether the text is requested too. */
  readonly wantsText: boolean
}

const activeActions = new Set(['/JavaScript', '/Launch', '/ImportData', '/SubmitForm', '/Rendition', '/RichMedia'])
const maxDepth = 64

function hasActiveContent(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return true
  if (value instanceof PDFStream) return hasActiveContent(value.dict, depth)
  if (value instanceof PDFArray) return value.asArray().some((each) => hasActiveContent(each, depth + 1))
  if (!(value instanceof PDFDict)) return false
  return value.entries().some(([key, each]) => {
    const name = key.asString()
    if (name === '/JS' || name === '/JavaScript' || name === '/XFA') return true
    if (name === '/S' && each instanceof PDFName && activeActions.has(each.asString())) return true
    return hasActiveContent(each, depth + 1)
  })
}

async function examinePdf({ bytes, wantsText }: PdfRequest): Promise<PdfFinding> {
  const tail = Buffer.from(bytes.subarray(-2048)).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) return { trouble: 'pdfBroken' }
  try {
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true, ignoreEncryption: true, updateMetadata: false })
    if (document.isEncrypted) return { trouble: 'pdfEncrypted' }
    if (document.context.enumerateIndirectObjects().some(([, object]) => hasActiveContent(object))) return { trouble: 'pdfScript' }
    const pages = document.getPages()
    // A page without a size cannot be shown.
    if (pages.length === 0 || !pages.every((page) => page.getWidth() > 0 && page.getHeight() > 0)) return { trouble: 'pdfBroken' }
    return { pages: pages.length, ...(wantsText && { text: await textOf(bytes) }) }
  } catch {
    return { trouble: 'pdfBroken' }
  }
}

serveTasks(examinePdf)
