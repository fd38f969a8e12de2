import type { Modules } from '#/api/modules.ts'
import { lineRefusals } from '#/api/money/lines.texts.ts'
import type { Upload } from '#/api/operation.ts'
import type { LineCellField, RawCell } from '#/domain/money/line-cells.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { correctedRows, rowNumbersText } from '#/server/kernel/rows/corrected-rows.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import {
  areLineCellsEqual,
  changeEditableBatch,
  changeLines,
  checkLineCount,
  createWorkingLine,
  type EditResult,
  lineIdsOf,
  lockEditableBatch,
  maxLines,
  saveLines,
  withCells,
} from '#/server/money/lines/editing.ts'
import { payeesToCopy } from '#/server/money/lines/facts.ts'
import { exportBatch, lineErrorFile, lineMark, lineTemplate } from '#/server/money/lines/files.ts'
import type { WorkingLine } from '#/server/money/lines/preparation.ts'
import { calculationFor, presentLine, sharesOf } from '#/server/money/lines/presentation.ts'
import { addPeople, rosterPage } from '#/server/money/lines/roster.ts'
import { readLines } from '#/server/money/lines/sheet.ts'
import * as store from '#/server/money/lines/store.ts'
import * as listed from '#/server/money/lines/store-list.ts'
import { policyByVersion } from '#/server/money/tax/public.ts'
import { submitForReview } from '#/server/people/operators/public.ts'

const dayMs = 86_400_000
const duplicateFileDays = 30
/** Issues that a review can settle: unknown number, different name, unverified person, another person's card. */
const reviewableCodes = new Set(['E201', 'E202', 'E203', 'E204'])

type RawCells = Partial<Record<LineCellField, RawCell>>

async function batchInScope(ctx: Context, id: number): Promise<store.BatchRow> {
  return (await store.findBatch(ctx, id)) ?? refuse(lineRefusals, 'batchNotFound')
}

async function lineInScope(ctx: Context, id: number): Promise<listed.ListedLine> {
  return (await listed.findLine(ctx, id)) ?? refuse(lineRefusals, 'lineNotFound')
}

/** Refuses a file that the unit imported within 30 days (E403), unless the caller confirmed it. */
async function checkSameFile(ctx: Context, batch: store.BatchRow, sha256: string): Promise<void> {
  const earlierBatchNo = await store.batchNoWithFile(ctx, batch.unit_id, sha256, new Date(ctx.now.getTime() - duplicateFileDays * dayMs))
  if (earlierBatchNo !== null) refuse(lineRefusals, 'sameFile', { batch: earlierBatchNo })
}

async function storeFile(ctx: Context, batch: store.BatchRow, file: Upload, purpose: string) {
  return storeUpload(ctx, file, { purpose, unitId: batch.unit_id, centreId: batch.centre_id })
}

async function importFile(ctx: Context, batchId: number, file: Upload, allowSameFile: boolean): Promise<EditResult> {
  const editableBatch = await lockEditableBatch(ctx, batchId)
  const { batch, lines } = editableBatch
  const sheet = await readLines(ctx, file.bytes, { basis: batch.amount_basis, maxRows: maxLines })
  if (sheet.lines.length === 0) refuse(lineRefusals, 'noRows')
  if (!allowSameFile) await checkSameFile(ctx, batch, sheet.sha256)
  checkLineCount(lines.length + sheet.lines.length)
  const firstSeq = (lines.at(-1)?.seq ?? 0) + 1
  const newLines = sheet.lines.map((row, index) => createWorkingLine(batch, firstSeq + index, row.raw, { idKind: row.idKind }))
  const storedFile = await storeFile(ctx, batch, file, 'payment_import')
  await store.setLineFile(ctx, batch.id, storedFile)
  return saveLines(ctx, editableBatch, [...lines, ...newLines], { changed: newLines.length, detail: { file: file.filename, sha256: storedFile.sha256 } })
}

/** Corrects the lines of an error file that are still as exported. Leaves out lines that were changed since. */
async function reimportFile(ctx: Context, batchId: number, file: Upload): Promise<EditResult> {
  const editableBatch = await lockEditableBatch(ctx, batchId)
  const sheet = await readLines(ctx, file.bytes, { basis: editableBatch.batch.amount_basis, maxRows: maxLines, isErrorFile: true })
  const rowByNumber = correctedRows(editableBatch.batch.no, sheet.lines)
  let changedCount = 0
  const lines = editableBatch.lines.map((line) => {
    const row = rowByNumber.get(line.seq)
    if (!row) return line
    const next = withCells(line, row.raw, { isWholeRow: true, idKind: row.idKind })
    const isSame = areLineCellsEqual(next.cells, line.cells) && next.idKind === line.idKind
    const isAsExported = row.mark === lineMark(editableBatch.batch, line)
    if (isSame || isAsExported) rowByNumber.delete(line.seq)
    if (isSame || !isAsExported) return line
    changedCount++
    return next
  })
  const { sha256 } = await storeFile(ctx, editableBatch.batch, file, 'payment_reimport')
  return saveLines(ctx, editableBatch, lines, { changed: changedCount, missed: rowNumbersText(rowByNumber.keys()), detail: { file: file.filename, sha256 } })
}

/** Copies the known name or card into lines. Works only for people of this unit, whose names it may see. */
async function adoptKnownData(ctx: Context, batchId: number, ids: ReadonlySet<number>, what: 'name' | 'card'): Promise<EditResult> {
  const editableBatch = await lockEditableBatch(ctx, batchId)
  const requestedIdNumbers = editableBatch.lines.filter((line) => ids.has(line.stored?.id ?? 0)).map((line) => line.cells.idNumber)
  const adoptableByIdNumber = await payeesToCopy(ctx, editableBatch.batch, requestedIdNumbers)
  const change = (line: WorkingLine): WorkingLine | null => {
    const person = adoptableByIdNumber.get(line.cells.idNumber)
    if (!person) return null
    if (what === 'name') return withCells(line, { name: person.name })
    return person.card === null ? null : withCells(line, { cardNo: person.card.cardNo, bankName: person.card.bankName })
  }
  return changeEditableBatch(ctx, editableBatch, ids, change, { adopted: what })
}

export const lines: Implementation<Modules['lines']> = {
  template: (ctx, input) => lineTemplate(ctx, input),
  import: (ctx, { batchId, file, allowSameFile }) => importFile(ctx, batchId, file, allowSameFile),
  reimport: (ctx, { batchId, file }) => reimportFile(ctx, batchId, file),

  async errorFile(ctx, { batchId }) {
    return lineErrorFile(ctx, await batchInScope(ctx, batchId))
  },

  async exportBatch(ctx, { batchId, isPlain, reason }) {
    const batch = await batchInScope(ctx, batchId)
    return exportBatch(ctx, batch, isPlain ? await expectPlainExport(ctx, reason) : null)
  },

  async list(ctx, { batchId, size, ...filter }) {
    const more = { ...filter, size: size + 1 }
    const listedLines = batchId === undefined ? await listed.listAcross(ctx, more) : await listed.listInBatch(ctx, await batchInScope(ctx, batchId), more)
    const rows = listedLines.slice(0, size)
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => presentLine(ctx, row)),
      next: listedLines.length > size && last ? (batchId === undefined ? last.id : last.seq) : null,
    }
  },

  async withIssue(ctx, { batchId, code }) {
    const rows = await store.linesWithIssue(ctx, await batchInScope(ctx, batchId), code)
    return { lineIds: rows.map((row) => row.id), operatorIds: [...new Set(rows.flatMap((row) => row.payee ?? []))] }
  },

  async summary(ctx, { batchId }) {
    const { states, codes } = await listed.countLines(ctx, await batchInScope(ctx, batchId))
    const count = (requested: readonly string[]) => states.filter((state) => requested.includes(state.state)).reduce((sum, each) => sum + each.count, 0)
    return {
      all: states.reduce((sum, each) => sum + each.count, 0),
      ready: count(['ready']),
      warned: count(['warned']),
      invalid: count(['invalid']),
      excluded: count(['excluded']),
      byCode: Object.fromEntries(codes.map((code) => [code.code, code.count])),
    }
  },

  async add(ctx, { batchId, rows }) {
    const editableBatch = await lockEditableBatch(ctx, batchId)
    checkLineCount(editableBatch.lines.length + rows.length)
    const firstSeq = (editableBatch.lines.at(-1)?.seq ?? 0) + 1
    const newLines = rows.map((row, index) => createWorkingLine(editableBatch.batch, firstSeq + index, row as RawCells, { idKind: row.idKind }))
    return saveLines(ctx, editableBatch, [...editableBatch.lines, ...newLines], { changed: newLines.length, detail: { added: newLines.length } })
  },

  roster: (ctx, input) => rosterPage(ctx, input),
  choose: (ctx, input) => addPeople(ctx, input),

  async repair(ctx, { batchId, changes }) {
    const cellsByLine = new Map(changes.map(({ lineId, cells }) => [lineId, cells]))
    const repairLine = (line: WorkingLine) => {
      const { idKind, ...cells } = cellsByLine.get(line.stored?.id ?? 0) ?? {}
      return withCells(line, cells as RawCells, { idKind })
    }
    return changeLines(ctx, batchId, new Set(cellsByLine.keys()), repairLine, { repaired: changes.length })
  },

  async replace(ctx, { batchId, field, find, by }) {
    const editableBatch = await lockEditableBatch(ctx, batchId)
    let changedCount = 0
    const next = editableBatch.lines.map((line) => {
      if (line.isExcluded || !line.cells[field].includes(find)) return line
      changedCount++
      return withCells(line, { [field]: line.cells[field].replaceAll(find, () => by) })
    })
    return saveLines(ctx, editableBatch, next, { changed: changedCount, detail: { field } })
  },

  async exclude(ctx, { batchId, lineIds, allInvalid }) {
    const ids = new Set(lineIds)
    if (!allInvalid) return changeLines(ctx, batchId, ids, (line) => ({ ...line, isExcluded: true }), { excluded: ids.size })
    const editableBatch = await lockEditableBatch(ctx, batchId)
    expectAllFound(ids, lineIdsOf(editableBatch))
    const isToExclude = (line: WorkingLine) => !line.isExcluded && (line.stored?.state === 'invalid' || ids.has(line.stored?.id ?? 0))
    const changedCount = editableBatch.lines.filter(isToExclude).length
    return saveLines(
      ctx,
      editableBatch,
      editableBatch.lines.map((line) => (isToExclude(line) ? { ...line, isExcluded: true } : line)),
      { changed: changedCount, detail: { excluded: 'all invalid' } },
    )
  },

  include: (ctx, { batchId, lineIds }) => changeLines(ctx, batchId, new Set(lineIds), (line) => ({ ...line, isExcluded: false }), { included: lineIds.length }),

  adopt: (ctx, { batchId, lineIds, what }) => adoptKnownData(ctx, batchId, new Set(lineIds), what),

  async refer(ctx, { batchId, lineIds }) {
    const editableBatch = await lockEditableBatch(ctx, batchId)
    const { batch, lines: all } = editableBatch
    const ids = new Set(lineIds)
    expectAllFound(ids, lineIdsOf(editableBatch))
    const reviewableLines = all
      .filter((line) => ids.has(line.stored?.id ?? 0) && !line.isExcluded)
      .map((line) => ({ line, problems: (line.stored?.issues ?? []).map((issue) => issue.code as string).filter((code) => reviewableCodes.has(code)) }))
      .filter(({ problems }) => problems.length > 0)
      .map(({ line: { stored, cells }, problems }) => ({ lineId: stored?.id ?? 0, ...cells, problems }))
    const reviewResult = await submitForReview(ctx, { centreId: batch.centre_id, unitId: batch.unit_id, batchId }, reviewableLines)
    ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, referred: reviewResult } })
    return { referred: reviewResult }
  },

  async explain(ctx, { lineId }) {
    const row = await lineInScope(ctx, lineId)
    const batch = await batchInScope(ctx, row.batch_id)
    if (row.calculation === null) refuse(lineRefusals, 'notCalculated')
    const policyVersion = String(row.calculation.policy)
    const policy = await policyByVersion(ctx, policyVersion)
    return {
      policyVersion,
      policyFrom: policy?.effectiveFrom ?? '',
      settings: { ...batch.setting_snapshot, feePlan: batch.fee_snapshot, amountBasis: batch.amount_basis, mode: batch.mode },
      calculation: calculationFor(ctx, row.calculation, policy),
      shares: sharesOf(row, batch.fee_snapshot),
      line: presentLine(ctx, row),
    }
  },

  async events(ctx, { lineId }) {
    await lineInScope(ctx, lineId)
    const rows = await store.eventsOf(ctx, lineId)
    return rows.map((row) => ({
      at: row.at.toISOString(),
      from: row.from_state,
      to: row.to_state,
      source: row.source,
      reason: String(row.detail.reason ?? row.detail.message ?? ''),
    }))
  },
}
