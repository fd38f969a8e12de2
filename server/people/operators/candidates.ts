import type { CandidateDocumentKind } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/people/operators/store.ts'
import * as candidates from '#/server/people/operators/store-candidates.ts'
import * as decisions from '#/server/people/operators/store-decisions.ts'
import * as merges from '#/server/people/operators/store-merging.ts'

/** A payee of a line who is unknown or does not match. */
export interface UnknownPayee {
  readonly lineId: number
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  readonly problems: readonly string[]
}

/** Submits unknown payees to the centre, one review per person and unit. Returns the number of people. */
export async function submitForReview(
  ctx: Context,
  of: { readonly centreId: number; readonly unitId: number; readonly batchId: number },
  people: readonly UnknownPayee[],
): Promise<number> {
  const personByIdNumber = new Map(people.map((person) => [person.idNumber, person]))
  if (personByIdNumber.size === 0) return 0
  const rows = [...personByIdNumber.values()].map((person) => ({
    line_id: person.lineId,
    name: person.name,
    id_number: person.idNumber,
    mobile: person.mobile,
    card_no: person.cardNo,
    bank_name: person.bankName,
    problems: person.problems,
  }))
  await candidates.addCandidates(ctx, of, rows)
  return personByIdNumber.size
}

/** The effect of a review on a candidate's lines. */
export interface CandidateResolution {
  readonly idIndex: string
  /** The known person whose name and number the lines receive. */
  readonly becomes: { readonly name: string; readonly idNumber: string } | null
  /** Lines that get their original name and number back. */
  readonly restored: { readonly lineIds: readonly number[]; readonly name: string; readonly idNumber: string } | null
  readonly bringerId: number
  /** The deciding user, or null when the lines stay unchanged. */
  readonly decidedBy: number | null
  /** Stores which lines received another name and number. */
  readonly keep: (lineIds: readonly number[]) => Promise<void>
}

/** Returns the effect of a review on its lines, or null for an unknown candidate. For system jobs. */
export async function resolutionOf(ctx: Context, candidateId: number): Promise<CandidateResolution | null> {
  const [row] = await decisions.lockCandidates(ctx, [candidateId])
  if (!row) return null
  const baseResolution = { idIndex: row.id_number_index, bringerId: row.submitted_by }
  const noResolution = { becomes: null, restored: null, decidedBy: null, keep: async () => undefined }
  if (row.state === 'merged') {
    const currentMerge = await merges.lastMerge(ctx, candidateId)
    const operator = currentMerge ? await store.findOperator(ctx, currentMerge.operator_id) : undefined
    if (!currentMerge || !operator) return { ...baseResolution, ...noResolution }
    const becomes = { name: operator.name, idNumber: operator.id_number }
    return {
      ...baseResolution,
      becomes,
      restored: null,
      decidedBy: currentMerge.merged_by,
      keep: (lineIds) => merges.recordMergedLines(ctx, currentMerge.id, [...new Set([...currentMerge.line_ids, ...lineIds])]),
    }
  }
  const undoneMerge = await merges.lastUndoneMerge(ctx, candidateId)
  if (!undoneMerge || undoneMerge.line_ids.length === 0) return { ...baseResolution, ...noResolution }
  const restoredLines = { lineIds: undoneMerge.line_ids, name: row.name, idNumber: row.id_number }
  return {
    ...baseResolution,
    becomes: null,
    restored: restoredLines,
    decidedBy: undoneMerge.undone_by,
    keep: () => merges.recordMergedLines(ctx, undoneMerge.id, []),
  }
}

/** A candidate with requested pictures. */
export interface RequestedCandidate {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly unitName: string
  readonly centreId: number
  readonly wanted: readonly CandidateDocumentKind[]
  readonly reason: string
  readonly reviewerId: number | null
}

/**
 * Locks and returns the candidate whose pictures are requested, or null when none are. The caller has checked the
 * ticket.
 */
export async function lockRequestedCandidate(ctx: Context, candidateId: number): Promise<RequestedCandidate | null> {
  return ctx.widen('people with requested pictures', async () => {
    const row = await decisions.lockRequestedDocuments(ctx, candidateId)
    return row?.state === 'waiting'
      ? {
          ...fieldsOf(row, 'id', 'name', 'mobile', 'unit_name', 'centre_id', 'wanted'),
          reason: row.wanted_reason,
          reviewerId: row.reviewer_id,
        }
      : null
  })
}

/** Reopens the review after the pictures arrived. */
export async function reopenReview(ctx: Context, candidateId: number): Promise<void> {
  await ctx.widen('pictures arrived', () => decisions.changeCandidate(ctx, candidateId, { state: 'open', reason: '' }))
}
