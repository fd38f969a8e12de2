import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { event } from '#/server/kernel/jobs/job.ts'

/** A channel delivered its daily file. */
export const dailyFileFetched = event('payouts.dailyFileFetched', z.object({ channelFileId: Id }))

/** Successful payments were returned. */
export const linesReturned = event('payouts.linesReturned', z.object({ lineIds: z.array(Id) }))
