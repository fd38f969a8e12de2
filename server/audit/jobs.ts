import { exportLog } from '#/server/audit/export.ts'
import { verify } from '#/server/audit/verification.ts'
import type { Jobs } from '#/server/kernel/context.ts'

/** What the trail does by itself. */
export const jobs: Jobs = { handlers: { 'audit.verify': verify, 'audit.export': exportLog } }
