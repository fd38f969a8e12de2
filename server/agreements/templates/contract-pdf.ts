import { PDFDocument } from 'pdf-lib'
import type { Party } from '#/domain/agreements/contract.ts'
import { fillVariables } from '#/domain/agreements/contract-variables.ts'
import { type RichBlock, type RichNode, richBlocks } from '#/domain/services/rich-text.ts'
import type { TemplatePlace } from '#/server/agreements/templates/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'
import { unprintableCharacters } from '#/server/lib/pdf/fonts.ts'
import { drawTexts } from '#/server/lib/pdf/overlay.ts'
import { renderWithSignatureBoxes } from '#/server/lib/pdf/pdf.ts'
import type { SignaturePosition } from '#/server/lib/pdf/signature.ts'

/** The position of a party's signature. */
export interface SignPlace extends SignaturePosition {
  readonly party: Party
}

export interface ContractSource {
  readonly title: string
  readonly no: string
  readonly at: Date
  readonly body: RichNode | null
  /** The pages of a PDF template; null for a text template. */
  readonly pdf: Uint8Array | null
  readonly places: readonly TemplatePlace[]
  readonly values: Readonly<Record<string, string>>
  /** The signature boxes in the order of the parties. */
  readonly boxes: readonly { readonly party: Party; readonly title: string; readonly lines: readonly string[] }[]
  readonly watermark?: string
}

export interface ContractPdf {
  readonly bytes: Buffer
  readonly places: readonly SignPlace[]
  /** Characters that no installed font can print; the document shows empty boxes for them. */
  readonly unprintable: string
}

const headingSizes: Readonly<Record<number, number>> = { 1: 14, 2: 12, 3: 10.5 }
const indentOf = (block: RichBlock) => (block.kind === 'item' ? 22 * block.level : block.kind === 'quote' ? 16 : 0)

function blockOf(block: RichBlock, values: Readonly<Record<string, string>>): DocumentModel['blocks'][number] {
  if (block.kind === 'rule') return { kind: 'rule' }
  const isHeading = block.kind === 'heading'
  const runs = block.runs.map((run) => ({ ...run, text: fillVariables(run.text, values), ...(isHeading && { bold: true }) }))
  return { kind: 'rich', runs, indent: indentOf(block), marker: block.marker, ...(isHeading && { size: headingSizes[block.level] ?? 11 }) }
}

function modelOf(source: ContractSource, body: RichNode): DocumentModel {
  return {
    title: source.title,
    subtitle: source.no,
    createdAt: source.at,
    blocks: [
      ...richBlocks(body).map((block) => blockOf(block, source.values)),
      { kind: 'places', boxes: source.boxes.map((box) => ({ key: box.party, title: box.title, lines: box.lines })) },
    ],
    footer: `${source.title} ${source.no}`,
    ...(source.watermark !== undefined && { watermark: source.watermark }),
  }
}

async function renderFromText(source: ContractSource, body: RichNode): Promise<ContractPdf> {
  const model = modelOf(source, body)
  const { bytes, places } = await renderWithSignatureBoxes(model)
  const missingGlyphs = await unprintableCharacters(JSON.stringify(model))
  return { bytes, places: places.map(({ key, ...place }) => ({ party: key as Party, ...place })), unprintable: missingGlyphs.join('') }
}

async function renderFromPdf(source: ContractSource, pdf: Uint8Array): Promise<ContractPdf> {
  const texts = source.places.filter((place) => place.kind === 'value').map((place) => ({ ...place, text: source.values[place.key] ?? '' }))
  const bytes = texts.length > 0 ? await drawTexts(pdf, texts, source.at) : Buffer.from(pdf)
  const signPlaces = source.places.filter((place) => place.kind === 'sign')
  const missingGlyphs = await unprintableCharacters(texts.map(({ text }) => text).join(''))
  return { bytes, places: signPlaces.map(({ kind: _, key, ...place }) => ({ party: key as Party, ...place })), unprintable: missingGlyphs.join('') }
}

/** Renders a contract from text, or on the pages of a PDF template. */
export async function renderContract(ctx: Context, source: ContractSource): Promise<ContractPdf> {
  const { pdf, body } = source
  // The key omits the time, which changes when the transaction is restarted.
  return ctx.outside('paper', { ...source, at: null }, async () => {
    if (pdf) return renderFromPdf(source, pdf)
    if (!body) throw new Error('a contract with neither text nor pages')
    return renderFromText(source, body)
  })
}

/** Returns the bytes of a PDF template; null for a text template. */
export async function attachedPages(ctx: Context, fileId: string | null): Promise<Uint8Array | null> {
  if (fileId === null) return null
  const file = await ctx.widen('the pages of a template', () => ctx.files.open(fileId))
  return file?.bytes ?? null
}

/** Returns the page sizes of a PDF in points. */
export function pageSizes(ctx: Context, pdf: Uint8Array): Promise<{ width: number; height: number }[]> {
  return ctx.outside('page sizes', pdf, async () => {
    const doc = await PDFDocument.load(pdf, { updateMetadata: false })
    return doc.getPages().map((page) => page.getSize())
  })
}
