import type { Modules } from '#/api/modules.ts'
import { operatorRefusals } from '#/api/people/operators.texts.ts'
import { reviewersAt } from '#/server/access/users/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { type BulkResult, forEachRow } from '#/server/kernel/rows/bulk.ts'
import * as blockers from '#/server/people/operators/blockers.ts'
import { recordInTrail } from '#/server/people/operators/resolving.ts'
import * as candidates from '#/server/people/operators/store-candidates.ts'
import * as decisions from '#/server/people/operators/store-decisions.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const permission = 'user:audit'
const page = '/datacheck/datacheck'

async function assign(ctx: Context, { candidateIds, userId, reason }: { candidateIds: number[]; userId: number; reason: string }): Promise<BulkResult> {
  if (!blockers.mayReview(ctx)) refuse(operatorRefusals, 'noReview')
  if (!(await reviewersAt(ctx, ctx.scope.centreId, permission)).some((reviewer) => reviewer.id === userId)) refuse(operatorRefusals, 'notReviewer')
  const candidatesById = new Map((await decisions.lockCandidates(ctx, candidateIds)).map((candidate) => [candidate.id, candidate]))
  const result = await forEachRow(
    candidateIds,
    (id) => candidatesById.get(id),
    async (candidate, id) => {
      // A submitter may assign the review to a colleague, but cannot become the reviewer.
      const blocker = blockers.submitterBlocker(userId, candidate)
      if (blocker) return blockerText(ctx, operatorRefusals, blocker)
      if (candidate.state !== 'open' && candidate.state !== 'waiting') return blockerText(ctx, operatorRefusals, blockers.reviewBlocker(ctx, candidate))
      const colleague = (await reviewersAt(ctx, candidate.centre_id, permission)).find((reviewer) => reviewer.id === userId)
      if (!colleague) return blockerText(ctx, operatorRefusals, 'notReviewer')
      await decisions.setReviewer(ctx, id, userId)
      recordInTrail(ctx, candidate, { words: colleague.name, reviewer: colleague.name, from: candidate.reviewer ?? '', reason })
      return ''
    },
  )
  const values = { count: result.ok.length, name: ctx.actor.name }
  const [first] = result.ok
  if (first)
    await sendNotification(ctx, { to: [userId], kind: 'candidatesAssigned', values, path: `${page}?reviewer=mine`, refType: 'candidate', refId: first })
  return result
}

/** The operations that show and change who reviews a candidate. */
export const reviewerOperations = {
  async candidateColleagues(ctx) {
    const people = await reviewersAt(ctx, ctx.scope.centreId, permission)
    const ids = people.map((person) => person.id)
    const openCounts = await candidates.countOpenByReviewer(ctx, ids)
    return people.map((person) => ({ ...person, open: openCounts.get(person.id) ?? 0 }))
  },

  async takeCandidate(ctx, { candidateId }) {
    const candidate = (await decisions.lockCandidates(ctx, [candidateId]))[0]
    refuseIf(operatorRefusals, blockers.reviewBlocker(ctx, candidate))
    if (!candidate || candidate.reviewer_id === ctx.actor.userId) return {}
    await decisions.setReviewer(ctx, candidateId, ctx.actor.userId)
    recordInTrail(ctx, candidate, { words: candidate.reviewer ?? '', from: candidate.reviewer ?? '' })
    const values = { person: candidate.name, name: ctx.actor.name }
    await sendNotification(ctx, {
      to: [candidate.reviewer_id],
      kind: 'candidateTaken',
      values,
      path: `${page}?open=${candidateId}`,
      refType: 'candidate',
      refId: candidateId,
    })
    return {}
  },

  assignCandidates: assign,
} satisfies Partial<Implementation<Modules['operators']>>
