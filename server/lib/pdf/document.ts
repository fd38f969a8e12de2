/** A column of a table. `width` is a share of the line (default 1); figures are set `right` and stand digit under digit. */
export interface DocumentColumn {
  readonly heading: string
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
}

/** A piece of running text. */
export interface RunLook {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
}

export type DocumentBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly align?: 'left' | 'right' | 'center'; readonly small?: boolean; readonly bold?: boolean }
  /** Label and value, side by side in one or two columns. */
  | { readonly kind: 'fields'; readonly columns?: 1 | 2; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** The heading row is repeated on every page; `totals` is a last row in bold. Text longer than a page is cut with an ellipsis: it belongs in a paragraph. */
  | { readonly kind: 'table'; readonly columns: readonly DocumentColumn[]; readonly rows: readonly (readonly string[])[]; readonly totals?: readonly string[] }
  /** Those who sign, beside each other, kept together on one page. */
  | { readonly kind: 'signatures'; readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[] }
  /** Running text of several looks; a list item with what stands before it. */
  | { readonly kind: 'rich'; readonly runs: readonly RunLook[]; readonly indent?: number; readonly marker?: string; readonly size?: number }
  | { readonly kind: 'rule' }
  /** Boxes beside each other in which somebody signs later; where they came to stand is answered with the bytes. */
  | { readonly kind: 'places'; readonly boxes: readonly { readonly key: string; readonly title: string; readonly lines: readonly string[] }[] }
  /** Room, in points. */
  | { readonly kind: 'gap'; readonly height: number }
  | { readonly kind: 'page' }

/** What a document says; how it looks is decided here once for all documents. */
export interface DocumentModel {
  readonly title: string
  /** Under the title, e.g. a number. */
  readonly subtitle?: string
  /** Written into the file as its date; the same model gives the same bytes. */
  readonly createdAt: Date
  readonly author?: string
  readonly landscape?: boolean
  readonly blocks: readonly DocumentBlock[]
  /** A line at the foot of every page, e.g. who made the document, when, and its check code. */
  readonly footer?: string
  /** Pale text across every page. */
  readonly watermark?: string
  /** The page number in the language of the document; `1 / 3` by default. */
  readonly pageLabel?: (page: number, pages: number) => string
}
