import { maskIdNumber } from '#/domain/base/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { payeesChanged } from '#/server/people/operators/events.ts'
import type { LockedCandidate } from '#/server/people/operators/store-decisions.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

/** Queues a recheck of the lines that waited for this candidate. */
export function queueRevalidation(ctx: Context, candidate: LockedCandidate): Promise<void> {
  if (candidate.batch_id === null) return Promise.resolve()
  return ctx.publish(payeesChanged, { batchId: candidate.batch_id, candidateId: candidate.id })
}

/** Records an action in the trail, with the number masked. */
export function recordInTrail(ctx: Context, candidate: LockedCandidate, detail: Record<string, unknown>): void {
  ctx.note({
    refType: 'candidate',
    refId: candidate.id,
    unitId: candidate.unit_id,
    centreId: candidate.centre_id,
    detail: { ...detail, idNumber: maskIdNumber(candidate.id_number) },
  })
}

/** Notifies the submitters, once per batch. */
export async function notifySubmitters(
  ctx: Context,
  resolved: readonly LockedCandidate[],
  kind: 'candidatesAccepted' | 'candidatesRejected',
  reason: string,
): Promise<void> {
  const candidatesBySubmission = new Map<string, LockedCandidate[]>()
  for (const each of resolved) {
    const key = `${each.submitted_by} ${each.batch_id}`
    candidatesBySubmission.set(key, [...(candidatesBySubmission.get(key) ?? []), each])
  }
  for (const people of candidatesBySubmission.values()) {
    const [first] = people
    if (!first) continue
    const values = { name: first.name, count: people.length, no: first.batch_no ?? '—', reason }
    const path = first.batch_id === null ? null : `/zf/batch/${first.batch_id}`
    await sendNotification(ctx, { to: [first.submitted_by], kind, values, path, refType: 'candidate', refId: first.id })
  }
}
