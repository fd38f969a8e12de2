import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { event } from '#/server/kernel/job.ts'

/** A channel gave its file of a day. */
export const dailyFileFetched = event('payouts.dailyFileFetched', z.object({ channelFileId: Id }))

/** Payments that had arrived came back. */
export const linesReturned = event('payouts.linesReturned', z.object({ lineIds: z.array(Id) }))
