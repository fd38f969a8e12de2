import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob } from '#/server/kernel/jobs/job.ts'
import { archiveJob, makeArchive } from '#/server/taxation/dossiers/archive.ts'
import { letterJob, makeLetter } from '#/server/taxation/dossiers/letter.ts'

export const jobs: Jobs = { handlers: [handleJob(letterJob, makeLetter), handleJob(archiveJob, makeArchive)] }
