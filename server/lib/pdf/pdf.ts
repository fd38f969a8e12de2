import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { refuseWithin } from '#/server/lib/database/dialect.ts'
import { Composer, type Faces } from '#/server/lib/pdf/blocks.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'

export type { DocumentModel } from '#/server/lib/pdf/document.ts'

const FONTS = '@expo-google-fonts/noto-sans-sc'

async function fontOf(file: string): Promise<Font> {
  return create(await readFile(fileURLToPath(import.meta.resolve(`${FONTS}/${file}`))))
}

let loading: Promise<Faces> | undefined

/** The fonts, parsed once: reading 20 MB of outlines anew would cost more than the document. */
export function faces(): Promise<Faces> {
  loading ??= Promise.all([fontOf('400Regular/NotoSansSC_400Regular.ttf'), fontOf('700Bold/NotoSansSC_700Bold.ttf')]).then(([regular, bold]) => ({
    regular,
    bold,
  }))
  return loading
}

/** Sets a document on A4 pages with the Chinese font embedded (only the characters used). The same model gives the same bytes. */
export async function renderDocument(model: DocumentModel): Promise<Buffer> {
  return (await renderPlaced(model)).bytes
}

/** The same, with where the boxes came to stand in which somebody signs. */
export async function renderPlaced(model: DocumentModel): Promise<{ bytes: Buffer; places: Composer['places'] }> {
  refuseWithin('setting a document')
  const fonts = await faces()
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
  const composer = new Composer(pdf, fonts)
  composer.title(model.title, model.subtitle)
  for (const block of model.blocks) await composer.block(block)
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page)
    const label = model.pageLabel?.(page + 1, count) ?? `${page + 1} / ${count}`
    composer.furniture({ footer: model.footer, watermark: model.watermark, page: label })
  }
  pdf.end()
  return { bytes: await bytes, places: composer.places }
}
