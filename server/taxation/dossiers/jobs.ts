import type { Jobs } from '#/server/kernel/context.ts'
import { handle } from '#/server/kernel/job.ts'
import { archiveJob, makeArchive } from '#/server/taxation/dossiers/archive.ts'
import { letterJob, makeLetter } from '#/server/taxation/dossiers/letter.ts'

export const jobs: Jobs = { handlers: [handle(letterJob, makeLetter), handle(archiveJob, makeArchive)] }
