import { buffer } from 'node:stream/consumers'
import { PDFDocument as Pages } from 'pdf-lib'
import PDFDocument from 'pdfkit'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { addFallbackFonts, mainFontFaces } from '#/server/lib/pdf/fonts.ts'
import type { SignaturePosition } from '#/server/lib/pdf/signature.ts'

/** A line of text at a position on a page. */
export interface PlacedText extends SignaturePosition {
  readonly text: string
}

const maxFontSize = 12

async function renderOverlayPage(texts: readonly PlacedText[], size: { width: number; height: number }, at: Date): Promise<Buffer> {
  const fonts = await mainFontFaces()
  const pdf = new PDFDocument({ size: [size.width, size.height], margin: 0, font: fonts.regular as unknown as string, info: { CreationDate: at, ModDate: at } })
  const bytes = buffer(pdf)
  await addFallbackFonts(pdf, texts.map(({ text }) => text).join(''))
  for (const text of texts) {
    const height = Math.min(maxFontSize, text.height * 0.75)
    pdf.fontSize(height).fillColor('#1a1a1a')
    pdf.text(text.text, text.x, size.height - text.y - text.height + (text.height - height) / 2 - height * 0.2, {
      width: text.width,
      height: text.height,
      lineBreak: false,
      ellipsis: true,
    })
  }
  pdf.end()
  return bytes
}

/** Draws texts on the pages of a PDF in the main Chinese font. Other pages stay unchanged. */
export async function drawTexts(pdf: Uint8Array, texts: readonly PlacedText[], at: Date): Promise<Buffer> {
  refuseInTransaction('writing on a document')
  const doc = await Pages.load(pdf, { updateMetadata: false })
  for (const [index, page] of doc.getPages().entries()) {
    const pageTexts = texts.filter((text) => text.page === index && text.text !== '')
    if (pageTexts.length === 0) continue
    const [over] = await doc.embedPdf(await renderOverlayPage(pageTexts, page.getSize(), at), [0])
    if (over) page.drawPage(over, { x: 0, y: 0 })
  }
  return Buffer.from(await doc.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
