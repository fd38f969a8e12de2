import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { DocumentComposer, ROWS_PER_TURN } from '#/server/lib/pdf/blocks.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'
import { addFallbackFonts, mainFontFaces } from '#/server/lib/pdf/fonts.ts'

export type { DocumentModel } from '#/server/lib/pdf/document.ts'

/**
 * Renders a document on A4 pages, embedding only the used characters of its fonts. The same model gives the same bytes.
 */
export async function renderDocument(model: DocumentModel): Promise<Buffer> {
  return (await renderWithSignatureBoxes(model)).bytes
}

interface PageLayout {
  readonly bytes: Buffer
  readonly places: DocumentComposer['places']
  readonly pages: number
  /** Position where each block begins. */
  readonly starts: DocumentComposer['starts']
  /** Filled fraction of the last page. */
  readonly filled: number
}

/** A last page that is filled less than this holds little besides signatures. */
const minFillShare = 1 / 3
const TIGHT_SCALE = 0.92

const isTitle = (block: DocumentModel['blocks'][number] | undefined) => block?.kind === 'rich' && block.size !== undefined

/** Moves blocks to the last page until it is filled enough. The heading of the first moved block moves with it. */
function moveBlocksToLastPage(model: DocumentModel, { starts, pages, filled }: PageLayout): DocumentModel {
  const lastMovableBlock = starts.findLastIndex(({ page, at }) => page === pages - 2 && 1 - at + filled >= minFillShare)
  const first = isTitle(model.blocks[lastMovableBlock - 1]) ? lastMovableBlock - 1 : lastMovableBlock
  return first < 1 ? model : { ...model, blocks: [...model.blocks.slice(0, first), { kind: 'page' }, ...model.blocks.slice(first)] }
}

/**
 * Renders a document and returns the positions of its signature boxes. Avoids a last page that holds little besides
 * signatures.
 */
export async function renderWithSignatureBoxes(model: DocumentModel): Promise<{ bytes: Buffer; places: DocumentComposer['places'] }> {
  const first = await layOutPages(model, 1)
  if (first.places.length === 0 || first.pages === 1 || first.filled >= minFillShare) return first
  const tighterLayout = await layOutPages(model, TIGHT_SCALE)
  return tighterLayout.pages < first.pages ? tighterLayout : layOutPages(moveBlocksToLastPage(model, first), 1)
}

async function layOutPages(model: DocumentModel, scale: number): Promise<PageLayout> {
  refuseInTransaction('setting a document')
  const fonts = await mainFontFaces()
  const pdf = new PDFDocument({
    size: 'A4',
    layout: model.landscape ? 'landscape' : 'portrait',
    margins: { top: 48, right: 46, bottom: 60, left: 46 },
    bufferPages: true,
    lang: 'zh-CN',
    displayTitle: true,
    font: fonts.regular as unknown as string,
    info: { Title: model.title, CreationDate: model.createdAt, ModDate: model.createdAt, ...(model.author === undefined ? {} : { Author: model.author }) },
  })
  const bytes = buffer(pdf)
  await addFallbackFonts(pdf, JSON.stringify(model))
  const composer = new DocumentComposer(pdf, fonts, scale)
  composer.title(model.title, model.subtitle)
  for (const [at, block] of model.blocks.entries()) {
    await composer.block(block)
    if (at % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
  }
  const { start, count } = pdf.bufferedPageRange()
  const filled = composer.filled
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page)
    const label = model.pageLabel?.(page + 1, count) ?? `${page + 1} / ${count}`
    composer.addFooter({ footer: model.footer, watermark: model.watermark, page: label })
  }
  pdf.end()
  return { bytes: await bytes, places: composer.places, pages: count, starts: composer.starts, filled }
}
