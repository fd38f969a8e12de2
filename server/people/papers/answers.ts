import { sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { type CandidateDocument, candidateDocuments, documentCount } from '#/server/people/operators/public.ts'

export const answers: readonly Answer[] = [
  answer(documentCount, () => sql<number>`(select count(*) from candidate_paper paper where paper.candidate_id = candidate.id)`),
  answer(candidateDocuments, async (ctx, candidateId) => {
    return ctx.rows<CandidateDocument>`select id, kind, file_id, warnings, created_at from candidate_paper where candidate_id = ${candidateId} order by id`
  }),
]
