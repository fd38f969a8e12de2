/** A table column. `width` is its share of the line (default 1); figures are aligned `right`. */
export interface DocumentColumn {
  readonly heading: string
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
}

export interface TextStyle {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
}

export type DocumentBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly align?: 'left' | 'right' | 'center'; readonly small?: boolean; readonly bold?: boolean }
  /** Labels and values, in one or two columns. */
  | { readonly kind: 'fields'; readonly columns?: 1 | 2; readonly rows: readonly (readonly [label: string, value: string])[] }
  /**
   * A table that repeats its heading row on every page; `totals` is a bold last row. A cell longer than a page is cut
   * with an ellipsis, so long text belongs in a paragraph.
   */
  | { readonly kind: 'table'; readonly columns: readonly DocumentColumn[]; readonly rows: readonly (readonly string[])[]; readonly totals?: readonly string[] }
  /** Signing parties side by side, on one page. */
  | { readonly kind: 'signatures'; readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[] }
  /** Text with several styles, or a list item with its marker. */
  | { readonly kind: 'rich'; readonly runs: readonly TextStyle[]; readonly indent?: number; readonly marker?: string; readonly size?: number }
  | { readonly kind: 'rule' }
  /** Boxes side by side for later signatures. The positions of the boxes are returned with the bytes. */
  | { readonly kind: 'places'; readonly boxes: readonly { readonly key: string; readonly title: string; readonly lines: readonly string[] }[] }
  /** Vertical space, in points. */
  | { readonly kind: 'gap'; readonly height: number }
  | { readonly kind: 'page' }

/** The content of a document. The layout of all documents is defined in this folder. */
export interface DocumentModel {
  readonly title: string
  /** Text under the title, such as a number. */
  readonly subtitle?: string
  /** Creation date in the file, an input so that the same model gives the same bytes. */
  readonly createdAt: Date
  readonly author?: string
  readonly landscape?: boolean
  readonly blocks: readonly DocumentBlock[]
  /** A footer on every page, such as creator, time and check code. */
  readonly footer?: string
  /** Pale text across every page. */
  readonly watermark?: string
  /** Formats the page number in the document's language; `1 / 3` by default. */
  readonly pageLabel?: (page: number, pages: number) => string
}
