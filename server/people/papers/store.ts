import type { CandidateDocumentKind } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { documentsRequestedAt } from '#/server/people/operators/public.ts'

// RLS cannot identify link holders, so this runs as the accounts role.

export interface DocumentRow extends Row<'candidate_paper', 'id' | 'kind' | 'file_id' | 'warnings'> {
  kind: CandidateDocumentKind
}

/** Returns the pictures of these kinds that arrived since the latest request. */
export async function list(ctx: Context, candidateId: number, kinds: readonly CandidateDocumentKind[]): Promise<DocumentRow[]> {
  return ctx.rows<DocumentRow>`select id, kind, file_id, warnings from candidate_paper
    where candidate_id = ${candidateId} and kind = any(${[...kinds]}::text[])
      and created_at >= ${documentsRequestedAt(candidateId)} order by id`
}

/** Stores a picture, replacing the earlier one of its kind. */
export async function storePicture(
  ctx: Context,
  paper: { candidateId: number; centreId: number; kind: CandidateDocumentKind; fileId: string; warnings: readonly string[] },
): Promise<number> {
  await ctx.db.deleteFrom('candidate_paper').where('candidate_id', '=', paper.candidateId).where('kind', '=', paper.kind).execute()
  const { id } = await ctx.db
    .insertInto('candidate_paper')
    .values({
      candidate_id: paper.candidateId,
      centre_id: paper.centreId,
      kind: paper.kind,
      file_id: paper.fileId,
      warnings: [...paper.warnings],
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
