import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { type PendingFigure, type PendingKind, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'

const sumOpenCandidates: PendingKind['sums'] = (ctx, scope) =>
  sumsByPlace(ctx, scope, { table: sql`candidate`, as: 'candidate', where: sql`candidate.state = 'open'`, since: sql`candidate.submitted_at` })

/** Candidates waiting for the centre's review. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'candidates', page: 'datacheck', query: 'state=open', rights: ['user:audit'], sums: sumOpenCandidates },
]

/** Counts the candidates awaiting the centre's review in the caller's scope. */
export const countCandidatesToReview = async (ctx: Context): Promise<PendingFigure> => ({
  count: totalOf(await sumOpenCandidates(ctx, ctx.scope)).count,
  amount: null,
})
