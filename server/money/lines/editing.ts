import { lineRefusals } from '#/api/money/lines.texts.ts'
import { type BatchState, canMove } from '#/domain/batch.ts'
import { sameCells as haveSameCells, touchRow } from '#/domain/cells.ts'
import { type IdKind, idNumberProblem, likelyIdKind } from '#/domain/id-paper.ts'
import { type CellField, cleanCells, type LineCells, lineCellKinds, type RawCell } from '#/domain/line-cells.ts'
import { cleaningIssues, type IssueField, issueFieldOf, keptIssues } from '#/domain/line-check.ts'
import { expectAllFound } from '#/server/kernel/bulk.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { changeDetail } from '#/server/money/lines/edits.ts'
import { lineNo, prepare, type Summary, takeUp, type WorkingLine } from '#/server/money/lines/preparation.ts'
import * as store from '#/server/money/lines/store.ts'

/** The most lines of one batch (domain.md §9). */
export const mostLines = 5000

/** A batch whose lines are being changed, locked. */
export interface Opened {
  readonly batch: store.BatchRow
  readonly lines: readonly WorkingLine[]
}

/** What a change of lines answers. */
export interface Changed {
  readonly summary: Summary
  readonly changed: number
  readonly missed: string[]
}

type RawCells = Readonly<Partial<Record<CellField, RawCell>>>

/** Locks a batch that may still be edited, with all its lines. */
export async function open(ctx: Context, batchId: number): Promise<Opened> {
  const batch = await store.lockBatch(ctx, batchId)
  if (!batch) refuse(lineRefusals, 'batchNotFound')
  if (!canMove(batch.state as BatchState, 'edit')) refuse(lineRefusals, 'notEditable')
  const lines = (await store.linesOf(ctx, batch)).map(takeUp)
  return { batch, lines }
}

/** A new line from raw cells. */
export function newLine(
  batch: store.BatchRow,
  seq: number,
  raw: RawCells,
  options: { idKind?: IdKind | null | undefined; retryOfLineId?: number; collectionId?: number } = {},
): WorkingLine {
  const clean = cleanCells(raw)
  return {
    stored: null,
    seq,
    no: lineNo(batch.no, seq),
    cells: clean.cells,
    idKind: options.idKind === undefined ? likelyIdKind(clean.cells.idNumber) : options.idKind,
    isKindGuessed: options.idKind === undefined,
    isExcluded: false,
    notes: cleaningIssues(clean),
    retryOfLineId: options.retryOfLineId ?? null,
    collectionId: options.collectionId ?? null,
  }
}

interface Repair {
  /** A file that names every cell. */
  readonly isWholeRow?: boolean
  /** The kind of paper, where it was said. */
  readonly idKind?: IdKind | null | undefined
}

/** Whoever types another number and says no kind of paper means the one it was, as long as the number may be one of it. */
function kindAfter({ idKind }: WorkingLine, number: string, isTouched: boolean): IdKind | null {
  return !isTouched || (idKind !== null && idNumberProblem(idKind, number) === null) ? idKind : likelyIdKind(number)
}

/**
 * A line with other cells. A person who touched a cell has looked at it: notes on how it was read go, even when it stays as it was; of a file that names
 * every cell (`isWholeRow`) only those count that differ.
 */
export function withCells(line: WorkingLine, raw: RawCells, { isWholeRow = false, idKind }: Repair = {}): WorkingLine {
  const { cells, touched, ...clean } = touchRow(lineCellKinds, line.cells, raw, isWholeRow)
  const fields = new Set<IssueField | null>([...touched].map(issueFieldOf))
  return {
    ...line,
    cells,
    idKind: idKind === undefined ? kindAfter(line, cells.idNumber, touched.has('idNumber')) : idKind,
    isKindGuessed: idKind === undefined && touched.has('idNumber'),
    notes: [...keptIssues(line.notes, fields), ...cleaningIssues({ cells, ...clean })],
  }
}

/** Whether two sets of cells say the same. */
export function sameCells(a: LineCells, b: LineCells): boolean {
  return haveSameCells(lineCellKinds, a, b)
}

/** Refuses a batch that would grow beyond the limit. */
export function checkCount(count: number): void {
  if (count > mostLines) refuse(lineRefusals, 'tooManyRows', { limit: mostLines })
}

const claimed = ['name', 'idNumber', 'amountText', 'entityName', 'entityCreditCode'] as const satisfies readonly CellField[]

/** Refuses another amount or payee of a line that pays a claim, and taking in again one that let go of its claim. */
function keepClaims(before: readonly WorkingLine[], after: readonly WorkingLine[]): void {
  const known = new Map(before.map((line) => [line.seq, line]))
  for (const line of after) {
    const was = line.collectionId === null ? undefined : known.get(line.seq)
    if (was && (claimed.some((field) => was.cells[field] !== line.cells[field]) || (was.isExcluded && !line.isExcluded))) {
      refuse(lineRefusals, 'claimFixed', { seq: line.seq })
    }
  }
}

/** Checks and computes the whole batch with its changed lines, writes it, and notes what was done. */
export async function save(
  ctx: Context,
  opened: Opened,
  lines: readonly WorkingLine[],
  done: { changed: number; missed?: string[]; detail?: Record<string, unknown> },
): Promise<Changed> {
  const { batch } = opened
  keepClaims(opened.lines, lines)
  const { summary } = await prepare(ctx, batch, lines)
  noteChange(ctx, batch, { ...done.detail, ...changeDetail(opened.lines, lines), changed: done.changed, invalid: summary.invalid, all: summary.all })
  return { summary, changed: done.changed, missed: done.missed ?? [] }
}

function noteChange(ctx: Context, batch: store.BatchRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, ...detail } })
}

/** The ids of the lines of an opened batch. */
export function idsOf({ lines }: Opened): number[] {
  return lines.map((line) => line.stored?.id ?? 0)
}

/** Changes the lines of an opened batch that were picked by id; lines that cannot be changed so (null) are missed, and an id of no line of it refuses the call. */
export function changeOpened(
  ctx: Context,
  opened: Opened,
  ids: ReadonlySet<number>,
  change: (line: WorkingLine) => WorkingLine | null,
  detail: Record<string, unknown>,
): Promise<Changed> {
  expectAllFound(ids, idsOf(opened))
  const missed: string[] = []
  let changed = 0
  const lines = opened.lines.map((line) => {
    const id = line.stored?.id ?? 0
    if (!ids.has(id)) return line
    const next = change(line)
    if (next === null) missed.push(String(line.seq))
    else if (next.isExcluded !== line.isExcluded || !sameCells(next.cells, line.cells)) changed++
    return next ?? line
  })
  return save(ctx, opened, lines, { changed, missed, detail })
}

/** Opens a batch and changes the lines that were picked by id. */
export async function changeLines(
  ctx: Context,
  batchId: number,
  ids: ReadonlySet<number>,
  change: (line: WorkingLine) => WorkingLine | null,
  detail: Record<string, unknown>,
): Promise<Changed> {
  return changeOpened(ctx, await open(ctx, batchId), ids, change, detail)
}
