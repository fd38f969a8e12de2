import type { CellKind } from '#/domain/base/cells.ts'
import type { ImportIssue, ImportResult } from '#/domain/onboarding/import.ts'
import type { ImportCell, ImportKind } from '#/domain/onboarding/import-cells.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { TemplateMark, WriteColumn, WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { CardCheckRequest, CardCheckResult, Verdict } from '#/server/people/identity/public.ts'

export type ImportCells = Readonly<Partial<Record<ImportCell, string>>>

/** The owner of a list. */
export interface ListOwner {
  readonly unitId: number | null
  readonly centreId: number | null
  /** The mode in which rows are matched, or null for both. */
  readonly mode: Mode | null
}

/** A list with its unit, centre and mode. */
export interface ListRef extends ListOwner {
  readonly sheetId: number
}

export interface CheckedRow {
  readonly seq: number
  readonly cells: ImportCells
}

/** A column of the template for a cell. `also` lists headings that other files use for it. */
export interface TemplateColumn extends WriteColumn {
  readonly cell: ImportCell
  readonly also?: readonly string[]
}

/** The result of a row, or the issues that refused it. */
export type RowOutcome = { readonly result: ImportResult; readonly madeId: number } | { readonly issues: readonly ImportIssue[] }

/** The parts in which kinds of list differ. */
export interface ImportDefinition {
  readonly kind: ImportKind
  /** The permission to prepare a list. */
  readonly right: 'yz:edit' | 'unit:edit' | 'orders:make' | 'opening:edit'
  /** The permission of the second person who confirms a list, for kinds that need one. */
  readonly confirms?: 'opening:check'
  /** The purpose of the stored file. */
  readonly purpose: 'people_import' | 'order_import'
  readonly cellKinds: Readonly<Partial<Record<ImportCell, CellKind>>>
  readonly nameCell: ImportCell
  readonly template: TemplateMark
  readonly fileName: string
  readonly sheetName: string
  readonly columns: readonly TemplateColumn[]
  /** Rows per transaction. */
  readonly chunkSize: number
  /** Returns sheets that explain the template. */
  explain(ctx: Context): Promise<readonly WriteSheet[]>
  /** Checks rows on their own, against each other and against stored data. */
  check(ctx: Context, place: ListRef, rows: readonly CheckedRow[]): Promise<ReadonlyMap<number, readonly ImportIssue[]>>
  /** Returns the questions to the bank about these rows. */
  questions(ctx: Context, place: ListRef, rows: readonly CheckedRow[]): Promise<ReadonlyMap<number, CardCheckRequest>>
  /** Locks data that the rows depend on, before they are checked and imported. */
  lockDependencies?(ctx: Context, place: ListRef, rows: readonly CheckedRow[]): Promise<void>
  /** Sums the amounts of a file's rows. */
  sums?(rows: readonly ImportCells[]): Readonly<Record<string, number>>
  /** Imports rows that were checked in this transaction. Skips rows that need an answer and have none. */
  importRows(
    ctx: Context,
    place: ListRef,
    rows: readonly CheckedRow[],
    answers: ReadonlyMap<number, Verdict<CardCheckResult>>,
  ): Promise<ReadonlyMap<number, RowOutcome>>
}
