import type { CellKind } from '#/domain/cells.ts'
import type { ImportCell, ImportIssue, ImportKind, ImportResult } from '#/domain/import.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { TemplateMark, WriteColumn, WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { CardAnswer, CardQuestion, Verdict } from '#/server/people/identity/public.ts'

export type Cells = Readonly<Partial<Record<ImportCell, string>>>

/** Where a list belongs. */
export interface Home {
  readonly unitId: number | null
  readonly centreId: number | null
  /** The mode in which its rows are looked for; null for both. */
  readonly mode: Mode | null
}

/** The list, and where it belongs. */
export interface Place extends Home {
  readonly sheetId: number
}

export interface CheckedRow {
  readonly seq: number
  readonly cells: Cells
}

/** A column of a template by the cell it fills; other names that the same thing has in other people's files stand behind ours. */
export interface TemplateColumn extends WriteColumn {
  readonly cell: ImportCell
  readonly also?: readonly string[]
}

/** What became of a row, or why it was refused after all. */
export type Outcome = { readonly result: ImportResult; readonly madeId: number } | { readonly issues: readonly ImportIssue[] }

/** What one kind of list needs to know; everything else is the same for all. */
export interface Kind {
  readonly kind: ImportKind
  /** The right that it takes. */
  readonly right: 'yz:edit' | 'unit:edit' | 'orders:make' | 'opening:edit'
  /** Where somebody else has to confirm what was prepared: the right that it takes. */
  readonly confirms?: 'opening:check'
  /** What its file is kept as. */
  readonly purpose: 'people_import' | 'order_import'
  readonly cellKinds: Readonly<Partial<Record<ImportCell, CellKind>>>
  readonly nameCell: ImportCell
  readonly template: TemplateMark
  readonly fileName: string
  readonly sheetName: string
  readonly columns: readonly TemplateColumn[]
  /** How many rows are carried out in one transaction. */
  readonly portion: number
  /** Sheets that explain the template. */
  explain(ctx: Context): Promise<readonly WriteSheet[]>
  /** What is wrong with these rows in themselves, among each other and against what the system knows. */
  check(ctx: Context, place: Place, rows: readonly CheckedRow[]): Promise<ReadonlyMap<number, readonly ImportIssue[]>>
  /** What has to be asked outside before these rows can be carried out. */
  questions(ctx: Context, place: Place, rows: readonly CheckedRow[]): Promise<ReadonlyMap<number, CardQuestion>>
  /** Keeps what rows rest on as it is until the transaction ends; then they are checked and carried out. */
  hold?(ctx: Context, place: Place, rows: readonly CheckedRow[]): Promise<void>
  /** What the amounts of the rows of a file come to. */
  sums?(rows: readonly Cells[]): Readonly<Record<string, number>>
  /** Carries rows out that were checked in this transaction; those that need an answer and have none are left out. */
  carryOut(ctx: Context, place: Place, rows: readonly CheckedRow[], answers: ReadonlyMap<number, Verdict<CardAnswer>>): Promise<ReadonlyMap<number, Outcome>>
}
