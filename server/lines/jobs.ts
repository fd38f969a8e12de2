import { type BatchState, canMove } from '#/domain/batch.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { sealingOf } from '#/server/kernel/sealing.ts'
import { withCells } from '#/server/lines/editing.ts'
import { prepare, takeUp } from '#/server/lines/preparation.ts'
import * as store from '#/server/lines/store.ts'
import { identityOf } from '#/server/operators/public.ts'

/**
 * Looks at a batch again after the review of somebody in it (`idIndex`). When that person turned out to be a known operator (`operatorId`), the line takes
 * that operator's name and number: the unit had mistyped them. A batch that was submitted or cancelled meanwhile is left alone.
 */
async function revalidate(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const batchId = Number(input.batchId)
  const idIndex = typeof input.idIndex === 'string' ? input.idIndex : null
  const operatorId = typeof input.operatorId === 'number' ? input.operatorId : null
  await job.run('lines.revalidate', async (ctx) => {
    const batch = await store.lockBatch(ctx, batchId)
    if (!batch || !canMove(batch.state as BatchState, 'edit')) return
    const person = operatorId === null ? null : await identityOf(ctx, operatorId)
    const lines = (await store.linesOf(ctx, batch)).map(takeUp).map((line) => {
      if (person === null || sealingOf(ctx).index('id_number', line.cells.idNumber) !== idIndex) return line
      return withCells(line, { name: person.name, idNumber: person.idNumber })
    })
    const { summary, changed } = await prepare(ctx, batch, lines)
    ctx.note({
      refType: 'batch',
      refId: batch.id,
      unitId: batch.unit_id,
      centreId: batch.centre_id,
      detail: { no: batch.no, changed, invalid: summary.invalid, all: summary.all },
    })
  })
}

/** What the lines do by themselves. */
export const jobs: Jobs = { handlers: { 'lines.revalidate': revalidate } }
