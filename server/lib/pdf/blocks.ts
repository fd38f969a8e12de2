import { setImmediate } from 'node:timers/promises'
import type { Font } from 'fontkit'
import type { DocumentBlock, DocumentColumn } from '#/server/lib/pdf/document.ts'
import type { SignaturePosition } from '#/server/lib/pdf/signature.ts'

type Pdf = PDFKit.PDFDocument
type Block<K extends DocumentBlock['kind']> = Extract<DocumentBlock, { kind: K }>
type Align = 'left' | 'right' | 'center'

export interface FontFaces {
  readonly regular: Font
  readonly bold: Font
}

const BODY_SIZE = 9.5
const SMALL_SIZE = 8
const LEADING = 3
const PADDING = 4
const TEXT_COLOUR = '#1a1a1a'
const MUTED_COLOUR = '#6b6b6b'
const RULE_COLOUR = '#c9c9c9'
const SHADE_COLOUR = '#f2f3f5'
/** Number of table rows or blocks after which other requests can run. */
export const ROWS_PER_TURN = 40
/** Height of a signature box, in points. */
const SIGNATURE_BOX_HEIGHT = 96

/** Lays out blocks on pages from top to bottom. */
export class DocumentComposer {
  readonly #pdf: Pdf
  readonly #faces: FontFaces
  /** Scale of body text and its spacing; 1 is the normal size. */
  readonly #scale: number
  /** Positions of the signature boxes, by key. */
  readonly places: (SignaturePosition & { readonly key: string })[] = []
  /** Page and vertical position (as a fraction of the page) at which each block begins. */
  readonly starts: { readonly page: number; readonly at: number }[] = []

  constructor(pdf: Pdf, faces: FontFaces, scale = 1) {
    this.#pdf = pdf
    this.#faces = faces
    this.#scale = scale
  }

  /** Filled fraction of the page. */
  get filled(): number {
    const { top } = this.#pdf.page.margins
    return (this.#pdf.y - top) / (this.#bottom - top)
  }

  get #left(): number {
    return this.#pdf.page.margins.left
  }

  get #width(): number {
    return this.#pdf.page.width - this.#pdf.page.margins.left - this.#pdf.page.margins.right
  }

  get #bottom(): number {
    return this.#pdf.page.height - this.#pdf.page.margins.bottom
  }

  title(title: string, subtitle: string | undefined): void {
    this.#write(title, { size: 17, bold: true, align: 'center' })
    if (subtitle !== undefined) this.#write(subtitle, { size: BODY_SIZE, colour: MUTED_COLOUR, align: 'center' })
    this.#pdf.y += 10
  }

  async block(block: DocumentBlock): Promise<void> {
    this.starts.push({ page: this.#pdf.bufferedPageRange().count - 1, at: this.filled })
    if (block.kind === 'heading') this.#heading(block.text)
    else if (block.kind === 'paragraph') this.#paragraph(block)
    else if (block.kind === 'fields') this.#fields(block)
    else if (block.kind === 'table') await this.#table(block)
    else if (block.kind === 'signatures') this.#signatures(block)
    else if (block.kind === 'rich') this.#rich(block)
    else if (block.kind === 'places') this.#places(block)
    else if (block.kind === 'rule') this.#line()
    else if (block.kind === 'gap') this.#pdf.y += block.height
    else this.#pdf.addPage()
  }

  #face(bold: boolean, size: number, colour = TEXT_COLOUR): Pdf {
    // The types of pdfkit allow only bytes, although it accepts parsed fonts.
    return this.#pdf
      .font((bold ? this.#faces.bold : this.#faces.regular) as unknown as Uint8Array)
      .fontSize(size)
      .fillColor(colour)
  }

  #write(text: string, look: { size: number; bold?: boolean; colour?: string; align?: Align }): void {
    this.#face(look.bold ?? false, look.size, look.colour).text(text, this.#left, this.#pdf.y, {
      width: this.#width,
      align: look.align ?? 'left',
      lineGap: LEADING,
    })
  }

  /** Starts a new page unless this much space is left. Returns whether it did. */
  #need(height: number): boolean {
    if (this.#pdf.y + height <= this.#bottom) return false
    this.#pdf.addPage()
    return true
  }

  #heading(text: string): void {
    this.#need(50)
    this.#pdf.y += 8
    this.#write(text, { size: 11.5, bold: true })
    this.#pdf.y += 3
  }

  #paragraph({ text, align, small, bold }: Block<'paragraph'>): void {
    this.#write(text, {
      size: small ? SMALL_SIZE : BODY_SIZE,
      ...(bold === undefined ? {} : { bold }),
      ...(align === undefined ? {} : { align }),
      ...(small ? { colour: MUTED_COLOUR } : {}),
    })
    this.#pdf.y += 4
  }

  #line(): void {
    this.#need(14)
    this.#rule(this.#pdf.y + 4)
    this.#pdf.y += 12
  }

  #rich({ runs, indent = 0, marker, size: requested = BODY_SIZE }: Block<'rich'>): void {
    const size = requested * this.#scale
    const textLeft = this.#left + indent
    const width = this.#width - indent
    // Keeps a heading with the first lines below it.
    this.#need(requested > BODY_SIZE ? 50 : size * 2)
    // Setting the marker moves the cursor down a line, but the text of the item belongs on the same line.
    const { y } = this.#pdf
    if (marker) this.#face(false, size).text(marker, textLeft - 18, y, { width: 16, align: 'right', lineBreak: false })
    const visibleRuns = runs.length === 0 ? [{ text: ' ' }] : runs
    for (const [at, run] of visibleRuns.entries()) {
      const runOptions = {
        lineGap: LEADING * this.#scale,
        continued: at < visibleRuns.length - 1,
        underline: run.underline ?? false,
        strike: run.strike ?? false,
        oblique: run.italic ?? false,
      }
      const pen = this.#face(run.bold ?? false, size)
      if (at === 0) pen.text(run.text, textLeft, y, { ...runOptions, width })
      else pen.text(run.text, runOptions)
    }
    this.#pdf.y += 5 * this.#scale
  }

  #places({ boxes }: Block<'places'>): void {
    const width = this.#width / Math.max(1, boxes.length)
    const lines = Math.max(...boxes.map((box) => box.lines.length), 0)
    const head = 18 + lines * 15
    this.#need(head + SIGNATURE_BOX_HEIGHT + 24)
    this.#pdf.y += 16
    const top = this.#pdf.y
    const page = this.#pdf.bufferedPageRange().count - 1
    for (const [at, box] of boxes.entries()) {
      const x = this.#left + at * width
      this.#cell(box.title, x, top, width - 12, { bold: true, align: 'left', height: 14 })
      for (const [line, text] of box.lines.entries()) this.#cell(text, x, top + 18 + line * 15, width - 12, { bold: false, align: 'left', height: 14 })
      this.places.push({
        key: box.key,
        page,
        x,
        y: this.#pdf.page.height - top - head - SIGNATURE_BOX_HEIGHT,
        width: Math.min(160, width - 12),
        height: SIGNATURE_BOX_HEIGHT,
      })
    }
    this.#pdf.y = top + head + SIGNATURE_BOX_HEIGHT + 8
  }

  #heightOf(text: string, width: number, bold: boolean): number {
    const visibleText = text === '' ? ' ' : text
    const height = this.#face(bold, BODY_SIZE).heightOfString(visibleText, { width, lineGap: LEADING })
    return Math.min(height, this.#bottom - this.#pdf.page.margins.top - 40)
  }

  #cell(text: string, x: number, y: number, width: number, look: { bold: boolean; align: Align; colour?: string; height: number }): void {
    this.#face(look.bold, BODY_SIZE, look.colour).text(text, x, y, { width, align: look.align, lineGap: LEADING, height: look.height + 0.1, ellipsis: true })
  }

  #fields({ rows, columns = 1 }: Block<'fields'>): void {
    const width = this.#width / columns
    const labelWidth = Math.min(110, width * 0.4)
    const valueWidth = width - labelWidth - PADDING * 2
    for (let at = 0; at < rows.length; at += columns) {
      const line = rows.slice(at, at + columns)
      const height = Math.max(
        ...line.map(([label, value]) => Math.max(this.#heightOf(value, valueWidth, false), this.#heightOf(label, labelWidth - PADDING, false))),
      )
      this.#need(height + PADDING)
      const y = this.#pdf.y
      for (const [place, [label, value]] of line.entries()) {
        const x = this.#left + place * width
        this.#cell(label, x, y, labelWidth - PADDING, { bold: false, align: 'left', colour: MUTED_COLOUR, height })
        this.#cell(value, x + labelWidth, y, valueWidth, { bold: false, align: 'left', height })
      }
      this.#pdf.y = y + height + PADDING / 2
    }
    this.#pdf.y += 6
  }

  #rule(y: number): void {
    this.#pdf
      .moveTo(this.#left, y)
      .lineTo(this.#left + this.#width, y)
      .lineWidth(0.5)
      .strokeColor(RULE_COLOUR)
      .stroke()
  }

  #row(
    cells: readonly string[],
    columns: readonly DocumentColumn[],
    widths: readonly number[],
    look: { bold: boolean; shade: boolean; repeat?: () => void },
  ): void {
    const height = Math.max(...columns.map((_, at) => this.#heightOf(cells[at] ?? '', (widths[at] ?? 0) - PADDING * 2, look.bold)))
    if (this.#need(height + PADDING * 2)) look.repeat?.()
    const y = this.#pdf.y
    if (look.shade) this.#pdf.rect(this.#left, y, this.#width, height + PADDING * 2).fill(SHADE_COLOUR)
    let x = this.#left
    for (const [at, column] of columns.entries()) {
      const width = widths[at] ?? 0
      this.#cell(cells[at] ?? '', x + PADDING, y + PADDING + LEADING / 2, width - PADDING * 2, { bold: look.bold, align: column.align ?? 'left', height })
      x += width
    }
    this.#pdf.y = y + height + PADDING * 2
    this.#rule(this.#pdf.y)
  }

  async #table({ columns, rows, totals }: Block<'table'>): Promise<void> {
    const totalShare = columns.reduce((sum, { width = 1 }) => sum + width, 0)
    const widths = columns.map(({ width = 1 }) => (width / totalShare) * this.#width)
    const headings = columns.map(({ heading }) => heading)
    const head = () => this.#row(headings, columns, widths, { bold: true, shade: true })
    this.#need(60)
    head()
    for (const [at, row] of rows.entries()) {
      this.#row(row, columns, widths, { bold: false, shade: false, repeat: head })
      if (at % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
    }
    if (totals) this.#row(totals, columns, widths, { bold: true, shade: true, repeat: head })
    this.#pdf.y += 8
  }

  #signatures({ parties }: Block<'signatures'>): void {
    const width = this.#width / Math.max(1, parties.length)
    const lines = Math.max(...parties.map((party) => party.lines.length), 0)
    this.#need(40 + lines * 24)
    this.#pdf.y += 16
    const top = this.#pdf.y
    for (const [place, party] of parties.entries()) {
      const x = this.#left + place * width
      this.#cell(party.title, x, top, width - 12, { bold: true, align: 'left', height: 14 })
      for (const [at, line] of party.lines.entries()) this.#cell(line, x, top + 24 * (at + 1), width - 12, { bold: false, align: 'left', height: 14 })
    }
    this.#pdf.y = top + 24 * (lines + 1)
  }

  /** Adds watermark, footer and page number to a page, after the number of pages is known. */
  addFooter(text: { footer: string | undefined; watermark: string | undefined; page: string }): void {
    const { page } = this.#pdf
    const bottom = page.margins.bottom
    // A text below the margin would start a new page.
    page.margins.bottom = 0
    const y = page.height - 40
    this.#rule(y - 6)
    const line = { lineBreak: false, ellipsis: true, height: 12 }
    if (text.footer !== undefined) this.#face(false, SMALL_SIZE, MUTED_COLOUR).text(text.footer, this.#left, y, { ...line, width: this.#width - 90 })
    this.#face(false, SMALL_SIZE, MUTED_COLOUR).text(text.page, this.#left + this.#width - 90, y, { ...line, width: 90, align: 'right' })
    if (text.watermark !== undefined) this.#watermark(text.watermark)
    page.margins.bottom = bottom
  }

  #watermark(text: string): void {
    const { page } = this.#pdf
    const [x, y] = [page.width / 2, page.height / 2]
    this.#pdf
      .save()
      .rotate(-30, { origin: [x, y] })
      .fillOpacity(0.08)
    this.#face(true, 46).text(text, x - 400, y - 30, { width: 800, align: 'center', lineBreak: false })
    this.#pdf.restore()
  }
}
