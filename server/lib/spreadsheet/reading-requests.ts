import type { JsonChunks, PackedRows } from '#/server/lib/spreadsheet/chunks.ts'
import type { SheetProblem, SheetReadOptions } from '#/server/lib/spreadsheet/sheet.ts'
import type { TemplateSheet } from '#/server/lib/spreadsheet/template.ts'
import type { XmlTexts } from '#/server/lib/spreadsheet/xml.ts'

type SheetFailure = { readonly ok: false; readonly problem: SheetProblem }

/** A sheet of a form, with its rows packed. */
export interface PackedSheet extends Omit<TemplateSheet, 'rows'> {
  readonly chunks: JsonChunks
}

/** Results of the reading worker, by kind of question. */
export interface ReadingResults {
  readonly list: { readonly ok: true; readonly rows: PackedRows; readonly sha256: string } | SheetFailure
  readonly form: { readonly ok: true; readonly sheets: readonly PackedSheet[] } | SheetFailure
  /** Null if the document is not well-formed. */
  readonly xml: XmlTexts | null
}

/**
 * An uploaded file and the requested part: the rows of a list, the sheets of an official form, or texts of an XML
 * document by path.
 */
export interface ReadingRequests {
  readonly list: { readonly kind: 'list'; readonly bytes: Uint8Array; readonly options: SheetReadOptions }
  readonly form: { readonly kind: 'form'; readonly bytes: Uint8Array }
  readonly xml: { readonly kind: 'xml'; readonly bytes: Uint8Array; readonly paths: readonly string[] }
}

export type ReadingKind = keyof ReadingRequests
