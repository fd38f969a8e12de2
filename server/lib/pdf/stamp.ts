import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { addFallbackFonts, mainFontFaces } from '#/server/lib/pdf/fonts.ts'

const SEAL_COLOUR = '#c8102e'
const TEXT_COLOUR = '#1a1a1a'
const MUTED_COLOUR = '#5b5b5b'

/** The visible part of a signature: a handwriting image or a round company seal, with lines for person and time. */
export interface DocumentStamp {
  readonly width: number
  readonly height: number
  readonly createdAt: Date
  /** A PNG or JPEG of a signature. */
  readonly picture?: Uint8Array
  /** Name on the seal, drawn as a ring around a star. */
  readonly seal?: string
  readonly lines: readonly string[]
}

function drawStar(pdf: PDFKit.PDFDocument, x: number, y: number, radius: number): void {
  for (let at = 0; at < 10; at++) {
    const pointRadius = at % 2 === 0 ? radius : radius * 0.382
    const angle = (Math.PI * at) / 5 - Math.PI / 2
    const point = [x + Math.cos(angle) * pointRadius, y + Math.sin(angle) * pointRadius] as const
    if (at === 0) pdf.moveTo(...point)
    else pdf.lineTo(...point)
  }
  pdf.closePath().fill(SEAL_COLOUR)
}

/** Draws a round seal with the name along its upper edge. */
function drawSeal(pdf: PDFKit.PDFDocument, { name, x, y, radius }: { name: string; x: number; y: number; radius: number }): void {
  pdf.circle(x, y, radius).lineWidth(1.6).strokeColor(SEAL_COLOUR).stroke()
  drawStar(pdf, x, y, radius * 0.3)
  const letters = [...name]
  const maxSpan = (Math.PI * 4) / 3
  const size = Math.min(radius * 0.3, (maxSpan * radius * 0.74) / Math.max(letters.length, 1))
  const ringSpan = Math.min(maxSpan, (letters.length * size * 1.2) / (radius * 0.74))
  const angleStep = letters.length > 1 ? ringSpan / (letters.length - 1) : 0
  pdf.fontSize(size).fillColor(SEAL_COLOUR)
  for (const [at, letter] of letters.entries()) {
    const letterAngle = at * angleStep - ringSpan / 2
    const width = pdf.widthOfString(letter)
    pdf
      .save()
      .translate(x, y)
      .rotate((letterAngle * 180) / Math.PI)
      .text(letter, -width / 2, -radius * 0.9, { lineBreak: false })
      .restore()
  }
}

/** Draws a stamp as a PDF of the stamp's size, with the Chinese font embedded. */
export async function drawStamp(stamp: DocumentStamp): Promise<Buffer> {
  const fonts = await mainFontFaces()
  const pdf = new PDFDocument({
    size: [stamp.width, stamp.height],
    margin: 0,
    font: fonts.regular as unknown as string,
    info: { CreationDate: stamp.createdAt, ModDate: stamp.createdAt },
  })
  const bytes = buffer(pdf)
  await addFallbackFonts(pdf, [stamp.seal ?? '', ...stamp.lines].join(''))
  // Slightly more than the lines need, because an overflow would start a second page.
  const textHeight = stamp.lines.length * 9 + 3
  const freeHeight = stamp.height - textHeight
  if (stamp.picture) pdf.image(Buffer.from(stamp.picture), 0, 0, { fit: [stamp.width, freeHeight], align: 'center', valign: 'center' })
  if (stamp.seal !== undefined) drawSeal(pdf, { name: stamp.seal, x: stamp.width / 2, y: freeHeight / 2, radius: Math.min(stamp.width, freeHeight) / 2 - 2 })
  pdf.fontSize(6.5)
  for (const [at, line] of stamp.lines.entries())
    pdf.fillColor(at === 0 ? TEXT_COLOUR : MUTED_COLOUR).text(line, 0, freeHeight + at * 9, { width: stamp.width, align: 'center', lineBreak: false })
  pdf.end()
  return bytes
}
