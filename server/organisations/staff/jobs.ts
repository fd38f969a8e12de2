import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { closeHandover, lockDueHandovers } from '#/server/organisations/staff/store.ts'
import { reassignUnits } from '#/server/organisations/units/public.ts'

const handOverJob = job('staff.handOver', noPayload)

/** Executes planned handovers on their day, and cancels those whose receiver no longer fits. */
export const jobs: Jobs = {
  handlers: [
    handleJob(handOverJob, async (job) => {
      await job.run('staff.handOver', async (ctx) => {
        for (const { id, from, to, role, unit_ids, fits } of await lockDueHandovers(ctx)) {
          const reassignedIds = fits ? await reassignUnits(ctx, { role, from, to, unitIds: unit_ids }) : []
          await closeHandover(ctx, id, { state: fits ? 'done' : 'cancelled', count: reassignedIds.length })
          ctx.note({ refType: 'user', refId: from, detail: { handover: id, units: reassignedIds.length, isCancelled: !fits } })
        }
      })
    }),
  ],
  every: { [handOverJob.name]: 60 },
}
