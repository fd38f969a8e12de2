import type { CandidateDocumentKind, CandidateState } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unsealRow } from '#/server/lib/vault/sealing.ts'
import { batchNo } from '#/server/people/operators/questions.ts'
import { type CandidateRow, type SealedCandidateNumbers, sealedColumnList, sealedNumberColumns } from '#/server/people/operators/store-candidates.ts'

export type LockedCandidate = Pick<
  CandidateRow,
  | 'id'
  | 'version'
  | 'centre_id'
  | 'unit_id'
  | 'batch_id'
  | 'batch_no'
  | 'line_id'
  | 'name'
  | 'id_number'
  | 'id_number_index'
  | 'mobile'
  | 'card_no'
  | 'card_no_index'
  | 'bank_name'
  | 'state'
  | 'wanted'
  | 'wanted_reason'
  | 'reviewer_id'
  | 'reviewer'
  | 'submitted_by'
>

/** Locks candidates in the caller's scope in id order. */
export async function lockCandidates(ctx: Context, ids: readonly number[]): Promise<LockedCandidate[]> {
  const scope = inScope(ctx.scope, 'candidate')
  const rows = await ctx.rows<
    Omit<LockedCandidate, (typeof sealedNumberColumns)[number]> & SealedCandidateNumbers
  >`select id, version, centre_id, unit_id, batch_id,
      ${ask(ctx, batchNo)} as batch_no, line_id, name, ${sealedColumnList}, bank_name, state,
      wanted, wanted_reason, reviewer_id, (select app_user.name from app_user where app_user.id = reviewer_id) as reviewer, submitted_by
    from candidate where id = any(${[...ids]}::bigint[]) and ${scope} order by id for no key update`
  return rows.map((row) => ({ ...unsealRow(ctx, row, sealedNumberColumns), id_number_index: row.id_number_index, card_no_index: row.card_no_index }))
}

type RequestedDocuments = Pick<LockedCandidate, 'id' | 'name' | 'centre_id' | 'state' | 'wanted' | 'wanted_reason' | 'reviewer_id' | 'mobile'> & {
  unit_name: Row<'unit'>['name']
}

/** Locks a candidate and returns the documents requested through its link. The caller has checked the ticket. */
export async function lockRequestedDocuments(ctx: Context, id: number): Promise<RequestedDocuments | undefined> {
  const row = await ctx.row<
    Omit<RequestedDocuments, 'mobile'> & Row<'candidate', 'mobile_sealed'>
  >`select candidate.id, candidate.name, candidate.mobile_sealed, candidate.centre_id, state,
      wanted, wanted_reason, reviewer_id, unit.name as unit_name
    from candidate join unit on unit.id = candidate.unit_id where candidate.id = ${id} for no key update of candidate`
  return row && { ...row, mobile: ctx.vault.open('mobile', row.mobile_sealed) }
}

export interface CandidateChange {
  state?: CandidateState
  reason?: string
  rejects?: string
  operator_id?: number | null
  decided_by?: number | null
  decided_at?: Date | null
  wanted?: CandidateDocumentKind[]
  wanted_reason?: string
  asked_at?: Date
  reviewer_id?: number | null
  verification?: 'match' | 'name_mismatch' | 'card_mismatch'
  verified_at?: Date
  verified_by?: string
}

/** Updates a candidate and its version, so that stale views are refused. */
export async function changeCandidate(ctx: Context, id: number, change: CandidateChange): Promise<void> {
  await ctx.db
    .updateTable('candidate')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the reviewer of a candidate. The version stays, because it covers only the reviewed data. Otherwise opening a
 * candidate, which assigns the reviewer, would make the opened page stale.
 */
export async function setReviewer(ctx: Context, id: number, userId: number): Promise<void> {
  await ctx.db.updateTable('candidate').set({ reviewer_id: userId }).where('id', '=', id).execute()
}
