/** A column a reader looks for. `headings` are the accepted header texts; spaces, full-width forms, `*`/`★` and bracketed notes do not matter. */
export interface SheetColumn<K extends string = string> {
  readonly key: K
  readonly headings: readonly string[]
  readonly required: boolean
}

/** What a cell says, as text. Blanks and full-width characters stay: cleaning is the reader's business. */
export interface SheetCell {
  readonly text: string
  /**
   * Why long digits cannot be trusted: `scientific` – written like 1.23457E+17; `precision` – kept as a number,
   * so everything after the 15th digit is gone.
   */
  readonly suspicious?: 'scientific' | 'precision'
}

/** One row that is not empty. `line` is the row number the person sees in Excel (the line of a CSV file). */
export interface SheetRow<K extends string = string> {
  readonly line: number
  /** Every asked key is there; a missing or empty cell has the text ''. */
  readonly cells: Readonly<Record<K, SheetCell>>
}

/** The mark a template carries in its hidden sheet. */
export interface TemplateMark {
  readonly id: string
  readonly version: string
}

export interface SheetReadOptions<K extends string = string> {
  readonly columns: readonly SheetColumn<K>[]
  readonly maxRows: number
  /** The largest file that is looked at, where that is more than of all others. */
  readonly maxBytes?: number
  /** Name or position (from 1) of the sheet; otherwise the first visible sheet whose headings fit. */
  readonly sheet?: string | number
  /**
   * Columns with a heading that the caller did not ask for: refused by default, because a renamed column would be lost silently. Ignored, a second name of a
   * field beside its first one is ignored too.
   */
  readonly unknown?: 'refuse' | 'ignore'
  /** `fixed` also refuses columns that stand in another order than in `columns`; by default the heading decides. */
  readonly order?: 'any' | 'fixed'
  /** Groups of columns one of which has to be there whole, beside those that are required anyway; the first one is named where none is. */
  readonly either?: readonly (readonly K[])[]
  /** A file with headings and nothing below them is a list without rows, and not refused as empty. */
  readonly mayBeEmpty?: boolean
  /** Reads rows that a filter or the user has hidden; by default the file is refused with their lines, because the sender did not see them. */
  readonly takesHidden?: boolean
  /** Refuses a file marked as another template or version; a file without a mark passes on its headings. */
  readonly template?: TemplateMark
}

export type SheetProblem =
  | { readonly code: 'not_a_spreadsheet' }
  | { readonly code: 'legacy_xls' }
  | { readonly code: 'encrypted' }
  | { readonly code: 'macro' }
  | { readonly code: 'damaged' }
  /** `file`: bytes as uploaded; `content`: bytes once unpacked, or more cells than any list has. */
  | { readonly code: 'too_large'; readonly what: 'file' | 'content'; readonly max: number }
  /** A line, or a cell in quotes, that does not end: of text. */
  | { readonly code: 'line_too_long'; readonly line: number; readonly max: number }
  /** Reading the file took too long, or no thread was free. */
  | { readonly code: 'too_slow' }
  | { readonly code: 'too_many_rows'; readonly max: number }
  | { readonly code: 'headings_mismatch'; readonly missing: readonly string[]; readonly unexpected: readonly string[]; readonly moved: readonly string[] }
  | { readonly code: 'empty' }
  | { readonly code: 'hidden_rows'; readonly lines: readonly number[]; readonly count: number }
  | { readonly code: 'merged_cells'; readonly ranges: readonly string[] }
  | { readonly code: 'sheet_missing'; readonly sheet: string; readonly sheets: readonly string[] }
  | { readonly code: 'wrong_template_version'; readonly found: TemplateMark; readonly expected: TemplateMark }

export type SheetResult<K extends string = string> =
  | { readonly ok: true; readonly rows: readonly SheetRow<K>[]; readonly sha256: string }
  | { readonly ok: false; readonly problem: SheetProblem }

/** Carries a problem of the file out of the depths of reading; never leaves the kernel. */
export class SheetTrouble extends Error {
  readonly problem: SheetProblem

  constructor(problem: SheetProblem, options?: ErrorOptions) {
    super(problem.code, options)
    this.problem = problem
  }
}

/** The file is broken: bytes missing, parts missing, XML that is not well-formed. */
export function damaged(cause?: unknown): SheetTrouble {
  return new SheetTrouble({ code: 'damaged' }, { cause })
}

/** XML that is parsed of one part. */
export const MAX_CONTENT_BYTES = 128 * 1024 * 1024
/** Everything in a workbook, unpacked: room for a sheet whose every row is formatted down to the last one. Rows without content are not parsed. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024
/** Text beyond this is never looked at: more than any field of a template may have. */
export const MAX_TEXT = 8_000
/** Columns further right are never part of a list or a form. */
export const MAX_COLUMNS = 512
/** Characters that the cells of a file may keep: a statement of 200,000 rows has half as many. */
export const MAX_KEPT = 64 * 1024 * 1024

/** Refuses what is more than any honest file holds. */
export const overfull = () => new SheetTrouble({ code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES })

/** A row as the file has it: texts by column number (from 1), only cells that are not blank. */
export interface RawRow {
  readonly line: number
  readonly cells: ReadonlyMap<number, SheetCell>
  readonly isHidden?: boolean
}

/** The name of the hidden sheet in which a template carries its mark. */
export const MARK_SHEET = '_template'
