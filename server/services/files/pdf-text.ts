import { join } from 'node:path'

// Extracts the text layer of a PDF, enough to find a number in it. Scans have none.

const maxPages = 3
const maxCharacters = 50_000
/** Character maps of Chinese fonts that a PDF may reference without embedding. */
const maps = join(import.meta.dirname, '../../../node_modules/pdfjs-dist/cmaps/')

/** Returns the text of the first pages, one page per line; empty for unreadable documents. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  // Imported lazily, because most callers do not need the text.
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
    for (let page = 1; page <= Math.min(document.numPages, maxPages) && text.length < maxCharacters; page++) {
      const { items } = await (await document.getPage(page)).getTextContent()
      for (const item of items) if ('str' in item && item.str !== '') text += `${item.str}\n`
    }
    return text.slice(0, maxCharacters)
  } catch {
    return ''
  } finally {
    await loading.destroy()
  }
}
