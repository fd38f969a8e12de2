import { z } from 'zod'
import { Day, Id } from '#/api/operation.ts'
import { event } from '#/server/kernel/jobs/job.ts'

/** A person confirmed another levy rate of a business. */
export const levyRateSet = event('entities.levyRateSet', z.object({ entityId: Id, from: Day }))
