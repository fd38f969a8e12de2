import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { event } from '#/server/kernel/job.ts'

/** A channel that was paused carries payouts again. */
export const channelResumed = event('centres.channelResumed', z.object({ channelId: Id }))
