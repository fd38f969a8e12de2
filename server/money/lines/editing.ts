import { lineRefusals } from '#/api/money/lines.texts.ts'
import { applyCells, areCellsEqual as haveSameCells } from '#/domain/base/cells.ts'
import { type IdKind, idNumberProblem, likelyIdKind } from '#/domain/base/id-paper.ts'
import { type BatchState, canMoveBatch } from '#/domain/money/batch.ts'
import { cleanLineCells, type LineCellField, type LineCells, lineCellKinds, type RawCell } from '#/domain/money/line-cells.ts'
import { cleaningIssues, issueFieldOf, type LineIssueField, remainingIssues } from '#/domain/money/line-issue.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { changeDetail } from '#/server/money/lines/edits.ts'
import { type LineSummary, lineNo, prepareLines, toWorkingLine, type WorkingLine } from '#/server/money/lines/preparation.ts'
import * as store from '#/server/money/lines/store.ts'

/** A batch has at most this many lines. */
export const maxLines = 5000

/** A locked batch whose lines are being changed. */
export interface EditableBatch {
  readonly batch: store.BatchRow
  readonly lines: readonly WorkingLine[]
}

export interface EditResult {
  readonly summary: LineSummary
  readonly changed: number
  readonly missed: string[]
}

type RawCells = Readonly<Partial<Record<LineCellField, RawCell>>>

/** Locks an editable batch and loads all its lines. */
export async function lockEditableBatch(ctx: Context, batchId: number): Promise<EditableBatch> {
  const batch = await store.lockBatch(ctx, batchId)
  if (!batch) refuse(lineRefusals, 'batchNotFound')
  if (!canMoveBatch(batch.state as BatchState, 'edit')) refuse(lineRefusals, 'notEditable')
  const lines = (await store.linesOf(ctx, batch)).map(toWorkingLine)
  return { batch, lines }
}

export function createWorkingLine(
  batch: store.BatchRow,
  seq: number,
  raw: RawCells,
  options: { idKind?: IdKind | null | undefined; retryOfLineId?: number; collectionId?: number } = {},
): WorkingLine {
  const cleanedCells = cleanLineCells(raw)
  return {
    stored: null,
    seq,
    no: lineNo(batch.no, seq),
    cells: cleanedCells.cells,
    idKind: options.idKind === undefined ? likelyIdKind(cleanedCells.cells.idNumber) : options.idKind,
    isKindGuessed: options.idKind === undefined,
    isExcluded: false,
    notes: cleaningIssues(cleanedCells),
    retryOfLineId: options.retryOfLineId ?? null,
    collectionId: options.collectionId ?? null,
  }
}

interface CellEditOptions {
  /** Whether the cells are a whole row of a file, with unchanged ones. */
  readonly isWholeRow?: boolean
  /** The kind of ID document, if given. */
  readonly idKind?: IdKind | null | undefined
}

/**
 * Returns the kind of ID document after a new number. Keeps the current kind if the number is valid for it, otherwise
 * guesses the kind from the number.
 */
function idKindAfterEdit({ idKind }: WorkingLine, number: string, isTouched: boolean): IdKind | null {
  return !isTouched || (idKind !== null && idNumberProblem(idKind, number) === null) ? idKind : likelyIdKind(number)
}

/**
 * Returns a line with other cells. Editing a cell removes its reading notes, even if the value stays the same. With
 * `isWholeRow`, only changed cells count as edited.
 */
export function withCells(line: WorkingLine, raw: RawCells, { isWholeRow = false, idKind }: CellEditOptions = {}): WorkingLine {
  const { cells, touched, ...clean } = applyCells(lineCellKinds, line.cells, raw, isWholeRow)
  const fields = new Set<LineIssueField | null>([...touched].map(issueFieldOf))
  return {
    ...line,
    cells,
    idKind: idKind === undefined ? idKindAfterEdit(line, cells.idNumber, touched.has('idNumber')) : idKind,
    isKindGuessed: idKind === undefined && touched.has('idNumber'),
    notes: [...remainingIssues(line.notes, fields), ...cleaningIssues({ cells, ...clean })],
  }
}

export function areLineCellsEqual(a: LineCells, b: LineCells): boolean {
  return haveSameCells(lineCellKinds, a, b)
}

/** Refuses a batch that would exceed the maximum number of lines. */
export function checkLineCount(count: number): void {
  if (count > maxLines) refuse(lineRefusals, 'tooManyRows', { limit: maxLines })
}

const claimFields = ['name', 'idNumber', 'amountText', 'entityName', 'entityCreditCode'] as const satisfies readonly LineCellField[]

/** Refuses another amount or payee on a line that pays a claim, and including an excluded claim line again. */
function expectClaimsUnchanged(before: readonly WorkingLine[], after: readonly WorkingLine[]): void {
  const linesBySeq = new Map(before.map((line) => [line.seq, line]))
  for (const line of after) {
    const lineBefore = line.collectionId === null ? undefined : linesBySeq.get(line.seq)
    if (lineBefore && (claimFields.some((field) => lineBefore.cells[field] !== line.cells[field]) || (lineBefore.isExcluded && !line.isExcluded))) {
      refuse(lineRefusals, 'claimFixed', { seq: line.seq })
    }
  }
}

/** Checks and computes the whole batch with its changed lines, writes it and records the change. */
export async function saveLines(
  ctx: Context,
  editable: EditableBatch,
  lines: readonly WorkingLine[],
  done: { changed: number; missed?: string[]; detail?: Record<string, unknown> },
): Promise<EditResult> {
  const { batch } = editable
  expectClaimsUnchanged(editable.lines, lines)
  const { summary } = await prepareLines(ctx, batch, lines)
  noteChange(ctx, batch, { ...done.detail, ...changeDetail(editable.lines, lines), changed: done.changed, invalid: summary.invalid, all: summary.all })
  return { summary, changed: done.changed, missed: done.missed ?? [] }
}

function noteChange(ctx: Context, batch: store.BatchRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, ...detail } })
}

export function lineIdsOf({ lines }: EditableBatch): number[] {
  return lines.map((line) => line.stored?.id ?? 0)
}

/**
 * Changes the selected lines of an opened batch. Lines for which `change` returns null are reported as missed. Refuses
 * ids outside the batch.
 */
export function changeEditableBatch(
  ctx: Context,
  batch: EditableBatch,
  ids: ReadonlySet<number>,
  change: (line: WorkingLine) => WorkingLine | null,
  detail: Record<string, unknown>,
): Promise<EditResult> {
  expectAllFound(ids, lineIdsOf(batch))
  const missedSeqs: string[] = []
  let changedCount = 0
  const lines = batch.lines.map((line) => {
    const id = line.stored?.id ?? 0
    if (!ids.has(id)) return line
    const next = change(line)
    if (next === null) missedSeqs.push(String(line.seq))
    else if (next.isExcluded !== line.isExcluded || !areLineCellsEqual(next.cells, line.cells)) changedCount++
    return next ?? line
  })
  return saveLines(ctx, batch, lines, { changed: changedCount, missed: missedSeqs, detail })
}

export async function changeLines(
  ctx: Context,
  batchId: number,
  ids: ReadonlySet<number>,
  change: (line: WorkingLine) => WorkingLine | null,
  detail: Record<string, unknown>,
): Promise<EditResult> {
  return changeEditableBatch(ctx, await lockEditableBatch(ctx, batchId), ids, change, detail)
}
