import { join } from 'node:path'

// The words of a PDF, as far as they are written as letters: enough to find a number in it. A scan has none.

const pagesMost = 3
const lettersMost = 50_000
/** Character maps of Chinese fonts that a PDF may name without carrying them. */
const maps = join(import.meta.dirname, '../../../node_modules/pdfjs-dist/cmaps/')

/** The words of the first pages, each on a line of its own; nothing of a document that cannot be read. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  // Whoever does not ask for words need not wait for the library.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: maps,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    let text = ''
    for (let page = 1; page <= Math.min(document.numPages, pagesMost) && text.length < lettersMost; page++) {
      const { items } = await (await document.getPage(page)).getTextContent()
      for (const item of items) if ('str' in item && item.str !== '') text += `${item.str}\n`
    }
    return text.slice(0, lettersMost)
  } catch {
    return ''
  } finally {
    await loading.destroy()
  }
}
