import { sweep } from '#/server/agreements/contracts/expiring.ts'
import { zipContracts, zipJob } from '#/server/agreements/contracts/export.ts'
import { startMany, startManyJob } from '#/server/agreements/contracts/many.ts'
import { sealContract, sealJob } from '#/server/agreements/contracts/sealing.ts'
import { tell, tellJob, text } from '#/server/agreements/contracts/telling.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'

const sweepJob = job('contracts.sweep', nothing)

/** What contracts do by themselves. */
export const jobs: Jobs = {
  handlers: [
    handle(sealJob, sealContract),
    handle(tellJob, tell),
    text,
    handle(startManyJob, startMany),
    handle(zipJob, zipContracts),
    handle(sweepJob, sweep),
  ],
  every: { [sweepJob.name]: 60 },
}
