/**
 * A column to find. `headings` are the accepted texts. Spaces, full-width forms, `*`/`★` and bracketed notes do not
 * matter.
 */
export interface SheetColumn<K extends string = string> {
  readonly key: K
  readonly headings: readonly string[]
  readonly required: boolean
}

/** The text of a cell. The text retains spaces and full-width characters, which callers clean. */
export interface SheetCell {
  readonly text: string
  /**
   * Why long digits are unreliable. `scientific`: written like 1.23457E+17. `precision`: stored as a number, so digits
   * after the 15th are lost.
   */
  readonly suspicious?: 'scientific' | 'precision'
}

/** A row that is not empty. `line` is the row number that Excel shows, for a CSV file too. */
export interface SheetRow<K extends string = string> {
  readonly line: number
  /** Contains every requested key; a missing or empty cell has the text ''. */
  readonly cells: Readonly<Record<K, SheetCell>>
}

/** The mark in a template's hidden sheet, with which an uploaded file is recognised. */
export interface TemplateMark {
  readonly id: string
  readonly version: string
}

export interface SheetReadOptions<K extends string = string> {
  readonly columns: readonly SheetColumn<K>[]
  readonly maxRows: number
  /** The maximum file size; `MAX_SHEET_BYTES` by default. */
  readonly maxBytes?: number
  /**
   * Name or position (from 1) of the sheet. By default the visible sheet with matching headings is read, and a file with
   * several is refused.
   */
  readonly sheet?: string | number
  /**
   * How to treat unknown columns. Unknown columns are refused by default, because a renamed column would otherwise be
   * lost silently. With `ignore`, a second heading of the same field is ignored too.
   */
  readonly unknownColumns?: 'refuse' | 'ignore'
  /** `fixed` also refuses columns in another order than in `columns`. By default the order does not matter. */
  readonly order?: 'any' | 'fixed'
  /**
   * Alternative groups of columns, besides the required columns. At least one group must be complete; otherwise the
   * refusal names the first.
   */
  readonly alternatives?: readonly (readonly K[])[]
  /** Accepts a file that has headings but no rows as an empty list. */
  readonly mayBeEmpty?: boolean
  /**
   * Reads hidden rows too. By default the file is refused with their line numbers, because the sender may not have seen
   * them.
   */
  readonly takesHidden?: boolean
  /** Refuses files marked as another template or version. Unmarked files are recognised by their headings. */
  readonly template?: TemplateMark
}

export type SheetProblem =
  | { readonly code: 'not_a_spreadsheet' }
  | { readonly code: 'legacy_xls' }
  | { readonly code: 'encrypted' }
  | { readonly code: 'macro' }
  | { readonly code: 'damaged' }
  /** `file` means the uploaded bytes; `content` means unpacked bytes or too many cells. */
  | { readonly code: 'too_large'; readonly what: 'file' | 'content'; readonly max: number }
  /** A text file with an endless line or quoted cell. */
  | { readonly code: 'line_too_long'; readonly line: number; readonly max: number }
  /** Reading took too long, or no worker was free. */
  | { readonly code: 'too_slow' }
  | { readonly code: 'too_many_rows'; readonly max: number }
  | { readonly code: 'headings_mismatch'; readonly missing: readonly string[]; readonly unexpected: readonly string[]; readonly moved: readonly string[] }
  | { readonly code: 'empty' }
  | { readonly code: 'hidden_rows'; readonly lines: readonly number[]; readonly count: number }
  | { readonly code: 'merged_cells'; readonly ranges: readonly string[] }
  /** More than one visible sheet has matching headings and rows. */
  | { readonly code: 'several_sheets'; readonly sheets: readonly string[] }
  | { readonly code: 'sheet_missing'; readonly sheet: string; readonly sheets: readonly string[] }
  | { readonly code: 'wrong_template_version'; readonly found: TemplateMark; readonly expected: TemplateMark }

export type SheetResult<K extends string = string> =
  | { readonly ok: true; readonly rows: readonly SheetRow<K>[]; readonly sha256: string }
  | { readonly ok: false; readonly problem: SheetProblem }

/** Carries a problem of the file through the reading code. Never thrown to callers of this folder. */
export class SheetError extends Error {
  readonly problem: SheetProblem

  constructor(problem: SheetProblem, options?: ErrorOptions) {
    super(problem.code, options)
    this.problem = problem
  }
}

/** Returns the error for a broken file: missing bytes or parts, or malformed XML. */
export function damagedError(cause?: unknown): SheetError {
  return new SheetError({ code: 'damaged' }, { cause })
}

/** The maximum size of parsed XML in one part. */
export const MAX_CONTENT_BYTES = 128 * 1024 * 1024
/** Maximum unpacked size of a workbook, which allows a sheet with every row formatted. Empty rows are not parsed. */
export const MAX_WORKBOOK_BYTES = 512 * 1024 * 1024
/** Maximum length of a text, above the limit of every template field. */
export const MAX_TEXT_LENGTH = 8_000
/** Columns further right never belong to a list or form. */
export const MAX_COLUMNS = 512
/** Maximum number of characters stored from a file. A statement of 200,000 rows needs half of it. */
export const MAX_STORED_CHARACTERS = 64 * 1024 * 1024

/** Returns the error for content beyond the limits of any real file. */
export const tooLargeError = () => new SheetError({ code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES })

/** A row of the file: texts by column number (from 1), without empty cells. */
export interface RawRow {
  readonly line: number
  readonly cells: ReadonlyMap<number, SheetCell>
  readonly isHidden?: boolean
}

/** The name of the hidden sheet with the template mark. */
export const MARK_SHEET = '_template'
