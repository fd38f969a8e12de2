import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { shortDateTimeOf } from '#/domain/base/period.ts'
import { type GuardedTerm, guardedTerms } from '#/domain/organisations/unit.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import * as store from '#/server/organisations/units/store-terms.ts'
import { holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

/** Notifies a unit once loosened terms are in force. */
export const loosenedJob = job('units.loosened', z.object({ versionId: Id, loosened: z.array(z.enum(guardedTerms)) }))

const second = 1000

/** Queues the notice about approved terms for the time when they come into force. */
export async function announceLoosening(ctx: Context, versionId: number, inForceAt: Date, loosened: readonly GuardedTerm[]): Promise<void> {
  if (loosened.length === 0) return
  const afterSeconds = Math.max(0, Math.ceil((inForceAt.getTime() - ctx.now.getTime()) / second))
  await ctx.enqueue(loosenedJob, { versionId, loosened: [...loosened] }, { afterSeconds })
}

/** Notifies the managers of a unit that its loosened terms are in force. Withdrawn terms are not announced. */
export async function notifyLoosened(job: JobContext, { versionId, loosened }: DataOf<typeof loosenedJob>): Promise<void> {
  await job.run('units.loosened', async (ctx) => {
    const version = await store.versionInForce(ctx, versionId)
    if (version === undefined) return
    const yesNo = (isYes: boolean) => (isYes ? ('yes' as const) : ('no' as const))
    const values = {
      centre: version.centre_name,
      at: shortDateTimeOf(version.in_force_at),
      limits: yesNo(loosened.some((term) => term !== 'dualControl' && term !== 'signRequired')),
      check: yesNo(loosened.includes('dualControl')),
      signing: yesNo(loosened.includes('signRequired')),
    }
    const to = await holdersInUnit(ctx, version.unit_id, 'user:edit')
    await sendNotification(ctx, { to, kind: 'termsLoosened', values, path: null, refType: 'unit_setting', refId: version.setting_id })
  })
}
