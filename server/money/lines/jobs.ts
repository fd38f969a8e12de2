import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type BatchState, canMoveBatch } from '#/domain/money/batch.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job, subscribe } from '#/server/kernel/jobs/job.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { withCells } from '#/server/money/lines/editing.ts'
import { prepareLines, toWorkingLine, type WorkingLine } from '#/server/money/lines/preparation.ts'
import * as store from '#/server/money/lines/store.ts'
import { relationsChanged } from '#/server/organisations/relations/public.ts'
import { type CandidateResolution, payeesChanged, resolutionOf } from '#/server/people/operators/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const revalidateJob = job('lines.revalidate', z.object({ batchId: Id, candidateId: Id.nullish() }))

/**
 * Returns the lines after a candidate's review: corrected to a known operator where mistyped, or restored after a
 * reverted merge.
 */
async function applyResolution(ctx: Context, resolution: CandidateResolution, lines: readonly WorkingLine[]): Promise<WorkingLine[]> {
  const { becomes, restored, idIndex } = resolution
  const correctedIds: number[] = []
  const next = lines.map((line) => {
    const id = line.stored?.id ?? 0
    if (restored?.lineIds.includes(id)) return withCells(line, { name: restored.name, idNumber: restored.idNumber })
    if (becomes === null || cachedVaultOf(ctx).index('id_number', line.cells.idNumber) !== idIndex) return line
    correctedIds.push(id)
    return withCells(line, becomes)
  })
  if (becomes !== null || restored !== null) await resolution.keep(correctedIds)
  return next
}

/**
 * Checks a batch again after the review of a candidate in it (`candidateId`) or a change of its payees. Skips submitted
 * and cancelled batches. Notifies the maker once the batch is ready.
 */
async function revalidate(job: JobContext, { batchId, candidateId = null }: DataOf<typeof revalidateJob>): Promise<void> {
  await job.run('lines.revalidate', async (ctx) => {
    const batch = await store.lockBatch(ctx, batchId)
    if (!batch || !canMoveBatch(batch.state as BatchState, 'edit')) return
    const storedLines = (await store.linesOf(ctx, batch)).map(toWorkingLine)
    const resolution = candidateId === null ? null : await resolutionOf(ctx, candidateId)
    const lines = resolution === null ? storedLines : await applyResolution(ctx, resolution, storedLines)
    if (resolution?.decidedBy) await store.setTrailActor(ctx, resolution.decidedBy)
    const { summary, changed } = await prepareLines(ctx, batch, lines)
    const isReady = (await store.lockBatch(ctx, batchId))?.state === 'ready'
    if (resolution !== null && isReady && batch.state !== 'ready') {
      const values = { no: batch.no }
      await sendNotification(ctx, { to: [resolution.bringerId], kind: 'batchReady', values, path: `/zf/batch/${batch.id}`, refType: 'batch', refId: batch.id })
    }
    ctx.note({
      refType: 'batch',
      refId: batch.id,
      unitId: batch.unit_id,
      centreId: batch.centre_id,
      detail: { no: batch.no, changed, invalid: summary.invalid, all: summary.all },
    })
  })
}

export const jobs: Jobs = {
  handlers: [handleJob(revalidateJob, revalidate)],
  reacts: [subscribe(payeesChanged, revalidateJob, (changed) => changed), subscribe(relationsChanged, revalidateJob, (changed) => changed)],
}
