import { copyJob, writeCopy } from '#/server/desk/personal/copying.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handle } from '#/server/kernel/job.ts'

export const jobs: Jobs = { handlers: [handle(copyJob, writeCopy)] }
