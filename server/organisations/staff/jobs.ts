import type { Jobs } from '#/server/kernel/context.ts'
import { due, endHandover } from '#/server/organisations/staff/store.ts'
import { reassignUnits } from '#/server/organisations/units/public.ts'

/** What staff does by itself: units change hands on their day; to nobody who has left meanwhile. */
export const jobs: Jobs = {
  handlers: {
    'staff.handOver': async (job) => {
      await job.run('staff.handOver', async (ctx) => {
        for (const { id, from, to, role, unit_ids, fits } of await due(ctx)) {
          const handed = fits ? await reassignUnits(ctx, { role, from, to, unitIds: unit_ids }) : []
          await endHandover(ctx, id, { state: fits ? 'done' : 'cancelled', count: handed.length })
          ctx.note({ refType: 'user', refId: from, detail: { handover: id, units: handed.length, isCancelled: !fits } })
        }
      })
    },
  },
  every: { 'staff.handOver': 60 },
}
