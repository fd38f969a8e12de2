import { type IdKind, idKinds } from '#/domain/base/id-paper.ts'
import { type Fen, sumOf } from '#/domain/base/money.ts'
import type { LineCells } from '#/domain/money/line-cells.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import type { Settlement } from '#/domain/money/settlement.ts'
import type { Context } from '#/server/kernel/context.ts'
import { assessBatch, type BatchFacts, type DraftLine, type LineAssessment } from '#/server/money/lines/calculation.ts'
import { loadFacts } from '#/server/money/lines/facts.ts'
import * as store from '#/server/money/lines/store.ts'

/** A line in preparation: the stored line (null for a new one) and the line to check. */
export interface WorkingLine extends DraftLine {
  readonly stored: store.LineRow | null
  readonly no: string
  readonly retryOfLineId: number | null
  /** The work claim (收款单) that the line pays. The claim fixes amount and payee. */
  readonly collectionId: number | null
  /** Whether the kind of ID document was guessed from the number. The kind of the person on file takes precedence. */
  readonly isKindGuessed?: boolean
}

export interface LineSummary {
  all: number
  ready: number
  warned: number
  invalid: number
  excluded: number
  byCode: Record<string, number>
}

export interface LineTotals {
  readonly gross: Fen
  readonly vat: Fen
  readonly surcharge: Fen
  readonly iit: Fen
  readonly fee: Fen
  readonly net: Fen
  readonly cost: Fen
}

export interface PreparedBatch {
  readonly summary: LineSummary
  readonly totals: LineTotals
  /** The number of lines written. */
  readonly changed: number
  /** Whether net, tax, fee or cost of any line changed or disappeared. */
  readonly figuresChanged: boolean
  readonly facts: BatchFacts
}

/** Returns the number of a line: the batch's number and its own. */
export function lineNo(batchNo: string, seq: number): string {
  return `${batchNo}-${String(seq).padStart(4, '0')}`
}

export function cellsOf(row: store.LineRow): LineCells {
  return {
    name: row.name,
    idNumber: row.id_number,
    mobile: row.mobile,
    bankName: row.bank_name,
    cardNo: row.card_no,
    amountText: row.amount_text,
    entityName: row.entity_name,
    entityCreditCode: row.entity_credit_code,
    service: row.service,
    remark: row.remark,
    nickname: row.nickname,
    userNo: row.user_no,
  }
}

/** Parses the stored kind of ID document; null for unknown words. */
export function parseIdKind(stored: string): IdKind | null {
  return idKinds.find((idKind) => idKind === stored) ?? null
}

/** Converts a stored line for editing, unchanged. */
export function toWorkingLine(row: store.LineRow): WorkingLine {
  return {
    stored: row,
    seq: row.seq,
    no: row.no,
    cells: cellsOf(row),
    idKind: parseIdKind(row.id_kind),
    isExcluded: row.state === 'excluded',
    notes: row.issues.filter((issue) => issue.code === 'E103' || issue.code === 'W108'),
    retryOfLineId: row.retry_of_line_id,
    collectionId: row.collection_id,
  }
}

function figuresOf(settlement: Settlement | null) {
  return {
    gross_fen: settlement?.gross ?? 0,
    vat_fen: settlement?.vat ?? 0,
    city_fen: settlement?.city ?? 0,
    education_fen: settlement?.education ?? 0,
    local_education_fen: settlement?.localEducation ?? 0,
    surcharge_fen: settlement?.surcharge ?? 0,
    iit_fen: settlement?.iit ?? 0,
    tax_unit_fen: settlement?.taxUnit ?? 0,
    fee_fen: settlement?.fee ?? 0,
    fee_unit_fen: settlement?.feeUnit ?? 0,
    fee_operator_fen: settlement?.feeOperator ?? 0,
    net_fen: settlement?.net ?? 0,
    cost_fen: settlement?.cost ?? 0,
    income_fen: settlement?.income ?? 0,
    filing_way: settlement?.filingWay ?? null,
    calculation: settlement === null ? null : (settlement.steps as unknown as Record<string, unknown>),
  }
}

function rowOf(line: WorkingLine, assessed: LineAssessment): Omit<store.LineRow, 'id'> {
  const { cells } = line
  return {
    seq: line.seq,
    no: line.no,
    operator_id: assessed.operatorId,
    entity_id: assessed.entityId,
    name: cells.name,
    id_kind: line.idKind ?? 'other',
    id_number: cells.idNumber,
    mobile: cells.mobile,
    bank_name: cells.bankName,
    card_no: cells.cardNo,
    entity_name: cells.entityName,
    entity_credit_code: cells.entityCreditCode,
    service: cells.service,
    remark: cells.remark,
    nickname: cells.nickname,
    user_no: cells.userNo,
    amount_text: cells.amountText,
    ...figuresOf(assessed.settlement),
    issues: assessed.issues,
    state: assessed.state,
    retry_of_line_id: line.retryOfLineId,
    collection_id: line.collectionId,
  }
}

/** Compares values regardless of key order, which the database does not keep. */
function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => areEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

const comparedFigures = [
  'gross_fen',
  'vat_fen',
  'city_fen',
  'education_fen',
  'local_education_fen',
  'iit_fen',
  'tax_unit_fen',
  'fee_unit_fen',
  'fee_operator_fen',
  'net_fen',
  'cost_fen',
  'income_fen',
] as const satisfies readonly (keyof store.LineRow)[]

function hasDifferentFigures(stored: store.LineRow, row: Omit<store.LineRow, 'id'>): boolean {
  return comparedFigures.some((figure) => stored[figure] !== row[figure])
}

function isUnchanged(stored: store.LineRow, row: Omit<store.LineRow, 'id'>): boolean {
  return (Object.keys(row) as (keyof typeof row)[]).every((key) => areEqual(stored[key], row[key]))
}

function summaryOf(assessed: readonly LineAssessment[]): LineSummary {
  const summary: LineSummary = { all: assessed.length, ready: 0, warned: 0, invalid: 0, excluded: 0, byCode: {} }
  for (const { state, issues } of assessed) {
    summary[state]++
    if (state === 'excluded') continue
    for (const code of new Set(issues.map((issue: LineIssue) => issue.code))) summary.byCode[code] = (summary.byCode[code] ?? 0) + 1
  }
  return summary
}

function totalsOf(assessed: readonly LineAssessment[]): LineTotals {
  const settlements = assessed.flatMap((each) => (each.settlement === null ? [] : [each.settlement]))
  return {
    gross: sumOf(settlements, (each) => each.gross),
    vat: sumOf(settlements, (each) => each.vat),
    surcharge: sumOf(settlements, (each) => each.surcharge),
    iit: sumOf(settlements, (each) => each.iit),
    fee: sumOf(settlements, (each) => each.fee),
    net: sumOf(settlements, (each) => each.net),
    cost: sumOf(settlements, (each) => each.cost),
  }
}

async function saveFigures(ctx: Context, batch: store.BatchRow, outcome: PreparedBatch, isFixed: boolean): Promise<void> {
  const { summary, totals, facts } = outcome
  const payableCount = summary.all - summary.excluded
  const preparedState = payableCount > 0 && summary.invalid === 0 ? 'ready' : summary.all === 0 ? 'draft' : 'fixing'
  await store.setFigures(ctx, batch.id, {
    state: isFixed ? batch.state : preparedState,
    line_count: payableCount,
    error_count: summary.invalid,
    warning_count: summary.warned,
    gross_fen: totals.gross,
    vat_fen: totals.vat,
    surcharge_fen: totals.surcharge,
    iit_fen: totals.iit,
    fee_fen: totals.fee,
    net_fen: totals.net,
    cost_fen: totals.cost,
    policy_version: facts.policy.version,
    setting_snapshot: JSON.stringify({ ...batch.setting_snapshot, ...facts.terms.stored, feeBase: facts.used.feeBase }),
    fee_snapshot: JSON.stringify(facts.terms.plan),
  })
}

/**
 * Checks and computes all lines of a batch and writes the changes: one statement for new lines, one for changed ones,
 * then totals, counters and state. For a submitted batch (`isFixed`) its stored terms apply and its state is not
 * changed.
 */
export async function prepareLines(ctx: Context, batch: store.BatchRow, workingLines: readonly WorkingLine[], isFixed = false): Promise<PreparedBatch> {
  const facts = await loadFacts(ctx, batch, workingLines, isFixed)
  const lines = workingLines.map((line) => (line.isKindGuessed ? { ...line, idKind: facts.payees.get(line.cells.idNumber)?.idKind ?? line.idKind } : line))
  const assessedLines = assessBatch(lines, facts)
  const addedRows: Omit<store.LineRow, 'id'>[] = []
  const changedRows: store.LineRow[] = []
  let figuresChanged = false
  for (const [index, line] of lines.entries()) {
    const result = assessedLines[index]
    if (!result) continue
    const row = rowOf(line, result)
    if (line.stored === null) addedRows.push(row)
    else if (!isUnchanged(line.stored, row)) {
      changedRows.push({ ...row, id: line.stored.id })
      figuresChanged ||= hasDifferentFigures(line.stored, row)
    }
  }
  await store.insertLines(ctx, batch, addedRows)
  await store.updateLines(ctx, batch, changedRows)
  if (lines.some((line) => line.retryOfLineId !== null || line.collectionId !== null)) await store.recountResentLines(ctx, batch.id)
  const outcome: PreparedBatch = {
    summary: summaryOf(assessedLines),
    totals: totalsOf(assessedLines),
    changed: addedRows.length + changedRows.length,
    figuresChanged,
    facts,
  }
  if (!isFixed || outcome.changed > 0 || batch.policy_version !== facts.policy.version) await saveFigures(ctx, batch, outcome, isFixed)
  return outcome
}
